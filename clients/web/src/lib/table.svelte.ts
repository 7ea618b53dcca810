// The game that is shown: its rules, what the seat at the screen sees, and the wishes of this seat.
// The server alone decides what is true; the page only asks for the newest view.

import { GameApi, Refusal } from './api';
import { withoutUndone } from './log';
import { Lookback } from './lookback.svelte';
import { ownOf, type Scene } from './scene';
import type {
  Bot,
  ErrorReason,
  Hint,
  Me,
  Observation,
  Rules,
  SeatState,
  SeatView,
  View,
} from './types';

/** Why a wish was refused. */
export interface Objection {
  message: string;
  reasons: ErrorReason[];
}

/** What this browser may do. Some of it is not known before the server answers. */
type Known = Omit<Me, 'newer_rules' | 'hints'> & Partial<Me>;

/** After this time a lost connection is tried again, in milliseconds. */
const RETRY = 1500;

export class Table implements Scene {
  readonly api: GameApi;
  me = $state.raw<Known>({ seats: [], manages: false });
  rules = $state.raw<Rules>() as Rules;
  view = $state.raw<View>() as View;
  /** The seat whose view is shown; null for a spectator. */
  seat = $state<number | null>(null);
  /** The lines of the log so far. */
  lines = $state.raw<string[]>([]);
  /** The number of lines that the seat has seen when it last acted. */
  private known = $state(0);
  connected = $state(true);
  busy = $state(false);
  objection = $state.raw<Objection | null>(null);
  /** Whether the people at this screen have to change places before anything is shown. */
  covered = $state(false);
  /** The way through the past, while it is shown. */
  lookback = $state.raw<Lookback | null>(null);

  private source: EventSource | null = null;
  private fetching = false;
  private stale = false;
  private closed = false;

  constructor(game: string) {
    this.api = new GameApi(game);
  }

  /** Loads everything, and listens for changes. */
  async open(): Promise<void> {
    this.me = await this.api.me();
    const [first] = this.me.seats;
    this.seat = first ?? null;
    this.rules = await this.api.rules();
    const view = await this.api.view(this.seat, 0);
    this.covered = this.me.seats.length > 1;
    this.lines = view.log;
    this.known = view.log.length;
    this.view = view;
    if (this.covered) this.pickSeat();
    this.listen();
  }

  close(): void {
    this.closed = true;
    this.source?.close();
  }

  /** The name of the seat at the screen; empty for a spectator. */
  get name(): string {
    return this.seat === null ? '' : (this.view.seats[this.seat]?.player ?? '');
  }

  get title(): string {
    return this.view.title;
  }

  get seats(): SeatState[] {
    return this.view.seats;
  }

  get own(): SeatView | undefined {
    return ownOf(this);
  }

  get names(): string[] {
    return this.view.seats.map((seat) => seat.player);
  }

  get isOver(): boolean {
    return this.view.observation.step === 'over';
  }

  /** What is shown: the table of now, or an earlier one. */
  get shown(): Observation {
    return this.lookback?.past?.observation ?? this.view.observation;
  }

  get picture(): string {
    return this.lookback?.past?.board ?? this.view.board;
  }

  get log(): string[] {
    return this.lookback?.log ?? this.lines;
  }

  get happened(): number {
    return this.lookback ? this.lookback.linesAt(this.lookback.at) : this.lines.length;
  }

  get seen(): number {
    return this.lookback ? this.lookback.linesAt(this.lookback.at - 1) : this.known;
  }

  /** Looks back at earlier actions, at first at the last one. */
  async lookBack(): Promise<void> {
    const lookback = new Lookback(this.api, this.seat, withoutUndone(this.lines));
    await this.attempt(async () => {
      await lookback.open();
      this.lookback = lookback;
    });
  }

  /** Whether a bot plays at the seat at the screen. */
  get isReplaced(): boolean {
    return this.seat !== null && this.view.seats[this.seat]?.replaced === true;
  }

  /** Whether the seat at the screen has to act. */
  get mustAct(): boolean {
    return this.seat !== null && this.view.observation.to_act.includes(this.name);
  }

