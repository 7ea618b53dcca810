// Whole games by clicks, and what belongs to them.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { BOTS, button, log, panel, placeFirst, result, usePlace } from './place.mjs';
import { playOn } from './player.mjs';

const place = usePlace();

test('a game is set up in the form and played by clicks until somebody wins', async () => {
  const page = await place.manager();
  await page.getByRole('link', { name: 'New game' }).click();
  await page.getByLabel('Scenario').selectOption('newcatan');
  await page.getByLabel('Name of player 1').fill(' Ann');
  await page.getByLabel(/Points that win/).fill('4');
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await panel(page).getByText('Place settlement').waitFor();

  const done = await playOn(page, 600);
  assert.equal(await result(page).count(), 1, JSON.stringify(done));
  assert.match(await result(page).innerText(), /wins/);
  await page.getByRole('button', { name: 'Statistics' }).click();
  await page.locator('dialog').getByText('Rolls of the dice').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History' }).click();
  const bar = page.getByRole('region', { name: 'History' });
  await bar.getByText('wins').waitFor();
  await bar.getByRole('slider').fill('1');
  await bar.getByText('ann places settlement').waitFor();
  await bar.getByRole('button', { name: 'Back to now' }).click();
  await result(page).waitFor();
  assert.ok(done['Roll the dice'] > 0 && done.place > 1, JSON.stringify(done));
  assert.deepEqual(place.faults, []);
});

test('a game can be saved as a transcript and deleted after a question', async () => {
  const page = await place.manager();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Transcript' }).first().click();
  assert.match((await download).suggestedFilename(), /\.game$/);
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await page.getByText('There are no games yet.').waitFor();
});

test('a game goes on after the program was killed', async () => {
  const { page } = await place.start({ scenario: 'newcatan', seed: 3, seats: BOTS });
  await placeFirst(page);
  const before = await log(page).innerText();
  await place.program.kill();
  await page.getByText('Connection lost').waitFor();
  await place.program.start();
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
  assert.equal(await log(page).innerText(), before);
  await page.locator('.target').first().click();
  await panel(page).getByText('Place settlement').waitFor();
});

test('an impossible place is explained with the reason', async () => {
  const { page } = await place.start();
  const view = page.locator('.view');
  await view.waitFor();
  const at = await view.evaluate((svg) => {
    const matrix = svg.getScreenCTM();
    const shape = svg.querySelector('.terrain > polygon');
    const [x, y] = shape.getAttribute('points').split(' ')[0].split(',').map(Number);
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  });
  await page.mouse.click(at.x, at.y);
  const alert = panel(page).getByRole('alert');
  await alert.getByText('Not possible').waitFor();
  assert.match(await alert.innerText(), /has to roll the dice first/i);
});

test('own actions are undone, a pause stops the game, and a bot takes over', async () => {
  // Bots shall not win before the person takes the seat back.
  const long = { goal: 30 };
  const { page } = await place.start({ scenario: 'newcatan', seed: 5, seats: BOTS, set: long });
  await placeFirst(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await panel(page).getByText('Place settlement').waitFor();

  const menu = page.getByRole('button', { name: 'Game', exact: false }).last();
  await menu.click();
  await page.getByRole('button', { name: 'Pause the game' }).click();
  await page.getByText('The game is paused.').waitFor();
  assert.equal(await page.locator('.target').count(), 0);
  await button(page, 'Go on').click();
  await panel(page).getByText('Place settlement').waitFor();

  await menu.click();
  await page.getByRole('button', { name: 'A bot that pursues points plays for me' }).click();
  await log(page).getByText('ann rolls').first().waitFor();
  await button(page, 'Play myself again').click();
  await page.getByText('A bot plays for you.').waitFor({ state: 'detached' });
  assert.deepEqual(place.faults, []);
});

test('a program is chosen as a player, and the log tells that it failed', async () => {
  const bot = join(place.folder, 'quitter.sh');
  await writeFile(bot, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await place.program.kill();
  place.program.options = ['--program', bot];
  await place.program.start();
  const page = await place.manager();
  await page.getByRole('link', { name: 'New game' }).click();
  await page.getByLabel('Who plays at seat 2').selectOption('program quitter.sh');
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const piece of ['settlement', 'road']) {
    await panel(page).getByText(`Place ${piece}`).waitFor();
    await page.locator('.target').first().click();
  }
  await log(page).getByText('a program has given no valid answer').first().waitFor();
  await log(page).getByText('blue places settlement').first().waitFor();
  await page.getByRole('button', { name: '☰ Game' }).click();
  await page.getByRole('button', { name: 'Let a bot play for blue' }).waitFor();
  assert.deepEqual(place.faults, []);
});
