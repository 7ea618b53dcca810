// Numbers of cards.

import type { Cards } from './types';

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
