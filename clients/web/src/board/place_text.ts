// A place of the board in words, for those who do not see it.

import { hexesAt, tokensAt } from '../lib/places';
import type { Legal, Observation, Rules } from '../lib/types';
import { texts } from '../texts';

export function placeText(
  rules: Rules,
  seen: Observation,
  place: string,
  actions: Legal[],
): string {
  const what = [...new Set(actions.map((action) => texts.action(action)))].join(', ');
  const hexes = hexesAt(rules, seen, place).map(({ terrain, number }) =>
    number === null ? terrain : `${terrain} ${number}`,
  );
  const benefits = tokensAt(seen, place);
  return [what, place, [...hexes, ...benefits].join(', ')].filter(Boolean).join('; ');
}
