// The data of the server and of recordings. Written by `npm run types` from their JSON schema.

type FieldsOf<T> = T extends unknown ? keyof T : never;
/** One of several variants; the fields that only others have are undefined. */
type OneOf<T, All = T> = T extends unknown
  ? T & { [Field in Exclude<FieldsOf<All>, keyof T>]?: undefined }
  : never;

/** An additional pack or rule file. */
export type Added =
  | string
  | {
      /** The name of the rule, such as `my_rule`. */
      name: string;
      /** The text. */
      text: string;
    }
  | {
      /** Its files by their paths, `pack.toml` among them. */
      files: Record<string, string>;
      /** The name of the pack. */
      name: string;
    };

/** An answer in advance. */
export type Advance = {
  /** The answer in force: `accept`, `decline` or `ask`. */
  answer: string;
  /** The lines that answer otherwise. */
  lines: string[];
  /** The rule. */
  rule: string;
};

/** The kind of an answer. */
export type AnswerKind =
  | 'word'
  | 'resource'
  | 'card'
  | 'player'
  | 'hex'
  | 'intersection'
  | 'piece'
  | 'marker'
  | 'good'
  | 'outpost'
  | 'number'
  | 'held'
  | 'name';

/** A question that a rule asks. */
export type Asked = {
  /** The player who is asked. */
  player: string;
  /** The text of the question. */
  prompt: string;
  /** The rule. */
  rule: string;
};

/** A seat for which somebody asks. */
export type AtSeat = {
  /** The seat. */
  seat: number;
};

/** An award. */
export type AwardRule = {
  /** The minimum that its owner needs. */
  least: number;
  /**
   * What is counted: kinds of pieces (their longest trail or their number), a played card,
   * or goods; empty if the rule's script counts.
   */
  of: string[];
  /** The points that it is worth. */
  points: number;
  /** Its rule. */
  rule: string;
};

/** A change with its causes. */
export type BehindChange = {
  /** The rules and facts that caused it, with their lines; empty if no rule or fact did. */
  because: ErrorReason[];
  /** The change, in the words of transcripts. */
  text: string;
};

/** The neighbors of a border. */
export type BorderPlaces = {
  /** The hexes on either side. */
  hexes: string[];
  /** The intersections at its ends. */
  intersections: string[];
};

/**
 * A built-in player, such as `search`; `search:2000` looks at this number of positions for
 * a decision.
 */
export type Bot = ('greedy' | 'search' | 'random') | `search:${string}`;

/** A card. */
export type CardRule = {
  /** The number of copies. */
  copies: number;
  /** Its deck. */
  deck: string;
  /** Whether it can be played. */
  playable: boolean;
  /** The points that it is worth in the hand. */
  points: number;
  /** Its rule. */
  rule: string;
};

/** What can be played. */
export type Catalog = {
  /** The version of the program. */
  engine: string;
  /** The shipped scenarios with their titles and descriptions. */
  offers: ScenarioTitle[];
  /** The shipped packs. */
  packs: string[];
  /** The external programs that can have seats. */
  programs: string[];
  /** The names of the shipped scenarios. */
  scenarios: string[];
};

/** What is behind an action. */
export type Causes = {
  /** The number of the action, counted from 1. */
  actions: number;
  /** The rules that were called and returned an answer; empty while the game goes on. */
  asked: ErrorReason[];
  /** The changes of its line. */
  changes: BehindChange[];
};

/** The source of random results. */
export type Chance = 'drawn' | 'supplied';

/** A text that changes with each action. */
export type ChangingText = {
  /** Its lines at the beginning. */
  first: string[];
  /** The changes of each action, from the first line to the last one. */
  steps: Splice[][];
};

/** The colors of things in the picture of a board, for what is shown beside it. */
export type Colors = {
  /** The color of each player's pieces, and that of texts on them. */
  players: Record<string, [string, string]>;
  /** The color of each resource. */
  resources: Record<string, string>;
};

