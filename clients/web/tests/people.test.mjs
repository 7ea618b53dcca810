// Several people at one table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, button, choose, hand, panel, roll, usePlace } from './place.mjs';

const place = usePlace();

test('two people trade after a counter-offer, and see only their own cards', async () => {
  const { page: ann, created } = await place.start();
  const bob = await place.person();
  await place.sitDown(bob, created, 1);
  await button(ann, 'Roll the dice').waitFor();
  assert.equal(await button(bob, 'Roll the dice').count(), 0);

  // The seed brings no 7, so that both keep their cards.
  await roll(ann);
  const [first, second] = [await hand(ann), await hand(bob)];
  const { observation } = await ask(bob, `games/${created.game}/view?seat=1`);
  const seen = observation.players.map(({ resources }) => resources);
  assert.equal(seen[0], null);
  assert.deepEqual(seen[1], second);
  await assert.rejects(ask(bob, `games/${created.game}/view?seat=0`), /: 404 /);

  const [mine, theirs] = ['ore', 'brick'];
  assert.equal(first[mine], 2);
  await button(ann, 'Offer a trade').click();
  await choose(ann, 'You give', mine);
  await choose(ann, 'You get', theirs);
  await ann.locator('dialog').getByRole('button', { name: 'cyd' }).click();
  await ann.getByRole('button', { name: 'Send the offer' }).click();

  await button(bob, 'Accept').waitFor();
  await button(bob, 'Counter-offer').click();
  await choose(bob, 'You get', mine);
  await bob.getByRole('button', { name: 'Send the counter-offer' }).click();
  await panel(ann).getByText('wants instead:').waitFor();
  await button(ann, 'Trade with bob').click();
  await button(ann, 'End turn').waitFor();
  assert.equal((await hand(ann))[theirs], 1);
  assert.equal((await hand(bob))[mine], 2);
  assert.deepEqual(place.faults, []);
});

test('a counter-offer begins with what the hand can pay', async () => {
  const { page: ann, created } = await place.start();
  const bob = await place.person();
  await place.sitDown(bob, created, 1);
  await roll(ann);
  const theirs = await hand(bob);
  const lacked = ['wood', 'brick', 'sheep', 'grain', 'ore'].find((kind) => !theirs[kind]);
  const [mine] = Object.keys(await hand(ann)).filter((kind) => kind !== lacked);
  await button(ann, 'Offer a trade').click();
  await choose(ann, 'You give', mine);
  await choose(ann, 'You get', lacked);
  await ann.locator('dialog').getByRole('button', { name: 'cyd' }).click();
  await ann.getByRole('button', { name: 'Send the offer' }).click();

  await button(bob, 'Refuse').waitFor();
  assert.equal(await button(bob, 'Accept').count(), 0);
  await button(bob, 'Counter-offer').click();
  const [other] = Object.keys(theirs).filter((kind) => kind !== mine);
  await choose(bob, 'You give', other);
  await bob.getByRole('button', { name: 'Send the counter-offer' }).click();
  await panel(ann).getByText('wants instead:').waitFor();
  assert.deepEqual(place.faults, []);
});

test('people at one screen hand it over, and hands stay covered meanwhile', async () => {
  const page = await place.manager();
  const created = await place.create(page);
  for (const seat of [0, 1]) await place.sitDown(page, created, seat);
  await page.getByRole('button', { name: 'I am ann' }).click();
  await roll(page);
  await button(page, 'End turn').click();
  await page.getByRole('heading', { name: /It is bob.s turn/ }).waitFor();
  assert.equal(await page.locator('.hand').count(), 0);
  await page.getByRole('button', { name: 'I am bob' }).click();
  await button(page, 'Roll the dice').waitFor();
  assert.match(await page.locator('aside li', { hasText: 'bob' }).first().innerText(), /you/);
});

test('an undo that others have to agree on', async () => {
  const { page: ann, created } = await place.start();
  const [bob, cyd] = [await place.person(), await place.person()];
  await place.sitDown(bob, created, 1);
  await place.sitDown(cyd, created, 2);
  await button(ann, 'Roll the dice').click();
  await ann.getByRole('button', { name: 'Undo' }).click();
  for (const page of [bob, cyd]) {
    await panel(page).getByText('ann asks to undo').waitFor();
    await button(page, 'Agree').click();
  }
  await button(ann, 'Roll the dice').waitFor();
  assert.deepEqual(place.faults, []);
});
