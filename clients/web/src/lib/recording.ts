// A recorded game inside of the page. Its states are texts, of which only the differences are kept.

import type { Opening, Source } from './source';
import type {
  ChangingText,
  History,
  Past,
  RecordedMoment,
  Recording as Recorded,
  Splice,
} from './types';

export type { Recorded };

/** The states of a text. Every so often a whole state is kept, so that each is found fast. */
class States {
  private static readonly EVERY = 50;
  private readonly kept: string[][];

  constructor(private readonly text: ChangingText) {
    this.kept = [text.first];
    let lines = text.first;
    for (const [at, splices] of text.steps.entries()) {
      lines = changed(lines, splices);
      if ((at + 1) % States.EVERY === 0) this.kept.push(lines);
    }
  }

  /** The lines after a number of actions. */
  at(actions: number): string[] {
    const last = Math.min(this.kept.length - 1, Math.floor(actions / States.EVERY));
    const steps = this.text.steps.slice(last * States.EVERY, actions);
    return steps.reduce(changed, this.kept[last] ?? []);
  }
}

function changed(lines: string[], splices: Splice[]): string[] {
  const next = [...lines];
  // From the last to the first, so that the numbers of earlier lines stay right.
  for (const [from, deleted, put] of [...splices].reverse()) next.splice(from, deleted, ...put);
  return next;
}

/** The recording in the page; null if there is none. */
export function recordedIn(page: Document): Recorded | null {
  try {
    return JSON.parse(page.getElementById('recording')?.textContent ?? '') as Recorded;
  } catch {
    return null;
  }
}

export class Recording implements Source {
  private readonly views: States;
  private readonly boards: States;

  constructor(private readonly recorded: Recorded) {
    this.views = new States(recorded.views);
    this.boards = new States(recorded.boards);
  }

  opening(): Promise<Opening> {
    const { title, seats, rules } = this.recorded;
    return Promise.resolve({ title, seats, rules, log: this.log() });
  }

  history(): Promise<History> {
    return Promise.resolve(this.recorded.history);
  }

  past(_: number | null, actions: number): Promise<Past> {
    return Promise.resolve({
      ...this.viewAt(actions),
      board: this.boards.at(actions).join('\n'),
    });
  }

  private viewAt(actions: number): RecordedMoment {
    return JSON.parse(this.views.at(actions).join('\n')) as RecordedMoment;
  }

  /** The lines of all actions. */
  private log(): string[] {
    const { first, steps } = this.recorded.views;
    const all: string[] = [];
    let lines = first;
    for (const splices of steps) {
      lines = changed(lines, splices);
      all.push(...logIn(lines));
    }
    return all;
  }
}

/** The lines of an action in the text of a state; only this part of the text is read. */
function logIn(lines: string[]): string[] {
  const from = lines.findLastIndex((line) => line.startsWith('  "log": ['));
  const part = lines.slice(from);
  const end = part.findIndex((line) => /^ {2}\],?$|\[\],?$/.test(line));
  const list = part.slice(0, end + 1).join('\n');
  return JSON.parse(list.replace('  "log": ', '').replace(/,$/, '')) as string[];
}