/** A game that was created, with the keys to its seats. */
export type Created = {
  /** The id of the game. */
  game: string;
  /** The key to each seat, clockwise. */
  keys: SeatKey[];
  /** The key of spectators. */
  spectator: string;
};

/** A deck. */
export type DeckRule = {
  /** The declared prices of a card, of which one is paid. */
  prices: Price[];
};

/** The end of a game. */
export type Ending = {
  /** The number of turns. */
  turns: number;
  /** Who has won; null if nobody has. */
  winner: string | null;
};

/** A reason for an error, with its position. */
export type ErrorReason = {
  /** The file of the rule or declaration. */
  file?: string;
  /** Suggestions for fixing the mistake. */
  hints?: string[];
  /** The line of the file, counted from 1; 0 for the whole file. */
  line?: number;
  /** The rule or declaration, such as `pack/rule`. */
  rule?: string;
  /** The rulings that the rule implements, such as `C-16`. */
  rulings?: string;
  /** The message, or the reason against the action. */
  text: string;
};

/** A revealed event. */
export type EventSeen = {
  /** The affected building of each player. */
  affects: Record<string, string>;
  /** The event. */
  event: string;
  /** The hex. */
  hex: string;
};

/** A game that goes on from an earlier moment of another one. */
export type Fork = {
  /** The number of actions of the other game that are kept. */
  actions: number;
  /** Whether the rules of the program are used instead of those of the other game. */
  newest_rules: boolean;
  /** Who plays at each seat, clockwise. */
  seats: SeatKind[];
};

/** The neighbors of a hex. */
export type HexPlaces = {
  /** Its borders, clockwise from the north-east. */
  borders: string[];
  /** Its intersections, clockwise from the north. */
  intersections: string[];
  /** Whether it is land on the map. */
  land: boolean;
  /** The adjacent hexes. */
  neighbors: string[];
};

/** A hex. */
export type HexSeen = {
  /** Its number; null if it has none. */
  number: number | null;
  /** Its terrain. */
  terrain: string;
};

/** An action, and what it is worth. */
export type Hint = {
  /** The action, which can be an offer. */
  action: Legal;
  /**
   * The standard error of the value, in percentage points; null if there were less than two
   * trials.
   */
  error: number | null;
  /**
   * The chance of the player to win after it, in per cent; null if the position cannot be
   * tried out.
   */
  value: number | null;
};

/** The best actions of a player, which depend only on what the player can see. */
export type Hints = {
  /**
   * The best action and up to three others, best first; empty if the player does not have to
   * act.
   */
  actions: Hint[];
};

/** The course of a game as a viewer sees it. */
export type History = {
  /** The moments after each action. */
  moments: Moment[];
  /** What was counted, once the game is over. */
  statistics: Statistics | null;
};

/** A transcript from which a game goes on. */
export type Import = {
  /** Who plays at each seat, clockwise; people by default. */
  seats?: SeatKind[] | null;
  /** The text of the transcript. */
  transcript: string;
};

/** The neighbors of an intersection. */
export type IntersectionPlaces = {
  /** The adjacent borders. */
  borders: string[];
  /** The adjacent hexes. */
  hexes: string[];
  /** The intersections one border away. */
  neighbors: string[];
};

/** A key, which is exchanged for a cookie. */
export type Key = {
  /** The key. */
  key: string;
};

