// A game of Cities & Knights: the event die, improvements, knights, walls and progress cards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousFaults } from './axe.mjs';
import { BOTS, button, hand, log, panel, placeFirst, tabTo, usePlace } from './place.mjs';

const place = usePlace();

/** Ann has cards for everything, a ready knight at C4.s, and the card that this seed brings. */
const TRANSCRIPT = `scenario knights_beginners
seed 1
players ann, bob, cyd

ann places settlement at B2.s
ann places road at B2-se
bob places settlement at B4.ne
bob places road at B4-ne
cyd places settlement at E1.s
cyd places road at E1-sw
cyd places city at C1.s
cyd places road at D1-w
bob places city at C5.se
bob places road at C5-e
ann places city at D3.se
ann places road at D3-e
ann rolls 5 6 ship
ann builds road at C4-se
ann ends turn
bob rolls 1 3 ship
bob ends turn
cyd rolls 2 4 science gate
cyd ends turn
ann rolls 5 6 ship
ann builds basic knight at C4.s
ann uses activate: knight
ann uses improve trade paying 1 cloth
ann ends turn
bob rolls 1 3 trade gate
bob ends turn
cyd rolls 2 4 politics gate
cyd ends turn
ann rolls 5 6 ship
ann builds road at C5-sw
ann ends turn
bob rolls 1 3 politics gate
bob ends turn
cyd rolls 2 4 science gate
cyd ends turn
ann rolls 5 6 science gate
`;

/** The page of Ann in the middle of her turn. */
async function sit(transcript = TRANSCRIPT) {
  const { page } = await place.resume(transcript);
  await button(page, 'End turn').waitFor();
  return page;
}

const lastRoll = (page) => page.getByRole('region', { name: 'Last roll' });
const seat = (page, name) =>
  page.getByRole('region', { name: 'Players' }).getByRole('listitem').filter({ hasText: name });

/** A button by words of its name, which a price may follow. */
const offered = (page, name) => panel(page).getByRole('button', { name });

/** What stands at a place, as the picture tells it. */
const pieceAt = (page, at) => page.locator('.view title', { hasText: `${at}: ` });

/** Waits until the picture tells this of a piece. */
const shows = (page, text) =>
  page.locator('.view title').getByText(text, { exact: true }).waitFor({ state: 'attached' });

const lit = (page, at) => page.locator(`.target[data-place="${at}"]`);
const litPlaces = (page) =>
  page.locator('.target').evaluateAll((all) => all.map((one) => one.dataset.place).sort());

/** Waits until a question is asked, which has to be in sight. */
async function asks(page, question) {
  await panel(page).locator('.prompt.mine', { hasText: question }).waitFor();
  assert.equal(
    await panel(page)
      .locator('.panel')
      .evaluate((panel) => panel.scrollTop),
    0,
  );
}

test('a city is placed second, and a roll tells the event die and the steps', async () => {
  const { page } = await place.start({ scenario: 'knights', seed: 6, seats: BOTS });
  await placeFirst(page);
  for (const next of ['Place city', 'Place road', 'Roll the dice']) {
    await page.locator('.target').first().click();
    await panel(page).getByText(next).first().waitFor();
  }
  await log(page).getByText('ann places city at').waitFor();
  await page.locator('.view title', { hasText: /: city of ann$/ }).waitFor({ state: 'attached' });
  assert.match(await lastRoll(page).innerText(), /not been rolled yet/);
  await button(page, 'Roll the dice').click();
  await log(page).getByText('ann rolls 1 5 ship').waitFor();
  await log(page).getByText('counter barbarian steps becomes 1').waitFor();
  await lastRoll(page).getByText('ship', { exact: true }).waitFor();
  const counters = lastRoll(page).getByRole('list', { name: 'Counters' });
  assert.match(await counters.innerText(), /barbarian steps: 1$/);
  assert.deepEqual(place.faults, []);
});

test('the seventh step brings an attack, whose losses are told and shown', async () => {
  const ships = TRANSCRIPT.replace(/politics gate/g, 'ship').replace(/science gate\n$/, 'ship\n');
  const page = await sit(ships);
  await log(page).getByText('counter barbarian steps becomes 7').waitFor();
  await log(page).getByText('city of bob at C5.se becomes settlement').waitFor();
  await shows(page, 'C5.se: settlement of bob');
  await shows(page, 'D3.se: city of ann');
  await shows(page, 'C4.s: basic knight of ann');
  const counters = lastRoll(page).getByRole('list', { name: 'Counters' });
  assert.match(await counters.innerText(), /^\S*\s?barbarian attacks: 1$/);
  assert.match(await seat(page, 'bob').innerText(), /2\/13/);
  // All that the roll brought can be scrolled to.
  const above = await lastRoll(page).evaluate((all) =>
    Math.min(...[...all.children].map((child) => child.offsetTop)),
  );
  assert.ok(above >= 0, `${above}`);
  assert.deepEqual(await seriousFaults(page), []);
});

test('an improvement is bought, and its level stands at the seat', async () => {
  const page = await sit();
  assert.match(await lastRoll(page).innerText(), /science gate[^]*barbarian steps: 4$/);
  assert.match(await seat(page, 'ann').innerText(), /22 cards\s+1 other/);
  assert.doesNotMatch(await seat(page, 'ann').innerText(), /science level/);
  const improve = offered(page, 'Improve science');
  assert.match(await improve.innerText(), /1\s+paper/);
  await improve.click();
  await log(page).getByText('ann gets 1 science level').waitFor();
  await seat(page, 'ann').getByText('1 science level').waitFor();
  await improve.filter({ hasText: /2\s+paper/ }).click();
  await seat(page, 'ann').getByText('2 science level').waitFor();
  assert.equal((await hand(page)).paper, 1);
  assert.deepEqual(place.faults, []);
});

