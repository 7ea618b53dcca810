// The course of a game: looking back, reasons, going on from a moment, and comparing.

import assert from 'node:assert/strict';
import { appendFile, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Starts the game of the window, and takes the first seat of it. */
async function begin(page) {
  const dialog = page.locator('dialog');
  await dialog.getByRole('button', { name: /^(Start the game|Import it)$/ }).click();
  const link = await dialog.getByLabel('Link for ann').inputValue();
  await page.goto(link.replace(/^http:..[^/]*/, place.address));
  await page.waitForURL(/#game=[0-9a-z]+$/);
  await panel(page).waitFor();
}

/** The number of actions so far. */
async function actions(page) {
  await page.getByRole('button', { name: 'History' }).click();
  return Number(await page.getByRole('slider').getAttribute('max'));
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
  await place.finished(page);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('slider').fill('12');
  await page.getByRole('button', { name: 'Continue from here' }).click();
  const dialog = page.locator('dialog');
  assert.deepEqual(await seriousFaults(page), []);
  for (const player of ['ann', 'bob', 'cyd']) {
    await dialog.getByLabel(player).selectOption('person');
  }
  await begin(page);
  assert.equal(await actions(page), 12);
});

test('newer rules of the program are offered', async () => {
  const page = await place.manager();
  const created = await place.create(page, GAME);
  // The rules that the game began with are made to differ from those of the program. The transcript,
  // which names the hash of the rules, begins anew.
  await place.program.kill();
  const folder = join(place.program.folder, created.game);
  const [rule] = (await readdir(folder, { recursive: true })).filter((it) => it.endsWith('.rhai'));
  await appendFile(join(folder, rule), '// An older version.\n');
  await rm(join(folder, 'game.game'));
  await place.program.start();
  const again = await place.manager();
  await place.sitDown(again, created, 0);
  await again.getByRole('button', { name: 'Continue with the newest rules' }).click();
  await begin(again);
  assert.equal(await again.getByText('Continue with the newest rules').count(), 0);
  const old = (id) => readFile(join(place.program.folder, id, rule), 'utf8');
  assert.match(await old(created.game), /An older version/);
  const [, id] = /#game=(.*)/.exec(again.url());
  assert.doesNotMatch(await old(id), /An older version/);
});

test('a transcript is imported, and what is wrong with it is told', async () => {
  const page = await place.manager();
  const created = await place.create(page, GAME);
  await place.sitDown(page, created, 0);
  await panel(page).getByRole('button', { name: 'Roll the dice' }).click();
  await panel(page).getByRole('button', { name: 'End turn' }).waitFor();
  const text = await page.evaluate(async (game) => {
    return (await fetch(`/api/games/${game}/transcript`)).text();
  }, created.game);
  await page.goto(`${place.address}/#page=games`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.locator('dialog');
  assert.deepEqual(await seriousFaults(page), []);
  await dialog.getByLabel('or its text').fill(text.replace('ann rolls', 'ann flies'));
  await dialog.getByRole('button', { name: 'Import it' }).click();
  await dialog.getByText('flies').last().waitFor();
  const file = { name: 'a.game', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await dialog.getByLabel('The file with the transcript').setInputFiles(file);
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('ann rolls'));
  await begin(page);
  await panel(page).getByRole('button', { name: 'End turn' }).waitFor();
  assert.equal(await actions(page), 1);
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
