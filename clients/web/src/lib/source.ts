// Where the course of a game comes from: the server, or a recording inside of the page.

import type { SceneSeat } from './scene';
import type { History, Past, Rules } from './types';

/** What belongs to the whole game. */
export interface Opening {
  title: string;
  seats: SceneSeat[];
  rules: Rules;
  /** The lines of the log, without undone actions. */
  log: string[];
}

export interface Source {
  opening(seat: number | null): Promise<Opening>;
  /** All moments of the game. */
  history(seat: number | null): Promise<History>;
  /** What was seen after a number of actions. */
  past(seat: number | null, actions: number): Promise<Past>;
}
