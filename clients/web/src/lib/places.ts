// The places of the board: where they are in the picture, and what is next to them.

import type { Observation, Rules, SeatView } from './types';

export type PlaceKind = 'hex' | 'intersection' | 'border';

export interface Point {
  x: number;
  y: number;
}

/** The place where a piece that stands beside others is. */
function groundOf(rules: Rules, place: string): string {
  return rules.rules.board.beside_others[place] ?? place;
}

export function kindOf(rules: Rules, place: string): PlaceKind {
  const ground = groundOf(rules, place);
  if (ground in rules.rules.board.borders) return 'border';
  return ground in rules.rules.board.hexes ? 'hex' : 'intersection';
}

export function pointOf(rules: Rules, place: string): Point | undefined {
  const known = rules.plan.places[place] ?? rules.plan.places[groundOf(rules, place)];
  if (known) return { x: known[0], y: known[1] };
  // A place that the plan lacks is between its neighbors.
  const { borders = [] } = rules.rules.board.intersections[place] ?? {};
  const near = borders.flatMap((border) => rules.plan.places[border] ?? []);
  const xs = near.filter((_, at) => at % 2 === 0);
  const ys = near.filter((_, at) => at % 2 === 1);
  const middle = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return xs.length > 0 ? { x: middle(xs), y: middle(ys) } : undefined;
}

/** The direction of a border in degrees. */
export function turnOf(rules: Rules, place: string): number {
  const ends = rules.rules.board.borders[groundOf(rules, place)]?.intersections ?? [];
  const [one, other] = ends.map((end) => pointOf(rules, end));
  if (!one || !other) return 0;
  return (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
}

/** The length of a border in the picture. */
export function lengthOf(rules: Rules, place: string): number {
  const ends = rules.rules.board.borders[groundOf(rules, place)]?.intersections ?? [];
  const [one, other] = ends.map((end) => pointOf(rules, end));
  return one && other ? Math.hypot(other.x - one.x, other.y - one.y) : 60;
}

export interface Neighbor {
  hex: string;
  terrain: string;
  number: number | null;
  yields: string | null;
}

/** The number of dots of a number: the ways to roll it. */
export function pipsOf(number: number | null): number {
  return number === null ? 0 : Math.max(0, 6 - Math.abs(7 - number));
}

/** The hexes that a place touches. */
export function hexesAt(rules: Rules, seen: Observation, place: string): Neighbor[] {
  const { board, terrains } = rules.rules;
  const ground = groundOf(rules, place);
  const hexes =
    board.intersections[ground]?.hexes ??
    board.borders[ground]?.hexes ??
    (ground in board.hexes ? [ground] : []);
  return hexes.flatMap((hex) => {
    const land = seen.hexes[hex];
    if (!land) return [];
    return [{ hex, ...land, yields: terrains[land.terrain]?.yields ?? null }];
  });
}

/** The tokens at a place. */
export function tokensAt(seen: Observation, place: string): string[] {
  return Object.entries(seen.tokens).flatMap(([token, at]) => (at === place ? [token] : []));
}

/** The players with pieces at a place or around a hex. */
export function playersAt(rules: Rules, seen: Observation, place: string): SeatView[] {
  const ground = groundOf(rules, place);
  const around = rules.rules.board.hexes[ground]?.intersections ?? [];
  const near = new Set([ground, ...around]);
  return seen.players.filter((player) =>
    Object.values(player.pieces).some((places) => places.some((at) => near.has(at))),
  );
}

export interface Standing {
  owner: string;
  piece: string;
  /** Its state, unless that is the first one. */
  state: string | undefined;
}

/** The pieces at a place, and those on it that stand beside others, such as a wall. */
export function piecesAt(rules: Rules, seen: Observation, place: string): Standing[] {
  const ground = groundOf(rules, place);
  return seen.players.flatMap((player) =>
    Object.entries(player.pieces).flatMap(([piece, places]) =>
      places
        .filter((at) => groundOf(rules, at) === ground)
        .map((at) => ({ owner: player.name, piece, state: seen.states[at] })),
    ),
  );
}

/** The place next to a point in the picture. */
export function nearestPlace(rules: Rules, point: Point): string | undefined {
  // Small places win against the hexes around them.
  const reach = { intersection: 17, border: 15, hex: 52 };
  let best: string | undefined;
  let least = 1;
  for (const name of Object.keys(rules.plan.places)) {
    const at = pointOf(rules, name);
    if (!at || name in rules.rules.board.beside_others) continue;
    const kind = kindOf(rules, name);
    const distance = Math.hypot(at.x - point.x, at.y - point.y) / reach[kind];
    const weight = kind === 'hex' ? distance + 1 : distance;
    if (distance <= 1 && (best === undefined || weight < least)) {
      best = name;
      least = weight;
    }
  }
  return best;
}

/** The place whose label an element of the picture belongs to: the title begins with its name. */
export function labeledPlace(seen: Observation, element: Element): string | undefined {
  const title = element.closest('g')?.querySelector(':scope > title')?.textContent ?? '';
  const name = title.split(':')[0]?.toLowerCase() ?? '';
  return seen.tokens[name];
}