/** A legal action. */
export type Legal = {
  /** The line that plays it, such as `red builds road at C4-ne`. */
  line: string;
  /** The player who may take it. */
  player: string;
} & OneOf<
  | {
      do: 'roll';
    }
  | {
      do: 'end_turn';
    }
  | {
      /** The rule that offers the terms. */
      by?: string | null;
      do: 'build';
      /** The cards to pay. */
      pay: Record<string, number>;
      /** The kind of piece. */
      piece: string;
      /** The place. */
      place: string;
    }
  | {
      /** The rule that offers the terms. */
      by?: string | null;
      /** The deck. */
      deck: string;
      do: 'buy';
      /** The cards to pay. */
      pay: Record<string, number>;
    }
  | {
      /** The rate. */
      by: string;
      do: 'trade';
      /** The cards received. */
      get: Record<string, number>;
      /** The cards given. */
      give: Record<string, number>;
    }
  | {
      /** The card. */
      card: string;
      do: 'play';
      /** The ability that the player uses by playing the card, instead of the card's own rule. */
      instead?: string | null;
    }
  | {
      /** The ability. */
      ability: string;
      do: 'use';
      /** The cards to pay. */
      pay: Record<string, number>;
      /** Its variant; empty if there is only one. */
      variant: string;
    }
  | {
      do: 'offer';
      /** The cards that the player would get. */
      get: Record<string, number>;
      /** The cards that the player would give. */
      give: Record<string, number>;
      /** The opponents to whom it is offered. */
      to: string[];
    }
  | {
      do: 'counter';
      /** The cards that the player would get. */
      get: Record<string, number>;
      /** The cards that the player would give. */
      give: Record<string, number>;
    }
  | {
      do: 'accept';
    }
  | {
      do: 'refuse';
    }
  | {
      do: 'conclude';
      /** The player with whom it is concluded. */
      with: string;
    }
  | {
      do: 'withdraw';
    }
  | {
      /** The card. */
      card: string;
      do: 'discard';
    }
  | {
      do: 'move';
      /** The marker. */
      marker: string;
      /** The new place. */
      place: string;
    }
  | {
      do: 'take';
      /** The player from whom it is taken; null to take none. */
      from: string | null;
    }
  | {
      /** The answer: `accept`, `decline` or `ask`. */
      answer: string;
      do: 'answer';
      /** The rule. */
      rule: string;
    }
  | {
      do: 'pay_first';
      /** Whether hidden cards are paid first. */
      hidden: boolean;
    }
  | {
      /** The answer: a name, a place, a number, `yes`, `no` or `nothing`. */
      answer: string;
      do: 'choose';
      /** The kind of the answer. */
      sort: AnswerKind;
    }
>;

/** A line that is played at a seat. */
export type Line = {
  /** The line, without random results. */
  line: string;
  /** How many lines of the log are known. */
  log?: number;
  /** The seat. */
  seat: number;
};

/** A game in the list of all games. */
export type Listed = {
  /** How the game has ended; null while it goes on. */
  ended: Ending | null;
  /** The id of the game. */
  game: string;
  /** When the game was last saved, in seconds since 1970. */
  saved: number;
  /** The players with the kinds of their seats. */
  seats: SeatState[];
  /** The title of the scenario. */
  title: string;
};

/** A look at a game: from which seat, and how many lines of the log are known. */
export type Look = {
  /** The number of lines of the log that are known. */
  log?: number;
  /** The seat; none for a spectator. */
  seat?: number | null;
};

/** A look back, or a question about an earlier action. */
export type LookBack = {
  /** The number of actions after which the game is shown, or the number of the action. */
  actions: number;
  /** The seat; none for a spectator. */
  seat?: number | null;
};

/** What the sender of a request may do in a game. */
export type Me = {
  /** Whether people get hints. */
  hints: boolean;
  /** Whether they manage the games. */
  manages: boolean;
  /** Whether the program has other rules for such a game than those that it began with. */
  newer_rules: boolean;
  /** The seats, counted clockwise from 0. */
  seats: number[];
};

/** The moment after an action. */
export type Moment = {
  /** The number of lines of a log without undone actions. */
  log: number;
  /** The player who acted. */
  player: string;
  /** The points of the players, clockwise, as far as the viewer knows them. */
  points: number[];
  /** The number of turns that have begun. */
  turn: number;
};

/** A new game. */
export type NewGame = {
  /** The source of random results. */
  chance?: Chance;
  /** The id of the new game; by default an unused one. */
  game?: string | null;
  /** The limit on the operations of rules in the whole game. */
  operations?: number | null;
  /** The packs in play instead of the scenario's. */
  packs?: string[] | null;
  /** The number of players, or their names clockwise; by default as many players as possible. */
  players?: Players | null;
  /**
   * The scenario: a name, a file in one of the folders given on the command line, or the
   * text of a file.
   */
  scenario: Scenario;
  /** Who plays at each seat, clockwise. */
  seats: SeatKind[];
  /** The seed of the game's random results; drawn by default. */
  seed?: number | null;
  /** Settings and their values. */
  set?: Record<string, SettingValue>;
  /** Additional packs and rule files. */
  with?: Added[];
  /** Rules to leave out, such as `pack/rule`. */
  without?: string[];
};

