// The requests to the server.

import type {
  Bot,
  Causes,
  Created,
  ErrorReason,
  Hints,
  History,
  Me,
  NewGame,
  Past,
  Refused,
  Routes,
  Rules,
  SeatKind,
  View,
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
    readonly reasons: ErrorReason[] = [],
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
  const refused = (await answer.json().catch(() => ({}))) as Partial<Refused>;
  // Errors without a message do not come from the server, but from something on the way to it.
  const status = refused.message ? answer.status : 0;
  throw new Refusal(refused.message ?? texts.noConnection, status, refused.reasons ?? []);
}

/** The routes with a method. */
type With<Method extends string> = Extract<keyof Routes, `${Method} ${string}`>;
type Body<Route extends keyof Routes> = Routes[Route] extends { body: infer B } ? B : never;
/** What is answered at a route; null if the answer is empty. */
type Answer<Route extends keyof Routes> = Routes[Route] extends { answer: infer A } ? A : null;

async function get<Route extends With<'GET'>>(path: string): Promise<Answer<Route>> {
  return (await send('GET', path)).json() as Promise<Answer<Route>>;
}

async function post<Route extends With<'POST'>>(
  path: string,
  data: Body<Route>,
): Promise<Answer<Route>> {
  const answer = await send('POST', path, data);
  const text = await answer.text();
  return (text ? JSON.parse(text) : null) as Answer<Route>;
}

export const api = {
  becomeManager: (key: string) => post<'POST /api/manager'>('manager', { key }),
  catalog: () => get<'GET /api/catalog'>('catalog'),
  scenario: (name: string, packs: string[]) =>
    get<'GET /api/scenario'>(
      `scenario?name=${encodeURIComponent(name)}&with=${encodeURIComponent(packs.join(','))}`,
    ),
  games: () => get<'GET /api/games'>('games'),
  create: (game: NewGame) => post<'POST /api/games'>('games', game),
  /** Makes a game of a transcript; who plays at its seats can be changed later. */
  import: (transcript: string) => post<'POST /api/import'>('import', { transcript, seats: null }),
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
    return post<'POST /api/games/{game}/seat'>(this.path('seat'), { key });
  }

  me(): Promise<Me> {
    return get<'GET /api/games/{game}/me'>(this.path('me'));
  }

  rules(): Promise<Rules> {
    return get<'GET /api/games/{game}/rules'>(this.path('rules'));
  }

  view(seat: number | null, log: number): Promise<View> {
    const viewer = seat === null ? '' : `seat=${seat}&`;
    return get<'GET /api/games/{game}/view'>(this.path(`view?${viewer}log=${log}`));
  }

  async opening(seat: number | null): Promise<Opening> {
    const [rules, view] = await Promise.all([this.rules(), this.view(seat, 0)]);
    return { title: view.title, seats: view.seats, rules, log: withoutUndone(view.log) };
  }

  history(seat: number | null): Promise<History> {
    return get<'GET /api/games/{game}/history'>(
      this.path(`history${seat === null ? '' : `?seat=${seat}`}`),
    );
  }

  past(seat: number | null, actions: number): Promise<Past> {
    const viewer = seat === null ? '' : `seat=${seat}&`;
    return get<'GET /api/games/{game}/past'>(this.path(`past?${viewer}actions=${actions}`));
  }

  play(seat: number, line: string, log: number): Promise<View> {
    return post<'POST /api/games/{game}/play'>(this.path('play'), { seat, line, log });
  }

  whyNot(seat: number, line: string): Promise<ErrorReason[]> {
    return post<'POST /api/games/{game}/why-not'>(this.path('why-not'), { seat, line });
  }

  hint(seat: number): Promise<Hints> {
    return get<'GET /api/games/{game}/hint'>(this.path(`hint?seat=${seat}`));
  }

  /** Why an action had its changes; actions are counted as in `past`. */
  why(seat: number | null, actions: number): Promise<Causes> {
    const viewer = seat === null ? '' : `seat=${seat}&`;
    return get<'GET /api/games/{game}/why'>(this.path(`why?${viewer}actions=${actions}`));
  }

  undo(seat: number, agrees: boolean): Promise<null> {
    return post<'POST /api/games/{game}/undo'>(this.path('undo'), { seat, agrees });
  }

  pause(paused: boolean): Promise<null> {
    return post<'POST /api/games/{game}/pause'>(this.path('pause'), { paused });
  }

  replace(seat: number, by: Bot | null): Promise<null> {
    return post<'POST /api/games/{game}/replace'>(this.path('replace'), { seat, by });
  }

  /** A new game that begins after a number of actions of this one. */
  fork(actions: number, seats: SeatKind[], newest: boolean): Promise<Created> {
    return post<'POST /api/games/{game}/fork'>(this.path('fork'), {
      actions,
      seats,
      newest_rules: newest,
    });
  }

  links(): Promise<Created> {
    return get<'GET /api/games/{game}/links'>(this.path('links'));
  }

  async transcript(): Promise<string> {
    return (await send('GET', this.path('transcript'))).text();
  }

  async remove(): Promise<void> {
    await send('DELETE', this.path());
  }
}
