// Whole games by clicks, and what belongs to them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, panel } from './place.mjs';
import { playOn } from './player.mjs';

let place;
before(async () => (place = await open()));
after(() => place.close());

test('a game is set up in the form and played by clicks until somebody wins', async () => {
  const page = await place.manager();
  await page.getByRole('link', { name: 'New game' }).click();
  await page.getByLabel('Scenario').selectOption('newcatan');
  await page.getByLabel('Name of player 1').fill('ann');
  await page.getByLabel(/Points that win/).fill('4');
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('link', { name: 'Play as ann' }).click();
  await page.getByText('Place settlement').waitFor();

  const done = await playOn(page, 600);
  const result = page.getByRole('region', { name: 'The game is over' });
  assert.equal(await result.count(), 1, JSON.stringify(done));
  assert.match(await result.innerText(), /wins/);
  await page.getByRole('button', { name: 'Statistics' }).click();
  await page.locator('dialog').getByText('Rolls of the dice').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History' }).click();
  const bar = page.getByRole('region', { name: 'History' });
  await bar.getByText('wins').waitFor();
  await bar.getByRole('slider').fill('1');
  await bar.getByText('ann places settlement').waitFor();
  await bar.getByRole('button', { name: 'Back to now' }).click();
  await result.waitFor();
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
  const page = await place.manager();
  const created = await place.create(page, {
    scenario: 'newcatan',
    players: ['ann', 'bob', 'cyd'],
    seed: 3,
    seats: ['person', 'greedy', 'greedy'],
  });
  await place.sitDown(page, created, 0);
  await page.locator('.target').first().click();
  await page.getByText('Place road').waitFor();
  const log = await page.getByRole('tabpanel').innerText();
  await place.program.kill();
  await page.getByText('Connection lost').waitFor();
  await place.program.start();
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('tabpanel').innerText(), log);
  await page.locator('.target').first().click();
  await page.getByText('Place settlement').waitFor();
});

test('an impossible place is explained with the reason', async () => {
  const page = await place.manager();
  const created = await place.create(page, {
    scenario: 'catan_beginners',
    players: ['ann', 'bob', 'cyd'],
    seed: 3,
    seats: ['person', 'person', 'person'],
  });
  await place.sitDown(page, created, 0);
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
  const page = await place.manager();
  const created = await place.create(page, {
    scenario: 'newcatan',
    players: ['ann', 'bob', 'cyd'],
    seed: 5,
    seats: ['person', 'greedy', 'greedy'],
  });
  await place.sitDown(page, created, 0);
  await page.locator('.target').first().click();
  await page.getByText('Place road').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Place settlement').waitFor();

  const menu = page.getByRole('button', { name: 'Game', exact: false }).last();
  await menu.click();
  await page.getByRole('button', { name: 'Pause the game' }).click();
  await page.getByText('The game is paused.').waitFor();
  assert.equal(await page.locator('.target').count(), 0);
  await panel(page).getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Place settlement').waitFor();

  await menu.click();
  await page.getByRole('button', { name: 'A bot that pursues points plays for me' }).click();
  await page.getByRole('tabpanel').getByText('ann rolls').first().waitFor();
  await panel(page).getByRole('button', { name: 'Play myself again' }).click();
  await page.getByText('A bot plays for you.').waitFor({ state: 'detached' });
  assert.deepEqual(place.faults, []);
});
