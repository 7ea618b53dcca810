// Legal actions, sorted by where the page offers them. Nothing here knows a piece, a card or a rule.

import type { Legal } from './types';
import type { Rulebook } from './types';

/** The place on the board at which an action is chosen, if there is one. */
export function placeOf(action: Legal, rules: Rulebook): string | undefined {
  if (action.place !== undefined) return action.place;
  if (action.do !== 'choose' || action.answer === undefined) return undefined;
  return isPlace(action.answer, rules) ? action.answer : undefined;
}

function isPlace(name: string, { board }: Rulebook): boolean {
  return (
    name in board.intersections ||
    name in board.borders ||
    name in board.hexes ||
    name in board.beside_others
  );
}

/** What is put on the board by an action: a piece, a marker, or the answer to a question. */
export function subjectOf(action: Legal): string {
  return action.piece ?? action.marker ?? '';
}

/** The actions at each place. */
export function byPlace(actions: Legal[], rules: Rulebook): Map<string, Legal[]> {
  const places = new Map<string, Legal[]>();
  for (const action of actions) {
    const place = placeOf(action, rules);
    if (place === undefined) continue;
    const there = places.get(place);
    if (there) there.push(action);
    else places.set(place, [action]);
  }
  return places;
}

/** The line of an action without the name of the player. */
export function ownLine(action: Legal): string {
  return action.line.slice(action.player.length + 1);
}

/** Actions that differ only in how they are paid, together: each group becomes one button. */
export function grouped(actions: Legal[], key: (action: Legal) => string): [string, Legal[]][] {
  const groups = new Map<string, Legal[]>();
  for (const action of actions) {
    const group = groups.get(key(action));
    if (group) group.push(action);
    else groups.set(key(action), [action]);
  }
  return [...groups];
}
