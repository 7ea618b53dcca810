// The requests to the server.

import type {
  Bot,
  Catalog,
  Created,
  History,
  Listed,
  Me,
  NewGame,
  Past,
  Reason,
  Rules,
  ScenarioOffer,
  SeatKind,
  View,
  Why,
} from './types';
import { texts } from '../texts';
import { withoutUndone } from './log';
import type { Opening, Source } from './source';

/** A request that the server did not carry out. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** The status of the answer; 0 if there was none. */
    readonly status: number,
    readonly reasons: Reason[] = [],
  ) {
    super(message);
  }
}

async function send(method: string, path: string, data?: unknown): Promise<Response> {
  const options: RequestInit = { method, credentials: 'same-origin' };
  if (data !== undefined) {
    options.headers = { 'content-type': 'application/json' };
    options.body = JSON.stringify(data);
  }
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, options);
  } catch {
    throw new Refusal(texts.noConnection, 0);
  }
  if (answer.ok) return answer;
  const refused = (await answer.json().catch(() => ({}))) as {
    message?: string;
    reasons?: Reason[];
  };
  // Errors without a message do not come from the server, but from something on the way to it.
  const status = refused.message ? answer.status : 0;
  throw new Refusal(refused.message ?? texts.noConnection, status, refused.reasons ?? []);
}

async function get<T>(path: string): Promise<T> {
  return (await send('GET', path)).json() as Promise<T>;
}

async function post<T>(path: string, data: unknown): Promise<T> {
  const answer = await send('POST', path, data);
  const text = await answer.text();
  return (text ? JSON.parse(text) : null) as T;
}

export const api = {
  becomeManager: (key: string) => post<null>('manager', { key }),
  catalog: () => get<Catalog>('catalog'),
  scenario: (name: string, packs: string[]) =>
    get<ScenarioOffer>(
      `scenario?name=${encodeURIComponent(name)}&with=${encodeURIComponent(packs.join(','))}`,
    ),
  games: () => get<Listed[]>('games'),
  create: (game: NewGame) => post<Created>('games', game),
  /** Makes a game of a transcript; who plays at its seats can be changed later. */
  import: (transcript: string) => post<Created>('import', { transcript, seats: null }),
};

/** The requests about one game. */
export class GameApi implements Source {
  constructor(readonly id: string) {}

  private path(rest?: string): string {
    const game = `games/${encodeURIComponent(this.id)}`;
    return rest === undefined ? game : `${game}/${rest}`;
  }

  get eventsAddress(): string {
    return `/api/${this.path('events')}`;
  }

  takeSeat(key: string): Promise<null> {
    return post(this.path('seat'), { key });
  }

  me(): Promise<Me> {
    return get(this.path('me'));
  }

  rules(): Promise<Rules> {
    return get(this.path('rules'));
  }

  view(seat: number | null, log: number): Promise<View> {
    const viewer = seat === null ? '' : `seat=${seat}&`;
    return get(this.path(`view?${viewer}log=${log}`));
  }

  async opening(seat: number | null): Promise<Opening> {
    const [rules, view] = await Promise.all([this.rules(), this.view(seat, 0)]);
    return { title: view.title, seats: view.seats, rules, log: withoutUndone(view.log) };
  }

  history(seat: number | null): Promise<History> {
    return get(this.path(`history${seat === null ? '' : `?seat=${seat}`}`));
  }

  past(seat: number | null, actions: number): Promise<Past> {
    const viewer = seat === null ? '' : `seat=${seat}&`;
    return get(this.path(`past?${viewer}actions=${actions}`));
  }

  play(seat: number, line: string, log: number): Promise<View> {
    return post(this.path('play'), { seat, line, log });
  }

  whyNot(seat: number, line: string): Promise<Reason[]> {
    return post(this.path('why-not'), { seat, line });
  }

  /** Why an action had its changes; actions are counted as in `past`. */
  why(seat: number | null, actions: number): Promise<Why> {
    const viewer = seat === null ? '' : `seat=${seat}&`;
    return get(this.path(`why?${viewer}actions=${actions}`));
  }

  undo(seat: number, agrees: boolean): Promise<null> {
    return post(this.path('undo'), { seat, agrees });
  }

  pause(paused: boolean): Promise<null> {
    return post(this.path('pause'), { paused });
  }

  replace(seat: number, by: Bot | null): Promise<null> {
    return post(this.path('replace'), { seat, by });
  }

  /** A new game that begins after a number of actions of this one. */
  fork(actions: number, seats: SeatKind[], newest: boolean): Promise<Created> {
    return post(this.path('fork'), { actions, seats, newest_rules: newest });
  }

  links(): Promise<Created> {
    return get(this.path('links'));
  }

  async transcript(): Promise<string> {
    return (await send('GET', this.path('transcript'))).text();
  }

  async remove(): Promise<void> {
    await send('DELETE', this.path());
  }
}
