// Takes pictures of tables at a desk and on a phone, to be looked at after changes:
// node scripts/pictures.mjs FOLDER [SCENARIO…], by default of all scenarios.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { open } from '../tests/place.mjs';

const [folder = 'pictures', ...wanted] = process.argv.slice(2);
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** How long bots play before the picture is taken, in milliseconds. */
const PLAYED = Number(process.env.PLAYED ?? 2500);
/** The number that decides about the board and the dice. */
const SEED = Number(process.env.SEED ?? 3);

const place = await open();
const page = await place.manager();
page.on('pageerror', (error) => console.log(error.message));

/** A request of the page, without its buttons. */
const send = (method, path, data) =>
  page.evaluate(
    async ([method, path, data]) => {
      const headers = { 'content-type': 'application/json' };
      const body = data === undefined ? undefined : JSON.stringify(data);
      const answer = await fetch(`/api/${path}`, { method, headers, body });
      return answer.json().catch(() => null);
    },
    [method, path, data],
  );

await mkdir(folder, { recursive: true });
const { scenarios } = await send('GET', 'catalog');
for (const scenario of wanted.length > 0 ? wanted : scenarios) {
  const offer = await send('GET', `scenario?name=${scenario}&with=`);
  const players = offer.names.slice(0, Math.max(offer.seats[0], Math.min(4, offer.seats[1])));
  const seats = players.map((_, at) => (at === 0 ? 'person' : 'greedy'));
  const created = await place.create(page, { scenario, players, seats, seed: SEED });
  await place.sitDown(page, created, 0);
  const replace = (by) => send('POST', `games/${created.game}/replace`, { seat: 0, by });
  await replace('greedy');
  await page.waitForTimeout(PLAYED);
  await replace(null);
  // The person should have something to do, if that comes soon.
  const turn = page.locator('.prompt.mine');
  await turn.waitFor({ timeout: 6000 }).catch(() => {});
  const roll = page.locator('.act').getByRole('button', { name: 'Roll the dice' });
  if ((await roll.count()) > 0) await roll.click();
  await page.waitForTimeout(400);
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(folder, `${scenario}-${name}.png`) });
  }
  await page.setViewportSize(SIZES.desk);
  await send('DELETE', `games/${created.game}`);
  console.log(scenario);
}
await place.close();