test('knights are built, activated, promoted and moved by clicks', async () => {
  const page = await sit();
  await shows(page, 'C4.s: active basic knight of ann');
  await offered(page, 'Basic knight').click();
  assert.deepEqual(await litPlaces(page), ['B2.se', 'C4.se', 'C5.s']);
  await lit(page, 'B2.se').click();
  await shows(page, 'B2.se: basic knight of ann');
  // Only one knight is inactive, so nothing is asked.
  await offered(page, 'Activate').click();
  await shows(page, 'B2.se: active basic knight of ann');
  assert.equal(await page.locator('.view text', { hasText: /^active$/ }).count(), 2);

  await offered(page, 'Promote').click();
  await asks(page, 'Promote which knight?');
  assert.deepEqual(await litPlaces(page), ['B2.se', 'C4.s']);
  const label = await lit(page, 'C4.s').getAttribute('aria-label');
  assert.equal(label, 'C4.s; active basic knight of ann, sheep 3, ore 6, sheep 4');
  assert.ok(await isSeen(page, 'C4.s'));
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
  await lit(page, 'B2.se').click();
  await shows(page, 'B2.se: active strong knight of ann');

  await offered(page, 'Move knight').click();
  await asks(page, 'Where to?');
  assert.deepEqual(await litPlaces(page), ['C4.se', 'C5.s']);
  await lit(page, 'C5.s').click();
  await shows(page, 'C5.s: basic knight of ann');
  assert.equal(await pieceAt(page, 'C4.s').count(), 0);
  await log(page).getByText('basic knight of ann at C5.s becomes inactive').waitFor();
  assert.equal(await offered(page, 'Move knight').count(), 0);
  assert.deepEqual(place.faults, []);
});

/** Whether the ring of a lit place leaves the piece visible that stands there. */
async function isSeen(page, at) {
  const ring = lit(page, at).locator('.lit');
  const [around, inside] = await Promise.all([
    ring.boundingBox(),
    pieceAt(page, at).locator('..').locator('path').boundingBox(),
  ]);
  const fill = await lit(page, at)
    .locator('.halo')
    .evaluate((halo) => getComputedStyle(halo).fill);
  return fill === 'none' && around.width > inside.width && around.height > inside.height;
}

test('the card of a place tells the state of a piece, and what is beside it', async () => {
  const page = await sit();
  await offered(page, 'Wall').click();
  await lit(page, 'D3.se.wall').click();
  await shows(page, 'D3.se.wall: wall of ann');
  // No road is lit beside the pieces.
  await offered(page, 'Basic knight').click();
  const card = page.locator('.stage .card');
  await pieceAt(page, 'C4.s').locator('..').click();
  await card.getByText('active basic knight of ann', { exact: true }).waitFor();
  await pieceAt(page, 'D3.se').locator('..').click();
  await card.getByText('city of ann, wall of ann', { exact: true }).waitFor();
});

test('a deck without cards is neither offered nor listed', async () => {
  const page = await sit();
  const purchases = panel(page).getByRole('list', { name: 'Build and buy' });
  assert.match(await purchases.innerText(), /Basic knight/);
  assert.doesNotMatch(await purchases.innerText(), /Buy/);
  await page.getByRole('tab', { name: 'Supply' }).click();
  const supply = await page.getByRole('tabpanel').innerText();
  assert.match(supply, /politics\s+\(18 cards\)/);
  assert.doesNotMatch(supply, /development/);
});

/** Goes to a button with Tab, and presses it. */
async function press(page, name) {
  await offered(page, name).and(page.locator(':enabled')).waitFor();
  const isThere = (name) => {
    const { ariaLabel, textContent } = document.activeElement.closest('.act button') ?? {};
    return (ariaLabel ?? textContent ?? '').includes(name);
  };
  await tabTo(page, isThere, name);
  await page.keyboard.press('Enter');
}

/** Goes to the lit places with Tab and to one of them with other keys, and chooses it. */
async function choosePlace(page, at, ...keys) {
  await lit(page, at).waitFor();
  await tabTo(page, () => document.activeElement.classList.contains('target'));
  for (const key of keys) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), at);
  await page.keyboard.press('Enter');
}

test('a wall, a knight and a card are chosen with the keyboard alone', async () => {
  const page = await sit();
  await press(page, 'Wall');
  await choosePlace(page, 'D3.se.wall');
  await shows(page, 'D3.se.wall: wall of ann');
  assert.equal((await hand(page)).brick, undefined);

  await press(page, 'Basic knight');
  await choosePlace(page, 'C5.s', 'ArrowRight', 'ArrowDown');
  await shows(page, 'C5.s: basic knight of ann');
  await press(page, 'Promote');
  await asks(page, 'Promote which knight?');
  await choosePlace(page, 'C4.s', 'ArrowLeft');
  await shows(page, 'C4.s: active strong knight of ann');

  await press(page, 'Play merchant');
  await asks(page, 'Set the merchant where?');
  await choosePlace(page, 'C3', 'ArrowDown', 'ArrowRight');
  await log(page).getByText('merchant moves to C3').waitFor();
  await seat(page, 'ann').getByText('1 merchant point').waitFor();
  assert.equal(await offered(page, 'Play merchant').count(), 0);
  assert.deepEqual(place.faults, []);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing serious at a question about knights in the ${colorScheme} look`, async () => {
    const page = await sit();
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await seriousFaults(page), [], 'turn');
    await lit(page, 'B2.se').click();
    await offered(page, 'Promote').click();
    await asks(page, 'Promote which knight?');
    assert.deepEqual(await seriousFaults(page), [], 'question');
  });
}
