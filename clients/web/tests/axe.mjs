// What axe finds.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The serious faults; the policy of the page forbids scripts of others, so axe is evaluated. */
export async function seriousFaults(page) {
  await page.evaluate(await readFile(file, 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
}
