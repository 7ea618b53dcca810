// The page of a recorded game, opened from the disk.

import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seriousFaults } from './axe.mjs';
import { usePlace } from './place.mjs';
import { record } from './recording.mjs';

let folder;
let file;
let recorded;

const place = usePlace(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
  const { page, created } = await place.finished();
  file = join(folder, 'game.html');
  recorded = await record(page, created.game, file);
});
after(() => rm(folder, { recursive: true }));

async function openRecording() {
  const page = await place.person();
  await page.context().setOffline(true);
  await page.goto(`file://${file}`);
  await page.getByRole('region', { name: 'History' }).waitFor();
  return page;
}

const slider = (page) => page.getByRole('slider');
const at = async (page) => Number(await slider(page).inputValue());

test('a recording is one small file that needs no server', async () => {
  const empty = await stat(new URL('../dist/replay.html', import.meta.url));
  assert.ok(empty.size < 200_000, String(empty.size));
  const page = await openRecording();
  assert.equal(await page.title(), recorded.title);
  assert.equal(await page.locator('.view .terrain').count(), 1);
  assert.deepEqual(place.faults, []);
});

test('keys lead through a recording, and each moment is as the server showed it', async () => {
  const page = await openRecording();
  const last = recorded.history.moments.length;
  assert.equal(await at(page), 0);
  const steps = { ArrowRight: 1, PageDown: 11, ArrowLeft: 10, PageUp: 0, End: last, Home: 0 };
  for (const [key, moment] of Object.entries(steps)) {
    await page.keyboard.press(key);
    assert.equal(await at(page), moment, key);
  }
  await page.keyboard.press('End');
  const points = recorded.history.moments.at(-1).points.map(String);
  const shown = await page.locator('aside .points b').allInnerTexts();
  assert.deepEqual(shown, points);
  await page.getByText('wins').first().waitFor();
});

test('a line of the log leads to its moment', async () => {
  const page = await openRecording();
  const lines = page.locator('.line');
  const text = await lines.nth(7).innerText();
  await lines.nth(7).click();
  const now = page.locator('[aria-current="step"] .line');
  assert.equal(await now.innerText(), text);
  assert.equal(await at(page), 8);
});

test('a recording plays by itself and stops', async () => {
  const page = await openRecording();
  await page.getByLabel('Speed').selectOption('20');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector('[type=range]').value) > 3);
  await page.getByRole('button', { name: 'Stop' }).click();
  const moment = await at(page);
  await page.waitForTimeout(300);
  assert.equal(await at(page), moment);
});

test('statistics tell luck, and axe finds nothing serious', async () => {
  const page = await openRecording();
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole('button', { name: 'Statistics' }).click();
  await page.getByRole('heading', { name: 'Luck' }).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
});