/** The game as a player or a spectator sees it. */
export type Observation = {
  /** The owner of each award. */
  awards: Record<string, string | null>;
  /** The number of cards left in each deck. */
  decks: Record<string, number>;
  /** The last production roll; null before the first one. */
  dice: [number, number] | null;
  /** The number of discarded cards of each kind, if there are any. */
  discards: Record<string, number>;
  /** The pairs that have been drawn from the deck of dice since it was shuffled. */
  drawn_dice: [number, number][];
  /** The name that the event die shows since the last roll, if there is one. */
  event_die?: string | null;
  /** The revealed events. */
  events: EventSeen[];
  /** The hexes of the board. */
  hexes: Record<string, HexSeen>;
  /** The player whose turn it is. */
  in_turn: string;
  /**
   * The counters and marks of rules, by the rule's name and their own, such as `rule:
   * counter`. A counter is a number, or a number for each player, hex, place or piece. A
   * mark is a list of hexes or decks, or a list of players for each player.
   */
  kept: Record<string, RuleStateSeen>;
  /** The place of each marker; null if it is not on the board. */
  markers: Record<string, string | null>;
  /** The places of the neutral pieces, which belong to nobody, by kind. */
  neutral: Record<string, string[]>;
  /** The open offer. */
  offer: Offered | null;
  /** The players, clockwise. */
  players: SeatView[];
  /** The ports. */
  ports: PortSeen[];
  /** The open questions of rules. */
  questions: Asked[];
  /** The states of the pieces that are not in the first state of their kind, by place. */
  states: Record<string, string>;
  /** The current step of the turn. */
  step: string;
  /** The resource cards of the supply. */
  supply: Record<string, number>;
  /** The players who have to act. */
  to_act: string[];
  /** The place of each token in the game. */
  tokens: Record<string, string>;
  /** The number of turns that have begun. */
  turn: number;
  /** The player whose view this is; null for a spectator. */
  viewer: string | null;
  /** The winner. */
  winner: string | null;
};

/** A scenario, and packs that are added to it, separated by commas. */
export type OfScenario = {
  /** The name of the scenario. */
  name: string;
  /** The packs. */
  with?: string;
};

/** An open offer. */
export type Offered = {
  /** The cards that the current player would get. */
  get: Record<string, number>;
  /** The cards that the current player would give. */
  give: Record<string, number>;
  /** The players who have not answered yet. */
  waiting: string[];
  /** The players who would trade, with their terms from the current player's point of view. */
  willing: Record<string, Terms>;
};

/** A past moment of a game as a viewer saw it. */
export type Past = {
  /** The board. */
  board: string;
  /** The lines of the last action in the log. */
  log: string[];
  /** The game. */
  observation: Observation;
};

/** A wish to pause a game, or to go on with it. */
export type Pause = {
  /** Whether the game is paused from now on. */
  paused: boolean;
};

/** A kind of piece. */
export type PieceRule = {
  /**
   * Whether it may stand where other pieces stand, as all pieces on hexes may; it then has
   * places of its own.
   */
  beside_others: boolean;
  /** The number that each player has. */
  each: number;
  /** Whether it belongs to nobody. */
  neutral: boolean;
  /** The points that it is worth. */
  points: number;
  /** The declared prices, of which one is paid. */
  prices: Price[];
  /** The pieces that it replaces; empty if it is built on an empty place. */
  replaces: string[];
  /** Where it is placed: `border`, `intersection` or `hex`. */
  stands: string;
  /** Its states, first that of a new piece; empty if it has none. */
  states: string[];
  /** The number of cards that a producing hex yields for it. */
  yields: number;
  /** The cards that it yields instead, by the resource of the hex. */
  yields_for: Record<string, Record<string, number>>;
};

