// The messages of the server, as far as the page uses them.

/** A number of cards by their names. */
export type Cards = Record<string, number>;

export type Bot = 'greedy' | 'random';
/** Who plays at a seat; a program outside of the server by its name. */
export type SeatKind = 'person' | Bot | `program ${string}`;

export interface SeatState {
  player: string;
  kind: SeatKind;
  replaced: boolean;
}

/** A legal action: the line that plays it, and what it does. */
export interface Legal {
  player: string;
  line: string;
  do: string;
  piece?: string;
  place?: string;
  marker?: string;
  deck?: string;
  card?: string;
  instead?: string;
  ability?: string;
  variant?: string;
  pay?: Cards;
  give?: Cards;
  get?: Cards;
  by?: string;
  with?: string;
  from?: string | null;
  rule?: string;
  answer?: string;
  sort?: string;
  hidden?: boolean;
}

export interface Terms {
  give: Cards;
  get: Cards;
}

export interface Offer extends Terms {
  waiting: string[];
  willing: Record<string, Terms>;
}

export interface Seen {
  name: string;
  points: number;
  goal: number;
  hand: number;
  resources: Cards | null;
  open: Cards;
  cards: number;
  held: Cards | null;
  played: Cards;
  pieces: Record<string, string[]>;
  left: Cards;
  due: number | null;
  access: string[];
  goods: Cards;
  piles: Record<string, Cards>;
}

export type Kept = number | Record<string, number> | Record<string, string[]> | string[];

export interface Observation {
  viewer: string | null;
  turn: number;
  in_turn: string;
  step: string;
  to_act: string[];
  dice: [number, number] | null;
  questions: { player: string; prompt: string; rule: string }[];
  offer: Offer | null;
  winner: string | null;
  hexes: Record<string, { terrain: string; number: number | null }>;
  ports: { resource: string | null; border: string; intersections: string[] }[];
  markers: Record<string, string | null>;
  neutral: Record<string, string[]>;
  tokens: Record<string, string>;
  events: { event: string; hex: string; affects: Record<string, string> }[];
  supply: Cards;
  decks: Cards;
  discards: Cards;
  drawn_dice: [number, number][];
  awards: Record<string, string | null>;
  kept: Record<string, Kept>;
  players: Seen[];
}

export interface View {
  version: number;
  title: string;
  seats: SeatState[];
  observation: Observation;
  actions: Legal[];
  log_from: number;
  log: string[];
  paused: boolean;
  problem: string | null;
  undo: { by: string; lines: number; waiting: string[] } | null;
  board: string;
  /** The viewer's answers in advance. */
  advance: { rule: string; answer: string; lines: string[] }[];
}

export interface Reason {
  text: string;
  rule?: string;
  rulings?: string;
  file?: string;
  line?: number;
  hints?: string[];
}

export interface Price {
  cards: Cards;
  alike: number;
  any: number;
  except: string[];
}

export interface Piece {
  stands: 'border' | 'intersection' | 'hex';
  beside_others: boolean;
  neutral: boolean;
  each: number;
  prices: Price[];
  points: number;
  yields: number;
  replaces: string[];
}

export interface RuleText {
  id: string;
  title: string;
  text: string;
  rulings: string;
  file: string;
}

export interface Rulebook {
  title: string;
  text: string;
  packs: Record<string, string>;
  settings: Record<string, number | boolean | string>;
  seats: [number, number];
  resources: Cards;
  terrains: Record<
    string,
    { yields: string | null; numbered: boolean; numbers: number[]; land: boolean; outpost: boolean }
  >;
  pieces: Record<string, Piece>;
  decks: Record<string, { prices: Price[] }>;
  cards: Record<
    string,
    { deck: string; copies: number; points: number; playable: boolean; rule: string }
  >;
  awards: Record<string, { points: number; least: number; of: string[]; rule: string }>;
  trades: Record<string, string>;
  tokens: Record<string, { outpost: string; rule: string }>;
  events: Record<string, string>;
  goods: Cards;
  markers: string[];
  rules: RuleText[];
  board: {
    hexes: Record<
      string,
      { intersections: string[]; borders: string[]; neighbors: string[]; land: boolean }
    >;
    intersections: Record<string, { hexes: string[]; borders: string[]; neighbors: string[] }>;
    borders: Record<string, { intersections: string[]; hexes: string[] }>;
    beside_others: Record<string, string>;
  };
}

export interface Rules {
  rules: Rulebook;
  plan: { frame: [number, number, number, number]; places: Record<string, [number, number]> };
  /** The colors of the picture; each player's fill and the ink on it. */
  colors: { resources: Record<string, string>; players: Record<string, [string, string]> };
}

/** Why an action had its changes. */
export interface Why {
  line: string;
  /** The number of the action; without it, the answer is about the last one. */
  actions?: number;
  changes: { text: string; because: Reason[] }[];
  /** The rules that were asked and answered something. */
  asked: Reason[];
}

/** What was seen after some action. */
export interface Past {
  observation: Observation;
  board: string;
  /** The lines of the action. */
  log: string[];
}

export interface PlayerStatistics {
  player: string;
  produced: Cards;
  expected: number;
  traded: number;
  traded_with_supply: number;
  taken: number;
  lost: number;
  discarded: number;
}

export interface History {
  moments: { player: string; turn: number; points: number[]; log: number }[];
  statistics: { rolls: number[]; players: PlayerStatistics[] } | null;
}

export interface Me {
  seats: number[];
  manages: boolean;
  /** Whether the program has newer rules than the game. */
  newer_rules?: boolean;
}

export interface Created {
  game: string;
  keys: { player: string; key: string }[];
  spectator: string;
}

export interface Listed {
  game: string;
  title: string;
  seats: SeatState[];
  saved: number;
  ended: { winner: string | null; turns: number } | null;
}

export interface Catalog {
  engine: string;
  scenarios: string[];
  offers: { name: string; title: string; text: string }[];
  packs: string[];
  /** The programs that can have seats. */
  programs: string[];
}

export type SettingValue = number | boolean | string;

export interface ScenarioOffer {
  title: string;
  text: string;
  packs: string[];
  seats: [number, number];
  names: string[];
  settings: { name: string; text: string; value: SettingValue; range: [number, number] | null }[];
  rules: { id: string; title: string; text: string }[];
}

export interface NewGame {
  scenario: string;
  players: string[];
  seats: SeatKind[];
  seed?: number;
  with?: string[];
  without?: string[];
  set?: Record<string, SettingValue>;
}
