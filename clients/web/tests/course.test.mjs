// The course of a game: looking back, reasons, going on from a moment, and comparing.

import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { seriousFaults } from './axe.mjs';
import { BOTS, ask, button, panel, placeFirst, roll, usePlace } from './place.mjs';

const place = usePlace();

const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

test('the focus goes to what can be done next when a button disappears', async () => {
  const { page } = await place.start({ seats: BOTS });
  await button(page, 'Roll the dice').focus();
  await page.keyboard.press('Enter');
  await button(page, 'End turn').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('.act button') !== null);
  await button(page, 'End turn').and(page.locator(':enabled')).waitFor();
  await button(page, 'End turn').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('.act') !== null);
  assert.notEqual(await focused(page), '');
});

test('the log and the hand of an earlier moment are shown', async () => {
  const { page } = await place.start();
  const hand = () => page.locator('.hand').innerText();
  const before = await hand();
  await roll(page);
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
  const { page } = await place.finished();
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
    .getByText(/of the last action alone|ruling|action itself|Nothing was/)
    .first()
    .waitFor();
  assert.deepEqual(place.faults, []);
});

/** Takes the first seat of the game whose links a window shows. */
async function sitAtNewGame(page) {
  await page.locator('dialog').getByRole('link', { name: 'Play as ann' }).click();
  await panel(page).waitFor();
}

/** The actions of the game of a page. */
async function actionsOf(page) {
  const game = new URL(page.url()).hash.slice('#game='.length);
  const { moments } = await ask(page, `games/${game}/history?seat=0`);
  return moments.length;
}

test('a game goes on from an earlier moment as a new one', async () => {
  const { page, created } = await place.finished();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('slider').fill('12');
  await page.getByRole('button', { name: 'Continue from here' }).click();
  const dialog = page.locator('dialog');
  assert.deepEqual(await seriousFaults(page), []);
  await dialog.getByLabel('ann').selectOption('person');
  await dialog.getByRole('button', { name: 'Start the game' }).click();
  await dialog.getByLabel('Link for spectators').waitFor();
  assert.equal(await dialog.getByLabel('Link for bob').count(), 0);
  await sitAtNewGame(page);
  await button(page, 'Roll the dice').waitFor();
  assert.doesNotMatch(page.url(), new RegExp(created.game));
  assert.equal(await actionsOf(page), 12);
  assert.deepEqual(place.faults, []);
});

test('a game goes on with the newer rules of the program', async () => {
  const { page, created } = await place.start({ seats: BOTS });
  const offer = page.getByRole('button', { name: 'Continue with the newest rules' });
  await button(page, 'Roll the dice').waitFor();
  assert.equal(await offer.count(), 0);
  // The rules with which the game began stand in its folder.
  await appendFile(join(place.folder, created.game, 'rules/catan/pack.toml'), '# other rules');
  await page.reload();
  await offer.click();
  await page.locator('dialog').getByRole('button', { name: 'Start the game' }).click();
  await sitAtNewGame(page);
  await roll(page);
  assert.equal(await offer.count(), 0);
  assert.equal(await actionsOf(page), 1);
  assert.deepEqual(place.faults, []);
});

test('a transcript is imported, and what is wrong with it is told', async () => {
  const { page, created } = await place.start();
  await roll(page);
  const text = await ask(page, `games/${created.game}/transcript`);
  await page.goto(`${place.address}/#page=games`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.locator('dialog');
  assert.deepEqual(await seriousFaults(page), []);
  await dialog.getByLabel('or its text').fill(`${text}bob wins\n`);
  await dialog.getByRole('button', { name: 'Import it' }).click();
  await dialog.getByRole('alert').locator('.warning').waitFor();
  assert.match(await dialog.getByRole('alert').innerText(), /found `wins`/);
  const file = { name: 'a.game', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await dialog.getByLabel('The file with the transcript').setInputFiles(file);
  await page.waitForFunction(
    (text) => document.querySelector('textarea').value === text,
    text.replaceAll('\r', ''),
  );
  await dialog.getByRole('button', { name: 'Import it' }).click();
  await sitAtNewGame(page);
  await button(page, 'End turn').waitFor();
  assert.doesNotMatch(page.url(), new RegExp(created.game));
  assert.equal(await actionsOf(page), 1);
  assert.deepEqual(place.faults, []);
});

test('two games are compared at their first difference', async () => {
  const page = await place.manager();
  for (const second of [0, 1]) {
    const created = await place.create(page, { scenario: 'newcatan' });
    await place.sitDown(page, created);
    await placeFirst(page);
    await page.locator('.target').nth(second).click();
    await page.getByText('Waiting for bob').waitFor();
  }
  await page.goto(`${place.address}/#page=games`);
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
