// All texts of the page. Names of pieces, cards and rules come from the game.

import { written } from './lib/cards';
import type { Standing } from './lib/places';
import type { Legal, SeatKind } from './lib/types';

const kinds = {
  person: 'person',
  search: 'bot, looks ahead',
  greedy: 'bot, greedy',
  random: 'bot, random',
};
const seatKinds = {
  person: 'a person',
  search: 'bot: looks ahead',
  greedy: 'bot: pursues points',
  random: 'bot: plays at random',
};

/** The players that are part of the program. */
export const builtInKinds = Object.keys(seatKinds) as (keyof typeof seatKinds)[];

const many = (count: number, one: string, more = `${one}s`) =>
  `${count} ${count === 1 ? one : more}`;

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const isFree = (action: Legal) => Object.keys(action.pay ?? {}).length === 0;

/** What an action does, without its place and its price. */
function action(it: Legal): string {
  switch (it.do) {
    case 'roll':
      return 'Roll the dice';
    case 'end_turn':
      return 'End turn';
    case 'build':
      return `${isFree(it) ? 'Place' : 'Build'} ${it.piece}`;
    case 'buy':
      return `Buy ${it.deck}`;
    case 'trade':
      return `Give ${written(it.give ?? {})} for ${written(it.get ?? {})}`;
    case 'play':
      return it.instead ? `Play ${it.card} for ${it.instead}` : `Play ${it.card}`;
    case 'use':
      return it.variant ? `${capital(it.ability ?? '')}: ${it.variant}` : capital(it.ability ?? '');
    case 'accept':
      return 'Accept';
    case 'refuse':
      return 'Refuse';
    case 'withdraw':
      return 'Withdraw the offer';
    case 'conclude':
      return `Trade with ${it.with}`;
    case 'move':
      return `Move ${it.marker}`;
    case 'take':
      return it.from === null ? 'Take nothing' : `Take from ${it.from}`;
    case 'discard':
      return `Discard ${it.card}`;
    case 'choose':
      return capital(it.answer ?? '');
    case 'pay_first':
      return it.hidden ? 'Pay hidden cards first' : 'Pay open cards first';
    default:
      return capital(it.line.slice(it.player.length + 1));
  }
}

