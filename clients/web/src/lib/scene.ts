// What is shown of a game: the table of now, an earlier moment, or a recording.

import type { Lookback } from './lookback.svelte';
import type { Observation, RecordedSeat, Rules, SeatState, SeatView } from './types';

/** A seat; a recording does not tell who plays there. */
export type SceneSeat = RecordedSeat & Partial<SeatState>;

export interface Scene {
  readonly title: string;
  readonly rules: Rules;
  readonly seats: SceneSeat[];
  readonly names: string[];
  /** The player whose point of view is shown; empty for a spectator. */
  readonly name: string;
  /** The game at the shown moment. */
  readonly shown: Observation;
  /** The board at the shown moment. */
  readonly picture: string;
  /** The lines of the log. While earlier moments are shown, the later lines are there, too. */
  readonly log: string[];
  /** The number of lines that had been written at the shown moment. */
  readonly happened: number;
  /** The number of lines that are not new. */
  readonly seen: number;
  /** The way through the past, while it is shown. */
  readonly lookback: Lookback | null;
}

/** What the player whose point of view is shown has. */
export function ownOf(scene: Scene): SeatView | undefined {
  return scene.shown.players.find((player) => player.name === scene.name);
}
