// A game that is only looked at: from a recording, or from the server.

import { Lookback } from './lookback.svelte';
import type { Scene, SceneSeat } from './scene';
import type { Opening, Source } from './source';
import type { Observation, Rules } from './types';

/** Loads a game for looking at it. */
export async function openReplay(source: Source, seat: number | null): Promise<Replay> {
  const opening = await source.opening(seat);
  const lookback = new Lookback(source, seat, opening.log);
  await lookback.open(0);
  return new Replay(opening, lookback);
}

export class Replay implements Scene {
  constructor(
    private readonly opening: Opening,
    readonly lookback: Lookback,
  ) {}

  get title(): string {
    return this.opening.title;
  }

  get rules(): Rules {
    return this.opening.rules;
  }

  get seats(): SceneSeat[] {
    return this.opening.seats;
  }

  get names(): string[] {
    return this.seats.map((seat) => seat.player);
  }

  get name(): string {
    return this.shown.viewer ?? '';
  }

  get shown(): Observation {
    const { past } = this.lookback;
    if (!past) throw new Error('a replay begins with a moment');
    return past.observation;
  }

  get picture(): string {
    return this.lookback.past?.board ?? '';
  }

  get log(): string[] {
    return this.lookback.log;
  }

  get happened(): number {
    return this.lookback.linesAt(this.lookback.at);
  }

  get seen(): number {
    return this.lookback.linesAt(this.lookback.at - 1);
  }
}