  /** The seats of this browser that have to act. */
  get waitingSeats(): number[] {
    const waiting = this.view.observation.to_act;
    return this.me.seats.filter((seat) => waiting.includes(this.view.seats[seat]?.player ?? ''));
  }

  /** Shows another seat of this browser. */
  async sitDown(seat: number): Promise<void> {
    if (seat !== this.seat) {
      const view = await this.api.view(seat, 0);
      this.seat = seat;
      this.lines = view.log;
      this.known = view.log.length;
      this.view = view;
    }
    this.objection = null;
    this.lookback = null;
    this.covered = false;
  }

  /** Plays a line; the name of the player is put before it. */
  async play(action: string): Promise<boolean> {
    if (this.seat === null || this.busy) return false;
    const seat = this.seat;
    return this.attempt(async () => {
      const view = await this.api.play(seat, `${this.name} ${action}`, this.lines.length);
      this.take(view);
      this.known = this.lines.length;
      this.lookback = null;
    });
  }

  /** Asks why an action is not possible, and shows the answer. */
  async ask(action: string): Promise<void> {
    if (this.seat === null) return;
    const seat = this.seat;
    await this.attempt(async () => {
      const reasons = await this.api.whyNot(seat, `${this.name} ${action}`);
      if (reasons.length > 0) this.objection = { message: '', reasons };
    });
  }

  /** Asks for the best actions of the seat at the screen. */
  async hint(): Promise<Hint[]> {
    const seat = this.seat;
    let hints: Hint[] = [];
    if (seat === null || this.busy) return hints;
    await this.attempt(async () => {
      hints = (await this.api.hint(seat)).actions;
    });
    return hints;
  }

  async undo(agrees: boolean): Promise<void> {
    const seat = this.seat;
    if (seat !== null) await this.attempt(() => this.api.undo(seat, agrees));
  }

  async pause(paused: boolean): Promise<void> {
    await this.attempt(() => this.api.pause(paused));
  }

  async replace(by: Bot | null, seat = this.seat): Promise<void> {
    if (seat !== null) await this.attempt(() => this.api.replace(seat, by));
  }

  private async attempt(wish: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.objection = null;
    try {
      await wish();
      await this.refresh();
      return true;
    } catch (error) {
      this.report(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private report(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 0) this.connected = false;
    this.objection = { message: error.message, reasons: error.reasons };
  }

  /** Takes over a view, unless a newer one is shown already. */
  private take(view: View): void {
    this.lines = [...this.lines.slice(0, view.log_from), ...view.log];
    this.view = view;
    this.connected = true;
    this.pickSeat();
  }

  /** Covers the table if another person at this screen has to act. */
  private pickSeat(): void {
    const waiting = this.waitingSeats;
    if (this.me.seats.length < 2 || waiting.length === 0) return;
    if (this.seat !== null && waiting.includes(this.seat)) return;
    this.covered = true;
  }

  /** Asks for the newest view. Changes that happen meanwhile cause one further question. */
  async refresh(): Promise<void> {
    if (this.fetching) {
      this.stale = true;
      return;
    }
    this.fetching = true;
    try {
      do {
        this.stale = false;
        const seat = this.seat;
        const view = await this.api.view(seat, this.lines.length);
        if (seat === this.seat) this.take(view);
      } while (this.stale);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 0) this.connected = false;
      // Too many questions at once: the next one comes a little later.
      else if (error.status === 429) setTimeout(() => void this.refresh(), RETRY);
      else this.report(error);
    } finally {
      this.fetching = false;
    }
  }

  private listen(): void {
    if (this.closed) return;
    const source = new EventSource(this.api.eventsAddress);
    this.source = source;
    source.onopen = () => {
      const wasLost = !this.connected;
      this.connected = true;
      if (wasLost) void this.refresh();
    };
    source.onmessage = (event: MessageEvent<string>) => {
      if (Number(event.data) !== this.view.version) void this.refresh();
    };
    source.onerror = () => {
      this.connected = false;
      source.close();
      setTimeout(() => this.listen(), RETRY);
    };
  }
}