/** The places of the board, by their names. */
export type Places = {
  /** The places of pieces that stand beside others, each with the place where it is. */
  beside_others: Record<string, string>;
  /** The borders. */
  borders: Record<string, BorderPlaces>;
  /** The hexes. */
  hexes: Record<string, HexPlaces>;
  /** The intersections. */
  intersections: Record<string, IntersectionPlaces>;
};

/** Where the places of a board are in its picture. */
export type Plan = {
  /** The left and upper edge, the width and the height of the picture. */
  frame: [number, number, number, number];
  /** The center of each place, by its name. */
  places: Record<string, [number, number]>;
};

/** What happened to a player in a game. */
export type PlayerStatistics = {
  /** The cards that the player discarded. */
  discarded: number;
  /** The number of cards that could be expected of these rolls, without markers and rules. */
  expected: number;
  /** The cards that others took from the player. */
  lost: number;
  /** The player. */
  player: string;
  /** The cards that hexes produced, by resource. */
  produced: Record<string, number>;
  /** The cards that the player took from others. */
  taken: number;
  /** The trades with other players. */
  traded: number;
  /** The trades with the supply. */
  traded_with_supply: number;
};

/** The players. */
export type Players = number | string[];

/** A port. */
export type PortSeen = {
  /** Its border. */
  border: string;
  /** The intersections at which it can be used. */
  intersections: string[];
  /** The resource that it trades; null for any. */
  resource: string | null;
};

/** A price. */
export type Price = {
  /** A number of cards of a single, arbitrary kind. */
  alike: number;
  /** A number of cards of arbitrary kinds. */
  any: number;
  /** Cards of named kinds. */
  cards: Record<string, number>;
  /** The resources that cannot be chosen for `alike` and `any`. */
  except: string[];
};

/** What is seen after an action. */
export type RecordedMoment = {
  /** The lines of the action in the log. */
  log: string[];
  /** The game. */
  observation: Observation;
};

/** A seat, without who plays there. */
export type RecordedSeat = {
  /** The player. */
  player: string;
};

/** A recorded game, with everything that is hidden from players. */
export type Recording = {
  /** The board after each action, as an SVG picture. */
  boards: ChangingText;
  /** The course of the game. */
  history: History;
  /** Why the recording ends before the transcript. */
  problem: string | null;
  /** The rules. */
  rules: Rules;
  /** The seats, clockwise. */
  seats: RecordedSeat[];
  /** The title of the scenario. */
  title: string;
  /** A `RecordedMoment` after each action, as JSON. */
  views: ChangingText;
};

/** The answer to a request that cannot be carried out. */
export type Refused = {
  /** What is wrong. */
  message: string;
  /** The reasons in detail. */
  reasons?: ErrorReason[];
};

/** A bot that plays for a person or a program; none to give the seat back. */
export type Replacement = {
  /** The bot; null to give the seat back. */
  by: Bot | null;
  /** The seat. */
  seat: number;
};

/** A rule. */
export type RuleOffer = {
  /** Its pack and name. */
  id: string;
  /** Its description. */
  text: string;
  /** Its title. */
  title: string;
};

/** A counter or a mark of a rule. */
export type RuleStateSeen = number | Record<string, number> | Record<string, string[]> | string[];

/** A rule file. */
export type RuleText = {
  /** The file. */
  file: string;
  /** Its pack and name, such as `pack/rule`. */
  id: string;
  /** The rulings that it implements. */
  rulings: string;
  /** Its description in a sentence. */
  text: string;
  /** Its title. */
  title: string;
};

