// A place of the board in words, for those who do not see it.

import { hexesAt, piecesAt, tokensAt } from '../lib/places';
import type { Legal, Observation, Rules } from '../lib/types';
import { texts } from '../texts';

/** What can be done at a place; an answer that only names the place is left out. */
export function deedsAt(place: string, actions: Legal[]): string[] {
  const deeds = actions.filter(({ answer }) => answer !== place);
  return [...new Set(deeds.map((action) => texts.action(action)))];
}

export function placeText(
  rules: Rules,
  seen: Observation,
  place: string,
  actions: Legal[],
): string {
  const pieces = piecesAt(rules, seen, place).map(texts.pieceOf);
  const hexes = hexesAt(rules, seen, place).map(({ terrain, number }) =>
    number === null ? terrain : `${terrain} ${number}`,
  );
  const benefits = tokensAt(seen, place);
  const there = [...pieces, ...hexes, ...benefits];
  return [deedsAt(place, actions).join(', '), place, there.join(', ')].filter(Boolean).join('; ');
}
