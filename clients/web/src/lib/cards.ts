// Numbers of cards.

import type { DeckRule, Rulebook } from './types';

/** A number of cards by their names. */
export type Cards = Record<string, number>;

export function total(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

/** Whether two sets of cards are equal. */
export function same(one: Cards, other: Cards): boolean {
  return written(one) === written(other);
}

/** The cards as a line names them: `2 ore, 1 wood`. */
export function written(cards: Cards): string {
  return Object.entries(cards)
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

export function withOne(cards: Cards, name: string, step: number): Cards {
  const count = (cards[name] ?? 0) + step;
  const { [name]: _, ...rest } = cards;
  return count > 0 ? { ...rest, [name]: count } : rest;
}
/** The cards of the first set that the second one has, too. */
export function within(cards: Cards, most: Cards): Cards {
  const pairs = Object.entries(cards).map(([name, count]) => [
    name,
    Math.min(count, most[name] ?? 0),
  ]);
  return Object.fromEntries(pairs.filter(([, count]) => count !== 0));
}

/** The decks that have cards in this game. */
export function decksOf({ cards, decks }: Rulebook): [string, DeckRule][] {
  const present = Object.values(cards).filter(({ copies }) => copies > 0);
  return Object.entries(decks).filter(([name]) => present.some(({ deck }) => deck === name));
}

/** The cards of a price that a hand lacks, as a line names them. */
export function lacking(price: Cards, hand: Cards): string {
  const pairs = Object.entries(price).map(([name, count]) => [name, count - (hand[name] ?? 0)]);
  return written(Object.fromEntries(pairs));
}