/** The rules of a game. */
export type Rulebook = {
  /** The awards. */
  awards: Record<string, AwardRule>;
  /** The places of the board. */
  board: Places;
  /** The cards. */
  cards: Record<string, CardRule>;
  /** The decks. */
  decks: Record<string, DeckRule>;
  /** The events that can be discovered, each with its terrain. */
  events: Record<string, string>;
  /** The goods that players can own, and the number of each. */
  goods: Record<string, number>;
  /** The markers. */
  markers: string[];
  /** The packs in play, with their versions. */
  packs: Record<string, string>;
  /** The pieces. */
  pieces: Record<string, PieceRule>;
  /** The number of cards of each resource. */
  resources: Record<string, number>;
  /** The rule files in play, in the order in which they are called. */
  rules: RuleText[];
  /** The minimum and maximum number of players. */
  seats: [number, number];
  /** The settings and their values. */
  settings: Record<string, SettingValue>;
  /** The terrains of hexes. */
  terrains: Record<string, TerrainRule>;
  /** The description of the scenario. */
  text: string;
  /** The title of the scenario. */
  title: string;
  /** The tokens at outposts. */
  tokens: Record<string, TokenRule>;
  /** The rates of trade with the supply, in words. */
  trades: Record<string, string>;
};

/** The rules of a game, which do not change. */
export type Rules = {
  /** The colors of the picture. */
  colors: Colors;
  /** Where the places of the board are in its picture. */
  plan: Plan;
  /** The rules as the protocol's `rules` returns them. */
  rules: Rulebook;
};

/** A scenario. */
export type Scenario =
  | string
  | {
      /** The text. */
      text: string;
    };

/** A scenario, perhaps with additional packs. */
export type ScenarioOffer = {
  /** The names for the maximum number of players. */
  names: string[];
  /** The packs in play. */
  packs: string[];
  /** The rules in play. */
  rules: RuleOffer[];
  /** The minimum and maximum number of players. */
  seats: [number, number];
  /** The settings of the packs in play. */
  settings: SettingOffer[];
  /** Its description. */
  text: string;
  /** Its title. */
  title: string;
};

/** A shipped scenario. */
export type ScenarioTitle = {
  /** Its name. */
  name: string;
  /** Its description. */
  text: string;
  /** Its title. */
  title: string;
};

/** The key to a seat. */
export type SeatKey = {
  /** The key, for the part of a link behind `#`. */
  key: string;
  /** The player. */
  player: string;
};

/** Who plays at a seat: a person, a bot, or `program` and a name. */
export type SeatKind = 'person' | Bot | `program ${string}`;

/** A seat. */
export type SeatState = {
  /** Who plays there. */
  kind: SeatKind;
  /** The player. */
  player: string;
  /** Whether a program plays for a person, who can have the seat back. */
  replaced: boolean;
};

/** A player as seen by a viewer, for files and programs. */
export type SeatView = {
  /** The names of the tokens to which the player has access. */
  access: string[];
  /** The number of other cards in hand. */
  cards: number;
  /**
   * The number of cards that the player still has to discard; null if it is hidden from the
   * viewer.
   */
  due: number | null;
  /** The points that the player needs to win. */
  goal: number;
  /** The goods that the player owns. */
  goods: Record<string, number>;
  /** The number of resource cards in hand. */
  hand: number;
  /** The other cards in hand; null if they are hidden from the viewer. */
  held: Record<string, number> | null;
  /** The number of pieces of each kind in the player's supply. */
  left: Record<string, number>;
  /** The name of the player. */
  name: string;
  /** The resource cards in hand that are visible to all. */
  open: Record<string, number>;
  /** The places of the pieces on the board, by name. */
  pieces: Record<string, string[]>;
  /** The piles of resource cards in front of the player, which are not part of the hand. */
  piles: Record<string, Record<string, number>>;
  /** The cards that the player has played. */
  played: Record<string, number>;
  /** The visible points, and those of the viewer's own hidden cards. */
  points: number;
  /** The resource cards in hand; null if they are hidden from the viewer. */
  resources: Record<string, number> | null;
};

/** A setting. */
export type SettingOffer = {
  /** Its name. */
  name: string;
  /** The range of a number. */
  range: [number, number] | null;
  /** Its description. */
  text: string;
  /** Its value. */
  value: SettingValue;
};

/** The value of a setting. */
export type SettingValue = boolean | number | string;

