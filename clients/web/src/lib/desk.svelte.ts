// What the person at the screen is about to do: which piece is in hand, which choice is open.

import { byPlace, ownLine, placeOf, subjectOf } from './actions';
import { pointed } from './pointed.svelte';
import type { Table } from './table.svelte';
import type { Hint, Legal } from './types';

export type Window = '' | 'trade' | 'offer' | 'counter' | 'menu' | 'statistics' | 'why' | 'fork';

/** The time after an action in which no turn ends, in milliseconds. */
const SETTLING = 400;

export class Desk {
  /** The only kind of piece or marker whose places are lit; empty for all. */
  wanted = $state('');
  /** Several ways to do the same, of which one has to be chosen. */
  choices = $state.raw<Legal[]>([]);
  window = $state<Window>('');
  /** The line of the log whose reasons are shown. */
  line = $state(0);
  /** The best actions of a seat, and the version of the game for which they were found. */
  private hinted = $state.raw<{ seat: number | null; version: number; hints: Hint[] } | null>(null);
  /** Whether an action was done just now: a second click is meant for what was there before. */
  isSettling = $state(false);

  constructor(readonly table: Table) {}

  /** The colors of resources: those of the picture. They only accompany names. */
  get colors(): Record<string, string> {
    return this.table.rules.colors.resources;
  }

  /** The legal actions of the seat at the screen. */
  actions = $derived.by(() => {
    const { view, covered, lookback, isReplaced } = this.table;
    return covered || view.paused || lookback || isReplaced ? [] : view.actions;
  });

  /** All actions at places of the board. */
  private placed = $derived.by(() => byPlace(this.actions, this.table.rules.rules));

  /** What can be put on the board, each with the number of its places. */
  subjects = $derived.by(() => {
    const counts = new Map<string, number>();
    for (const actions of this.placed.values()) {
      for (const subject of new Set(actions.map(subjectOf))) {
        if (subject) counts.set(subject, (counts.get(subject) ?? 0) + 1);
      }
    }
    return [...counts];
  });

  /** The kind of piece that is in hand. */
  subject = $derived.by(() =>
    this.subjects.some(([subject]) => subject === this.wanted) ? this.wanted : '',
  );

  /** The lit places with what can be done there. */
  targets = $derived.by(() => {
    if (!this.subject) return this.placed;
    const kept = new Map<string, Legal[]>();
    for (const [place, actions] of this.placed) {
      const fitting = actions.filter((action) => subjectOf(action) === this.subject);
      if (fitting.length > 0) kept.set(place, fitting);
    }
    return kept;
  });

  /** Leads from a line of the log to its moment, or shows its reasons. */
  read(line: number): void {
    const { lookback } = this.table;
    if (lookback) {
      void lookback.show(lookback.momentOf(line));
      return;
    }
    this.line = line;
    this.open('why');
  }

  /** The best actions of the seat at the screen, if somebody has asked for them. */
  hints = $derived.by(() => {
    const { seat, view } = this.table;
    const { hinted } = this;
    const fits = hinted?.seat === seat && hinted.version === view.version;
    return fits && this.actions.length > 0 ? hinted.hints : [];
  });

  /** Asks for the best actions, and shows the place of the best one. */
  async askHint(): Promise<void> {
    const { seat, view, rules } = this.table;
    const hints = await this.table.hint();
    this.hinted = { seat, version: view.version, hints };
    const [best] = this.hints;
    pointed.place = (best && placeOf(best.action, rules.rules)) ?? '';
  }

  /** The actions of a kind. */
  of(kind: string): Legal[] {
    return this.actions.filter((action) => action.do === kind);
  }

  /** Does the only possible thing, or asks which one is meant. */
  async choose(actions: Legal[]): Promise<void> {
    const [first, ...others] = actions;
    if (!first) return;
    if (others.length > 0) {
      this.choices = actions;
      return;
    }
    await this.do(first);
  }

  async do(action: Legal): Promise<void> {
    this.choices = [];
    this.wanted = '';
    pointed.place = '';
    this.isSettling = true;
    await this.table.play(ownLine(action));
    setTimeout(() => (this.isSettling = false), SETTLING);
  }

  /** Opens a window, which covers what was told before. */
  open(window: Window): void {
    this.table.objection = null;
    pointed.place = '';
    this.window = window;
  }

  /**
   * Acts at a place that is not lit, if something else can be put there than what is in hand. Asks
   * otherwise why nothing can be put there.
   */
  async wonder(place: string): Promise<void> {
    const other = this.placed.get(place);
    if (other) {
      await this.choose(other);
      return;
    }
    const { table } = this;
    if (table.seat === null || table.isOver || table.covered || table.lookback) return;
    const action = obviousAction(table, place, this.subject);
    if (action) await table.ask(action);
  }
}

/** What a person most probably wants to do at a place. */
function obviousAction(table: Table, place: string, wanted: string): string | undefined {
  const { rules, view, own } = table;
  const { pieces, board, markers } = rules.rules;
  const seen = view.observation;
  if (place in board.hexes) {
    const marker = markers.includes(wanted) ? wanted : markers[0];
    const isMoving = view.actions.some((action) => action.do === 'move');
    if (marker !== undefined && isMoving) return `moves ${marker} to ${place}`;
  }
  const stands = place in board.borders ? 'border' : place in board.hexes ? 'hex' : 'intersection';
  const there = Object.entries(own?.pieces ?? {}).find(([, places]) => places.includes(place))?.[0];
  const fitting = Object.entries(pieces).filter(
    ([, piece]) => piece.stands === stands && !piece.neutral && !piece.beside_others,
  );
  const [name] =
    fitting.find(([name]) => name === wanted) ??
    fitting.find(([, piece]) => there !== undefined && piece.replaces.includes(there)) ??
    fitting.find(([, piece]) => piece.replaces.length === 0 && piece.prices.length > 0) ??
    [];
  if (name === undefined) return undefined;
  return `${seen.step === 'place' ? 'places' : 'builds'} ${name} at ${place}`;
}
