// Looking back: the game as it was after an earlier action.

import type { Source } from './source';
import type { History, Past } from './types';

/** A course of moments, of which one is shown. */
export interface Timeline {
  readonly history: History;
  /** The number of actions after which the game is shown. */
  readonly at: number;
  readonly last: number;
  /** The lines of the action before the shown moment. */
  readonly lines: string[];
  show(at: number): Promise<void>;
}

export class Lookback implements Timeline {
  /** What was seen; null before the first moment is loaded. */
  past = $state.raw<Past | null>(null);
  history = $state.raw<History>({ moments: [], statistics: null });
  at = $state(0);
  private busy = false;

  constructor(
    private readonly source: Source,
    private readonly seat: number | null,
    /** The lines of the log, without undone actions. */
    readonly log: string[],
  ) {}

  get last(): number {
    return this.history.moments.length;
  }

  get lines(): string[] {
    return this.at > 0 ? (this.past?.log ?? []) : [];
  }

  /** The number of lines of the log at a moment. */
  linesAt(at: number): number {
    return at > 0 ? (this.history.moments[at - 1]?.log ?? 0) : 0;
  }

  /** The moment at which a line of the log was written. */
  momentOf(line: number): number {
    const found = this.history.moments.findIndex((moment) => moment.log > line);
    return found < 0 ? this.last : found + 1;
  }

  /** Loads the course, and shows a moment of it: at first the last one. */
  async open(moment?: number): Promise<void> {
    this.history = await this.source.history(this.seat);
    await this.show(moment ?? this.last);
  }

  /** Shows the game after a number of actions. Only the last of several wishes is asked for. */
  async show(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.last, at));
    if (this.busy) return;
    this.busy = true;
    try {
      let shown: number;
      do {
        shown = this.at;
        this.past = await this.source.past(this.seat, shown);
      } while (shown !== this.at);
    } finally {
      this.busy = false;
    }
  }
}