export const texts = {
  action,
  capital,
  program: 'New Catan',
  licenses: 'Licences of the parts of this page',

  // Words that are used in several places.
  nothing: 'nothing',
  or: 'or',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  loading: 'Loading …',
  free: 'free',
  doIt: 'Do it',
  copy: 'Copy',
  copied: 'Copied',
  by: (rule: string) => `by ${rule}`,
  cards: (count: number) => many(count, 'card'),
  points: (count: number) => many(count, 'point'),

  // The connection.
  noConnection: 'There is no connection to the server.',
  lost: 'Connection lost, trying again …',

  // The board.
  board: 'Board',
  place: 'place',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  zoomAll: 'Whole board',
  pips: (count: number) => many(count, 'dot'),
  port: (resource: string | null) => `Port: ${resource ?? 'any resource'}`,
  affects: 'Affects',
  hand: (count: number) => many(count, 'card'),
  pieceOf: ({ state, piece, owner }: Standing) => `${state ? `${state} ` : ''}${piece} of ${owner}`,

  // Whose turn it is, and what to do.
  titleMine: (title: string) => `● ${title}`,
  turn: (number: number) => `Turn ${number}`,
  yourTurn: 'Your turn',
  turnOf: (name: string) => `${name}’s turn`,
  waitFor: (names: string[]) => `Waiting for ${names.join(', ')}`,
  watching: 'You are watching this game.',
  prompts: {
    place: 'Choose a lit place.',
    roll: 'Roll the dice.',
    beforeRoll: 'Roll the dice, or do something before.',
    discard: (due: number) => `Too many cards: discard ${due}.`,
    move: (markers: string[]) => `Move ${markers.join(' or ')}: choose a lit place.`,
    take: 'Take a card from whom?',
    act: 'Build, trade, play or end your turn.',
    offer: 'Answer the offer.',
    ownOffer: 'Your offer: conclude or withdraw it.',
    other: 'Choose what to do.',
  } as const,
  placeNow: (pieces: string[]) => `Place ${pieces.join(' or ')}: choose a lit place.`,
  buildNow: (piece: string) => `Build ${piece}: choose a lit place.`,
  onBoard: 'Choose a lit place on the board.',
  paused: 'The game is paused.',
  resume: 'Go on',
  problem: 'The game cannot go on:',
  places: (count: number) => many(count, 'place'),
  all: 'all',
  wanted: 'Light up',
  chooseWay: 'Which way?',

  // Hints.
  hint: 'Hint',
  hintTitle: 'What a bot that looks ahead would do, knowing only what you see',
  hintText: 'Best actions, with your chance to win after each:',
  chance: (value: number, error: number | null) =>
    error === null ? `${value.toFixed(0)} %` : `${value.toFixed(0)} % ± ${error.toFixed(0)}`,

  // What can be built and bought.
  purchases: 'Build and buy',
  buy: (deck: string) => `Buy ${deck}`,
  lacks: (name: string, cards: string) => `You lack ${cards} for a ${name} at the usual price.`,
  nowhere: (name: string) => `There is no place now where you can build a ${name}.`,
  notNow: (name: string) => `A ${name} can only be built in your turn, after the roll.`,

  // The hand.
  yourHand: 'Your hand',
  emptyHand: 'no cards',
  open: 'face up',
  pile: (name: string) => `Pile: ${name}`,
  playCard: (card: string) => `Play ${card}`,
  cannotPlay: 'cannot be played now',

  // Discarding.
  chosen: (count: number, due: number) => `${count} of ${due} chosen`,
  discard: (count: number) => `Discard ${many(count, 'card')}`,
  more: (name: string) => `One more ${name}`,
  fewer: (name: string) => `One ${name} fewer`,

  // Trading.
  supplyTrade: 'Trade with the supply',
  supplyTradeShort: 'Supply',
  youGet: 'You get',
  youGive: 'You give',
  to: 'To',
  offerTrade: 'Offer a trade',
  offerShort: 'Offer',
  sendOffer: 'Send the offer',
  counter: 'Counter-offer',
  sendCounter: 'Send the counter-offer',
  offerOf: (name: string) => `${name} offers`,
  yourOffer: 'You offer',
  forWhat: 'for',
  thinking: 'is thinking',
  agrees: 'accepts',
  wants: 'wants instead:',
  refused: 'refuses',
  youLack: (cards: string) => `You lack ${cards}.`,
  supplyHas: 'Supply',
  nobodyAccepts: (terms: string) => `Nobody accepted your offer of ${terms}.`,

  // Reasons.
  whyNot: 'Not possible',
  ruling: (rulings: string) => `ruling ${rulings}`,

  // Players.
  players: 'Players',
  goal: (goal: number) => `of ${goal}`,
  resourceCards: (count: number) => (count === 1 ? 'card' : 'cards'),
  otherCards: 'other',
  handFact: 'Hand',
  piecesLeft: 'Pieces left',
  played: 'Played',
  goods: 'Goods',
  access: 'Benefits',
  counters: 'Counters',
  acts: 'to act',
  kindOf: (kind: SeatKind) => (kind in kinds ? kinds[kind as keyof typeof kinds] : kind),
  botPlays: 'a bot plays',
  you: 'you',
  details: (name: string) => `Details of ${name}`,

  // The last roll.
  lastRoll: 'Last roll',
  noRoll: 'The dice have not been rolled yet.',
  rolled: (one: number, other: number) => `${one} and ${other} make ${one + other}`,
  brought: 'Nothing was produced.',

  // Panels.
  panels: {
    log: 'Log',
    benefits: 'Benefits',
    supply: 'Supply',
    rules: 'Rules',
  } as const,
  resources: 'Resource cards in the supply',
  decks: 'Decks',
  perCard: 'a card costs',
  discards: 'Discarded',
  drawnDice: 'Dice drawn from the deck',
  prices: 'Prices',
  events: 'Events',
  markers: 'Markers',
  offBoard: 'off the board',
  trades: 'Rates of trade',
  awards: 'Awards',
  nobody: 'nobody',
  awardRule: (points: number, least: number) => `${many(points, 'point')}, at least ${least}`,
  atPlace: (place: string) => `at ${place}`,
  whoHas: 'Access:',
  showPlace: 'Show it on the board',
  settings: 'Settings',
  packs: 'Packs',
  advance: 'Your answers in advance',
  advanceNow: (answer: string) => `now: ${answer}`,
  ruleList: 'Rules in play',
  anyCards: (count: number) => `${count} of any kind`,
  alikeCards: (count: number) => `${count} of one kind`,
  filter: 'Search',
  noRule: 'No rule contains this.',
  fresh: 'new',
  emptyLog: 'Nothing has happened yet.',
  marks: 'Counters of rules',
  why: 'Why?',
  earlier: 'Earlier lines',
  later: 'Later lines',
  newest: '↓ Newest lines',
  toMoment: 'Look at this moment',
  lookHere: 'Look at the table after this action',
  onlyLast: 'The reasons are told of the last action alone.',
  wasUndone: 'This action was undone.',
  noChanges: 'Nothing was changed.',
  askedRules: 'Rules that were asked and had their say',
  declaredIn: (file: string) => `The lines of ${file}`,
  whyTitle: 'Why did this happen?',
  noReason: 'This follows from the action itself.',

  // Looking back.
  history: 'History',
  lookBack: 'Look back at earlier actions',
  previousTurn: 'Previous turn',
  previousAction: 'Previous action',
  nextAction: 'Next action',
  nextTurn: 'Next turn',
  toNow: 'Back to now',
  play: 'Play',
  stop: 'Stop',
  speed: 'Speed',
  perSecond: (count: number) => `${count} a second`,
  pointsOverTime: 'Points over time',
  beginning: 'The beginning of the game',
  moment: (at: number, last: number, turn?: number) =>
    `action ${at} of ${last}${turn ? `, turn ${turn}` : ''}`,
  statistics: 'Statistics',
  noStatistics: 'There are no statistics for this game.',
  luck: 'Luck',
  luckText: 'Cards that the dice produced, and cards that could be expected of these buildings.',
  luckOf: (real: number, expected: number) => `${real} of ${expected.toFixed(1)} expected`,
  signed: (number: number) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(1)}`,
  produced: 'Production',
  exchanged: 'Trades and losses',
  statisticsHeads: ['traded', 'with supply', 'taken', 'lost', 'discarded'] as const,
  rolls: 'Rolls of the dice',

  // Going on from a moment, and comparing.
  fork: 'Continue from here',
  forkAt: (at: number) =>
    at === 0
      ? 'A new game begins with the same board. This game stays as it is.'
      : `A new game begins as it was after action ${at}. This game stays as it is.`,
  forkNow: 'A new game begins as it is now. This game stays as it is.',
  newestRules: 'with the newest rules of the program',
  newerRules: 'The program has newer rules than this game, which goes on with its own.',
  forkNewest: 'Continue with the newest rules',
  compare: 'Two games compared',
  compareNow: 'Compare the two chosen games',
  compareHint: 'Choose two games to compare them.',
  chooseToCompare: (title: string) => `Compare ${title}`,
  firstDifference: (at: number) =>
    at === 0 ? 'The boards differ from the beginning.' : `The first difference is action ${at}.`,
  toDifference: 'Show the first difference',
  sameGames: 'Both games are the same.',

  // Recordings.
  noRecording: 'There is no recording in this page.',
  endsEarly: (problem: string) => `The recording ends before the game: ${problem}`,

  // Around the game.
  menu: 'Game',
  allGames: 'All games',
  undo: 'Undo',
  undone: (count: number) =>
    count === 1 ? 'The last action was undone' : `The last ${count} actions were undone`,
  undoOf: ([first, ...later]: string[]) =>
    first === undefined
      ? 'You have done nothing yet'
      : `Undo “${first}”${later.length > 0 ? ` and ${many(later.length, 'later action')}` : ''}`,
  undoWish: (name: string, actions: string[]) =>
    `${name} asks to undo ${actions.map((action) => `“${action}”`).join(', ')}.`,
  undoWaiting: (names: string[]) => `Waiting for ${names.join(', ')}.`,
  agree: 'Agree',
  disagree: 'Disagree',
  pause: 'Pause the game',
  botFor: 'Let a bot play for me',
  botSearch: 'A bot that looks ahead plays for me',
  botGreedy: 'A bot that pursues points plays for me',
  botRandom: 'A bot that plays at random plays for me',
  takeBack: 'Play myself again',
  botPlaying: 'A bot plays for you.',
  theme: 'Look',
  themes: { system: 'as the system', light: 'light', dark: 'dark' } as const,
  changeSeat: 'Another seat of this screen',
  handOver: (name: string) => `It is ${name}’s turn.`,
  handOverText: 'Hand over the device: nothing is shown until then.',
  iAm: (name: string) => `I am ${name}`,
  over: 'The game is over',
  wins: (name: string) => `${name} wins`,
  undecided: 'Nobody wins',
  result: 'Points',

  // Games and new games.
  games: 'Games',
  newGame: 'New game',
  importTitle: 'Import a transcript',
  importShort: 'Import',
  importFile: 'The file with the transcript',
  importText: 'or its text',
  importNow: 'Import it',
  noGames: 'There are no games yet.',
  needLink: 'Open the link that the program has printed, or the link to your seat.',
  cannotOpen: 'This game cannot be opened.',
  ended: (winner: string | null, turns: number) =>
    `over after ${many(turns, 'turn')}${winner ? `: ${winner} won` : ''}`,
  botNames: (count: number, names: string) => `${count === 1 ? 'bot' : 'bots'} ${names}`,
  replaced: (name: string) => `${name} (a bot plays)`,
  saved: (when: string) => `saved ${when}`,
  continue: 'Open',
  links: 'Links',
  linksOf: 'Links to the game',
  linksText: 'Everybody who has the link to a seat can play there. Send each person theirs.',
  linkFor: (name: string) => `Link for ${name}`,
  spectators: 'spectators',
  sitHere: (name: string) => `Play as ${name}`,
  watch: 'Watch',
  transcript: 'Transcript',
  remove: 'Delete',
  removeSure: 'Delete this game for good?',
  removeYes: 'Yes, delete it',
  scenario: 'Scenario',
  seats: 'Seats',
  numberOfPlayers: 'Number of players',
  playerName: (seat: number) => `Name of player ${seat}`,
  playerKind: (seat: number) => `Who plays at seat ${seat}`,
  seatKind: (kind: SeatKind) =>
    kind in seatKinds ? seatKinds[kind as keyof typeof seatKinds] : kind,
  programSeats: 'Seats of programs',
  programBack: (name: string) => `Let the program of ${name} play again`,
  botInstead: (name: string) => `Let a bot play for ${name}`,
  seed: 'Seed',
  seedText: 'The same number gives the same board, dice and cards. Empty: drawn by lot.',
  addPacks: 'Packs to add',
  leaveOut: 'Rules to leave out',
  leaveOutCount: (count: number) => (count > 0 ? `${count} left out` : 'all in play'),
  range: (least: number, most: number) => `${least} to ${most}`,
  start: 'Start the game',
  humanized: (name: string) => capital(name.replaceAll('_', ' ')),
};