/** From this line on, this number of lines is deleted, and others are put there. */
export type Splice = [number, number, string[]];

/** What was counted in a game. */
export type Statistics = {
  /** What happened to each player, clockwise. */
  players: PlayerStatistics[];
  /** How often each sum was rolled, from 2 to 12. */
  rolls: number[];
};

/** Terms of a trade. */
export type Terms = {
  /** The cards received. */
  get: Record<string, number>;
  /** The cards given. */
  give: Record<string, number>;
};

/** A terrain. */
export type TerrainRule = {
  /** Whether it is land. */
  land: boolean;
  /** Whether its hexes take number markers. */
  numbered: boolean;
  /** The numbers that each of its hexes has instead of a number marker. */
  numbers: number[];
  /** Whether it is an outpost, which has tokens at its intersections. */
  outpost: boolean;
  /** The resource that it produces. */
  yields: string | null;
};

/** A token. */
export type TokenRule = {
  /** Its outpost. */
  outpost: string;
  /** Its rule. */
  rule: string;
};

/** A request to undo actions. */
export type UndoRequest = {
  /** Who asks for it. */
  by: string;
  /** The number of lines that would be undone. */
  lines: number;
  /** The players who have not agreed yet. */
  waiting: string[];
};

/** A request to undo, or an answer to it. */
export type UndoWish = {
  /** Whether the player wants it. */
  agrees: boolean;
  /** The seat. */
  seat: number;
};

/** What one seat, or a spectator, sees of a game. */
export type View = {
  /** The legal actions of the viewer. */
  actions: Legal[];
  /** The rules whose questions the viewer can answer in advance, with the answer in force. */
  advance: Advance[];
  /** The board as an SVG picture, whose places are those of the game's plan. */
  board: string;
  /** The lines of the transcript that the viewer has not seen yet, as the viewer sees them. */
  log: string[];
  /** The number of the first line in `log`. */
  log_from: number;
  /** The game as the viewer sees it. */
  observation: Observation;
  /** Whether the game is paused. */
  paused: boolean;
  /** What stops the game, such as a rule that fails at each attempt. */
  problem: string | null;
  /** The seats, clockwise. */
  seats: SeatState[];
  /** The title of the scenario. */
  title: string;
  /** The request to undo actions on which players have to agree. */
  undo: UndoRequest | null;
  /** The number of this state of the game: it grows with each change. */
  version: number;
};

/** What is said at each route. */
export interface Routes {
  'DELETE /api/games/{game}': { answer: null };
  'GET /api/catalog': { answer: Catalog };
  'GET /api/games': { answer: Listed[] };
  'GET /api/games/{game}/events': { event: number };
  'GET /api/games/{game}/hint': { answer: Hints; query: AtSeat };
  'GET /api/games/{game}/history': { answer: History; query: Look };
  'GET /api/games/{game}/links': { answer: Created };
  'GET /api/games/{game}/me': { answer: Me };
  'GET /api/games/{game}/past': { answer: Past; query: LookBack };
  'GET /api/games/{game}/rules': { answer: Rules };
  'GET /api/games/{game}/transcript': { text: string };
  'GET /api/games/{game}/view': { answer: View; query: Look };
  'GET /api/games/{game}/why': { answer: Causes; query: LookBack };
  'GET /api/scenario': { answer: ScenarioOffer; query: OfScenario };
  'POST /api/games': { answer: Created; body: NewGame };
  'POST /api/games/{game}/fork': { answer: Created; body: Fork };
  'POST /api/games/{game}/pause': { answer: null; body: Pause };
  'POST /api/games/{game}/play': { answer: View; body: Line };
  'POST /api/games/{game}/replace': { answer: null; body: Replacement };
  'POST /api/games/{game}/seat': { body: Key };
  'POST /api/games/{game}/undo': { answer: null; body: UndoWish };
  'POST /api/games/{game}/why-not': { answer: ErrorReason[]; body: Line };
  'POST /api/import': { answer: Created; body: Import };
  'POST /api/manager': { body: Key };
}
