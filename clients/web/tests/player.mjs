// A person at the screen: chooses something legal by clicks, and prefers what leads to the end.

import { result } from './place.mjs';

/** Whatever is covered by a window is not clickable; so windows are closed first. */
async function closeWindows(page) {
  const open = page.locator('dialog[open]');
  if ((await open.count()) > 0) await page.keyboard.press('Escape');
}

async function pick(locator, number) {
  const count = await locator.count();
  if (count === 0) return false;
  await locator.nth(number % count).click({ timeout: 2000 });
  return true;
}

/** Acts once if something is to be done; returns what was done. */
export async function act(page, number) {
  const dialog = page.locator('dialog[open]');
  if ((await dialog.count()) > 0) {
    const ways = dialog.locator('button.way:enabled');
    if (await pick(ways, number)) return 'way';
    await closeWindows(page);
    return 'closed';
  }
  const panel = page.locator('section.panel');
  const button = (name) => panel.getByRole('button', { name, exact: false });
  const isEnabled = async (locator) =>
    (await locator.count()) > 0 && (await locator.first().isEnabled());

  const more = panel.locator('.more:enabled');
  if ((await more.count()) > 0) {
    await pick(more, number);
    return 'card';
  }
  for (const name of [/^Discard/, 'Roll the dice', 'Refuse', 'Withdraw the offer']) {
    const found = button(name);
    if (await isEnabled(found)) {
      await found.first().click({ timeout: 2000 });
      return String(name);
    }
  }
  const places = page.locator('.target:not(.border)');
  if (await pick(places, number)) return 'place';
  const roads = page.locator('.target.border');
  // Roads lead to places for buildings, but all cards for roads leave none for these.
  const mustPlace = await page.getByText(/choose a lit place/i).count();
  if ((mustPlace > 0 || number % 3 === 0) && (await pick(roads, number))) return 'border';
  const others = panel.locator(
    '.buttons > button:enabled:not(.main), .row > button:enabled:not(.main)',
  );
  const names = await others.allInnerTexts();
  const useful = names.findIndex((name) => /^(Take|Buy)/.test(name));
  if (useful >= 0) {
    await others.nth(useful).click({ timeout: 2000 });
    return names[useful];
  }
  const trade = names.findIndex((name) => /^Trade with the supply/.test(name));
  if (trade >= 0 && number % 2 === 0) {
    await others.nth(trade).click({ timeout: 2000 });
    return 'trade';
  }
  const end = button('End turn');
  if (await isEnabled(end)) {
    await end.click({ timeout: 2000 });
    return 'end';
  }
  // A question without another way on: any answer.
  if (await pick(panel.locator('.row > button:enabled'), number)) return 'answer';
  return '';
}

/** Plays until the game is over, or the number of steps is used up. */
export async function playOn(page, steps, until = async () => false) {
  const done = {};
  for (let number = 0; number < steps; number += 1) {
    if ((await result(page).count()) > 0) return done;
    if (await until(done)) return done;
    let what = '';
    try {
      what = await act(page, number * 7 + 3);
    } catch (error) {
      // The page may change between looking and clicking.
      if (!/Timeout|detached|not attached/.test(error.message)) throw error;
    }
    if (what) done[what] = (done[what] ?? 0) + 1;
    await page.waitForTimeout(what ? 120 : 250);
  }
  return done;
}
