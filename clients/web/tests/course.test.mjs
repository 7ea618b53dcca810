// The course of a game: looking back, reasons, going on from a moment, and comparing.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seriousFaults } from './axe.mjs';
import { open, panel } from './place.mjs';

let place;
before(async () => (place = await open()));
after(() => place.close());

const GAME = {
  scenario: 'catan_beginners',
  players: ['ann', 'bob', 'cyd'],
  seed: 1,
  seats: ['person', 'greedy', 'greedy'],
};

/** Answers a request in place of the program, and notes what was asked. */
async function answer(page, path, created) {
  const asked = [];
  await page.route(path, async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill({ json: created });
  });
  return asked;
}

const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

test('the focus goes to what can be done next when a button disappears', async () => {
  const page = await place.manager();
  await place.sitDown(page, await place.create(page, GAME), 0);
  await panel(page).getByRole('button', { name: 'Roll the dice' }).focus();
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'End turn' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('.act button') !== null);
  await panel(page).getByRole('button', { name: 'End turn' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('.act') !== null);
  assert.notEqual(await focused(page), '');
});

test('the log and the hand of an earlier moment are shown', async () => {
  const page = await place.manager();
  const created = await place.create(page, { ...GAME, seats: ['person', 'person', 'person'] });
  await place.sitDown(page, created, 0);
  const hand = () => page.locator('.hand').innerText();
  const before = await hand();
  await panel(page).getByRole('button', { name: 'Roll the dice' }).click();
  await panel(page).getByRole('button', { name: 'End turn' }).waitFor();
  const now = await hand();
  assert.notEqual(before, now);
  await page.getByRole('button', { name: 'History' }).click();
  assert.equal(await hand(), now);
  await page.getByRole('region', { name: 'History' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((text) => document.querySelector('.hand').innerText === text, before);
  assert.equal(await page.locator('li.later').count(), 1);
  assert.deepEqual(await seriousFaults(page), []);
  await page.locator('.line').last().click();
  await page.waitForFunction((text) => document.querySelector('.hand').innerText === text, now);
});

test('a line of the log opens the reasons of its changes', async () => {
  const page = await place.manager();
  await place.finished(page);
  await page.locator('.line').last().click();
  const dialog = page.locator('dialog');
  await dialog
    .getByText(/^ruling /)
    .first()
    .waitFor();
  assert.match(await dialog.innerText(), /wins/);
  assert.deepEqual(await seriousFaults(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.locator('.line').last().press('ArrowUp');
  await page.keyboard.press('Enter');
  await dialog
    .getByText(/of the last action alone|ruling|No rule|Nothing was/)
    .first()
    .waitFor();
  assert.deepEqual(place.faults, []);
});

test('a game goes on from an earlier moment as a new one', async () => {
  const page = await place.manager();
  const created = await place.finished(page);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('slider').fill('12');
  const asked = await answer(page, '**/fork', created);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  const dialog = page.locator('dialog');
  assert.deepEqual(await seriousFaults(page), []);
  await dialog.getByLabel('ann').selectOption('person');
  await dialog.getByRole('button', { name: 'Start the game' }).click();
  await dialog.getByLabel('Link for spectators').waitFor();
  const seats = ['person', 'greedy', 'greedy'];
  assert.deepEqual(asked, [{ actions: 12, seats, newest_rules: false }]);
});

test('newer rules of the program are offered', async () => {
  const page = await place.manager();
  const created = await place.create(page, GAME);
  await page.route('**/me', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), newer_rules: true } });
  });
  await place.sitDown(page, created, 0);
  const asked = await answer(page, '**/fork', created);
  await page.getByRole('button', { name: 'Continue with the newest rules' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Start the game' }).click();
  await page.locator('dialog').getByLabel('Link for ann').waitFor();
  assert.deepEqual(asked, [{ actions: 0, seats: GAME.seats, newest_rules: true }]);
});

test('a transcript is imported, and what is wrong with it is told', async () => {
  const page = await place.manager();
  const created = await place.create(page, GAME);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.locator('dialog');
  assert.deepEqual(await seriousFaults(page), []);
  await page.route('**/api/import', (route) =>
    route.fulfill({ status: 422, json: { message: 'line 1 is wrong', reasons: [] } }),
  );
  await dialog.getByLabel('or its text').fill('nothing');
  await dialog.getByRole('button', { name: 'Import it' }).click();
  await dialog.getByText('line 1 is wrong').waitFor();
  await page.unroute('**/api/import');
  const asked = await answer(page, '**/api/import', created);
  const buffer = Buffer.from('newcatan transcript 1');
  const file = { name: 'a.game', mimeType: 'text/plain', buffer };
  await dialog.getByLabel('The file with the transcript').setInputFiles(file);
  await page.waitForFunction(() => document.querySelector('textarea').value.startsWith('newcatan'));
  await dialog.getByRole('button', { name: 'Import it' }).click();
  await dialog.getByLabel('Link for ann').waitFor();
  assert.deepEqual(asked, [{ transcript: 'newcatan transcript 1', seats: null }]);
});

test('two games are compared at their first difference', async () => {
  const page = await place.manager();
  const seats = ['person', 'person', 'person'];
  const games = [];
  for (const second of [0, 1]) {
    const created = await place.create(page, { ...GAME, scenario: 'newcatan', seats });
    games.push(created.game);
    await place.sitDown(page, created, 0);
    await page.locator('.target').first().click();
    await page.getByText('Place road').waitFor();
    await page.locator('.target').nth(second).click();
    await page.getByText('Waiting for bob').waitFor();
  }
  await page.goto(`${place.address}/#page=games`);
  for (const game of games) assert.ok(game);
  const boxes = page.getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('link', { name: 'Compare the two chosen games' }).click();
  await page.getByText('The first difference is action 2.').waitFor();
  assert.equal(await page.locator('main .view').count(), 2);
  const current = page.locator('[aria-current="step"] .line');
  assert.equal(await current.count(), 2);
  const [one, other] = await current.allInnerTexts();
  assert.notEqual(one, other);
  assert.deepEqual(await seriousFaults(page), []);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Show the first difference' }).waitFor();
  const same = await current.allInnerTexts();
  assert.equal(same[0], same[1]);
  assert.deepEqual(place.faults, []);
});
