// Two games beside each other: one way through both.

import type { Timeline } from './lookback.svelte';
import type { Replay } from './replay.svelte';
import type { History } from './types';

export class Pair implements Timeline {
  at = $state(0);
  /** The first moment at which the games differ; null if they are the same. */
  difference = $state<number | null>(null);
  readonly lines = [];

  constructor(readonly both: [Replay, Replay]) {}

  get last(): number {
    return Math.max(...this.both.map((replay) => replay.lookback.last));
  }

  /** The moments of the longer game, which count the turns. */
  get history(): History {
    const [one, other] = this.both.map((replay) => replay.lookback);
    return (one!.last >= other!.last ? one! : other!).history;
  }

  /** Finds the first difference, and shows it. */
  async open(): Promise<void> {
    this.difference = this.find();
    await this.show(this.difference ?? this.last);
  }

  async show(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.last, at));
    await Promise.all(this.both.map((replay) => replay.lookback.show(this.at)));
  }

  /** Both games show their beginning when they are opened. */
  private find(): number | null {
    const [one, other] = this.both;
    if (one.picture !== other.picture) return 0;
    for (let at = 1; at <= this.last; at += 1) {
      if (linesOf(one, at) !== linesOf(other, at)) return at;
    }
    return null;
  }
}

/** What an action of a game did; nothing after its end. */
function linesOf({ lookback }: Replay, at: number): string {
  if (at > lookback.last) return '';
  return lookback.log.slice(lookback.linesAt(at - 1), lookback.linesAt(at)).join('\n');
}
