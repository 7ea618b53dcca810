// The lines of the log: actions, and indented below them their changes.

export interface Entry {
  /** The number of the line. */
  at: number;
  text: string;
  changes: { at: number; text: string }[];
}

/** Groups lines: an action with the changes below it. */
export function entries(lines: string[]): Entry[] {
  const all: Entry[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('  ') && all.length > 0) {
      all[all.length - 1]?.changes.push({ at, text: line.trim() });
    } else if (line.trim()) {
      all.push({ at, text: line.trim(), changes: [] });
    }
  }
  return all;
}

/** The last roll of dice and what it caused. */
export function lastRoll(lines: string[]): Entry | undefined {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (/^\S.* rolls \d+ \d+/.test(lines[at] ?? '')) {
      const [roll] = entries(lines.slice(at));
      return roll;
    }
  }
  return undefined;
}

/** The player with whose name a line begins. */
export function actorOf(names: string[], text: string): string | undefined {
  return names
    .filter((name) => text === name || text.startsWith(`${name} `))
    .sort((one, other) => other.length - one.length)[0];
}

/** The places that lines name. */
export function placesIn(lines: string[], known: (place: string) => boolean): string[] {
  const words = lines.flatMap((line) => line.split(/[\s,]+/));
  return [...new Set(words.filter(known))];
}

/** The number of actions in an entry: cards that are discarded together are one action each. */
function actionsIn(text: string): number {
  const discards = / discards (\d.*)$/.exec(text)?.[1];
  if (!discards) return 1;
  const counts = discards.match(/\d+/g) ?? [];
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

/** The number of actions that a line takes back; 0 if it is no such line. */
export function undoneBy(text: string): number {
  const undo = /^undo(?: (\d+))?$/.exec(text);
  return undo ? Number(undo[1] ?? 1) : 0;
}

/** The numbers of the lines that remain when undone actions, and the lines that undid them, go. */
export function remaining(lines: string[]): number[] {
  const kept: { lines: number[]; actions: number }[] = [];
  for (const entry of entries(lines)) {
    // A note about a program is no action.
    if (entry.text.startsWith('#')) continue;
    let count = undoneBy(entry.text);
    if (count === 0) {
      const all = [entry.at, ...entry.changes.map(({ at }) => at)];
      kept.push({ lines: all, actions: actionsIn(entry.text) });
      continue;
    }
    while (count > 0) {
      const last = kept.at(-1);
      if (!last) break;
      const undone = Math.min(count, last.actions);
      count -= undone;
      last.actions -= undone;
      if (last.actions === 0) kept.pop();
    }
  }
  return kept.flatMap((entry) => entry.lines);
}

/** The lines without undone actions. */
export function withoutUndone(lines: string[]): string[] {
  return remaining(lines).flatMap((at) => lines[at] ?? []);
}

/**
 * What an undo takes back: the actions since the last one of a player, that one included. Taking a
 * card belongs to the action before it.
 */
export function sinceLastOf(name: string, names: string[], lines: string[]): string[] {
  const all = entries(withoutUndone(lines));
  const begins = (text: string) =>
    actorOf(names, text) === name && !/ takes (from |nothing)/.test(text);
  const last = all.findLastIndex(({ text }) => begins(text));
  return last < 0 ? [] : all.slice(last).map(({ text }) => text);
}

/** A player's offer that everybody has refused, if that happened last. */
export function refusedOffer(name: string, lines: string[]): string | undefined {
  const all = entries(withoutUndone(lines));
  const at = all.findLastIndex(({ text }) => text.startsWith(`${name} offers `));
  const answers = all.slice(at + 1);
  const isRefused = at >= 0 && answers.length > 0;
  return isRefused && answers.every(({ text }) => / refuses$/.test(text))
    ? all[at]?.text.slice(`${name} offers `.length)
    : undefined;
}
