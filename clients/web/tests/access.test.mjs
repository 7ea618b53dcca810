// The page without a mouse, and for those who do not see it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousFaults as check } from './axe.mjs';
import { BOTS, button, log, panel, tabTo, usePlace } from './place.mjs';

const place = usePlace();

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing serious in the ${colorScheme} look`, async () => {
    const page = await place.manager({ colorScheme });
    assert.deepEqual(await check(page), [], 'games');
    await page.getByRole('link', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Start the game' }).waitFor();
    assert.deepEqual(await check(page), [], 'new game');
    const players = ['ann', 'blue', 'orange'];
    const created = await place.create(page, { scenario: 'newcatan', players, seats: BOTS });
    await place.sitDown(page, created);
    await page.locator('.target').first().focus();
    assert.deepEqual(await check(page), [], 'table');
    for (const name of ['Benefits', 'Supply', 'Rules']) {
      await page.getByRole('tab', { name }).click();
      assert.deepEqual(await check(page), [], name);
    }
    await page.getByRole('button', { name: '☰ Game' }).click();
    assert.deepEqual(await check(page), [], 'menu');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
  });
}

test('the first pieces are placed and the dice are rolled with the keyboard alone', async () => {
  const { page } = await place.start({ scenario: 'newcatan', seed: 3, seats: BOTS });
  const onBoard = () => document.activeElement.classList.contains('target');
  for (const piece of ['settlement', 'road', 'settlement', 'road']) {
    await panel(page).getByText(`Place ${piece}`).waitFor();
    await tabTo(page, onBoard);
    const before = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    assert.ok(await page.evaluate(onBoard), before);
    await page.keyboard.press('Enter');
  }
  await button(page, 'Roll the dice').waitFor();
  await tabTo(page, () => document.activeElement.textContent.includes('Roll the dice'));
  await page.keyboard.press('Enter');
  await log(page).getByText('ann rolls').waitFor();
  assert.deepEqual(place.faults, []);
});

test('what happens is announced', async () => {
  const { page } = await place.start();
  await button(page, 'Roll the dice').click();
  await page.locator('[aria-live]', { hasText: 'ann rolls' }).waitFor();
});
