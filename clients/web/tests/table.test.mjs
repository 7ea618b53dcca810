// What the table tells and offers to the person in front of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousFaults as check } from './axe.mjs';
import { BOTS, button, choose, hand, log, panel, placeFirst, roll, usePlace } from './place.mjs';

const place = usePlace();

test('a second click on the dice does not end the turn', async () => {
  const { page } = await place.start({ seats: BOTS });
  await button(page, 'Roll the dice').dblclick();
  await button(page, 'End turn').waitFor();
  await page.waitForTimeout(600);
  await panel(page).getByText('Build, trade, play or end your turn.').waitFor();
});

test('a finger touches a place twice, or a place and then the button', async () => {
  const page = await place.manager({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const created = await place.create(page, { scenario: 'newcatan', seed: 3, seats: BOTS });
  await place.sitDown(page, created);
  await page.locator('.target').first().tap();
  await page.getByRole('button', { name: 'Do it' }).tap();
  await panel(page).getByText('Place road').waitFor();
  await page.locator('.target').first().tap();
  await panel(page).getByText('Place road').waitFor();
  await page.locator('.target').first().tap();
  await panel(page).getByText('Place settlement').waitFor();
});

test('a hint names the best actions with their values, and a click takes one', async () => {
  const { page } = await place.start({ scenario: 'newcatan', seed: 3, seats: BOTS });
  await button(page, 'Hint').click();
  const hints = panel(page).locator('.hints').getByRole('button');
  await hints.first().waitFor();
  const rows = await hints.allInnerTexts();
  assert.equal(rows.length, 4, rows.join());
  for (const row of rows) assert.match(row, /^Places settlement at \S+\s+\d+ % ± \d+$/);
  const values = rows.map((row) => Number(/(\d+) %/.exec(row)[1]));
  assert.deepEqual(
    values,
    [...values].sort((one, other) => other - one),
  );
  // The place of the best action is shown on the board.
  await page.locator('.pointed').waitFor();
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
  assert.deepEqual(await check(page), []);
  const [, best] = /at (\S+)/.exec(rows[0]);
  await hints.first().click();
  await panel(page).getByText('Place road').waitFor();
  await log(page).getByText(`ann places settlement at ${best}`).waitFor();
  assert.equal(await hints.count(), 0);
  assert.deepEqual(place.faults, []);
});

test('a server that gives no hints offers none', async () => {
  await place.program.kill();
  place.program.options = ['--no-hints'];
  await place.program.start();
  const { page } = await place.start({ seats: BOTS });
  await button(page, 'Roll the dice').waitFor();
  assert.equal(await button(page, 'Hint').count(), 0);
  await place.program.kill();
  place.program.options = [];
  await place.program.start();
});

test('prices stay in sight, and tell what is missing', async () => {
  const { page } = await place.start({ seats: BOTS });
  const prices = page.getByRole('list', { name: 'Build and buy' });
  assert.match(await prices.innerText(), /Road\s+1\s+brick\s+1\s+wood/);
  const city = prices.getByRole('button', { name: /^City/ });
  await city.click();
  const alert = panel(page).getByRole('alert');
  await alert.getByText('can only be built in your turn, after the roll').waitFor();
  await roll(page);
  await city.click();
  assert.match(await alert.innerText(), /You lack \d (grain|ore)/);
  await prices.getByRole('button', { name: /^Buy development/ }).click();
  await alert.getByText(/ann needs/i).waitFor();
});

test('what is in hand is told, and another place can be chosen all the same', async () => {
  const { page } = await place.start({ scenario: 'newcatan', seed: 3, seats: BOTS });
  for (let number = 0; number < 2; number += 1) {
    await placeFirst(page);
    await page.locator('.target').first().click();
    await panel(page)
      .getByText(/Place settlement|Roll the dice/)
      .first()
      .waitFor();
  }
  // This board and these dice bring a 7 at once: both markers can be moved.
  await button(page, 'Roll the dice').click();
  const corner = page.locator('.target.intersection .reach').first();
  const { x, y, width, height } = await corner.boundingBox();
  await panel(page)
    .getByRole('button', { name: /^Robber/ })
    .click();
  await panel(page).getByText('Move robber: choose a lit place.').waitFor();
  assert.equal(await page.locator('.target.intersection').count(), 0);
  await page.mouse.click(x + width / 2, y + height / 2);
  await log(page).getByText('moves infiltrator').waitFor();
});

test('a label on the board and a line of the list show what a benefit does', async () => {
  const { page } = await place.start({ scenario: 'newcatan', seed: 3, seats: BOTS });
  const label = page.locator('.view title', { hasText: /^Relief Fund:/ }).locator('..');
  await label.locator('text').last().click();
  const card = page.locator('.stage .card');
  await card.getByText('A player who gets nothing from a roll').waitFor();
  await card.getByText(/ruling A-\d+/).waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Benefits' }).click();
  await page.getByRole('button', { name: /^at / }).first().click();
  await page.locator('circle.pointed').waitFor();
  await card.waitFor();
});

test('the log follows the game until somebody reads older lines', async () => {
  const { page } = await place.start({ scenario: 'newcatan', seed: 3, seats: BOTS });
  const isAtEnd = () =>
    log(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 8);
  for (let number = 0; number < 2; number += 1) {
    await placeFirst(page);
    await page.locator('.target').first().click();
    await page
      .locator('.act')
      .getByText(/Place settlement|Roll the dice/)
      .first()
      .waitFor();
  }
  await page.setViewportSize({ width: 1440, height: 560 });
  await page.waitForTimeout(200);
  assert.ok(await isAtEnd());
  await log(page).hover();
  await page.mouse.wheel(0, -3000);
  const newest = page.getByRole('button', { name: 'Newest lines' });
  await newest.waitFor();
  await button(page, 'Roll the dice').click();
  await log(page).getByText('ann rolls').waitFor();
  assert.ok(!(await isAtEnd()));
  await newest.click();
  await newest.waitFor({ state: 'detached' });
  assert.ok(await isAtEnd());
});

test('the log follows a long game, whose first lines are not shown any more', async () => {
  const page = await place.manager();
  const seats = ['greedy', 'greedy', 'greedy'];
  const created = await place.create(page, { scenario: 'newcatan', seats, seed: 5 });
  await page.goto(`${place.address}/#game=${created.game}&key=${created.spectator}`);
  const earlier = page.getByRole('button', { name: 'Earlier lines' });
  await earlier.waitFor({ state: 'attached', timeout: 120_000 });
  await page.waitForTimeout(3000);
  assert.equal(await page.getByRole('button', { name: 'Newest lines' }).count(), 0);
});

test('the person is told that nobody accepts an offer', async () => {
  const { page } = await place.start({ seats: BOTS });
  await roll(page);
  await button(page, 'Offer a trade').click();
  const [kind] = Object.keys(await hand(page));
  const other = kind === 'ore' ? 'wood' : 'ore';
  await choose(page, 'You give', kind);
  await choose(page, 'You get', other, 9);
  await page.getByRole('button', { name: 'Send the offer' }).click();
  await panel(page).getByText(`Nobody accepted your offer of 1 ${kind} for 9 ${other}`).waitFor();
});
