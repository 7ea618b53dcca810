// Makes a page with a recording out of what the server tells about a game.

import { readFile, writeFile } from 'node:fs/promises';

const PAGE = new URL('../dist/replay.html', import.meta.url);

/** What differs between two lists of lines, as runs of lines that replace others. */
export function splices(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start])
    start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [old, put] = [before, after].map((lines) => lines.slice(start, lines.length - end));
  if (old.length !== put.length) return [[start, old.length, put]];
  // As many lines as before: only those that differ, in several runs.
  const all = [];
  for (const [at, line] of put.entries()) {
    if (line === old[at]) continue;
    const last = all.at(-1);
    if (last && last[0] + last[1] === start + at) {
      last[1] += 1;
      last[2].push(line);
    } else {
      all.push([start + at, 1, [line]]);
    }
  }
  return all;
}

function changing(states) {
  const [first, ...others] = states;
  return { first, steps: others.map((state, at) => splices(states[at], state)) };
}

/** Asks the server for the whole course of a game; the page has to have a seat, or to watch. */
export async function record(page, game) {
  const get = (path) =>
    page.evaluate(async (path) => {
      for (;;) {
        const answer = await fetch(`/api/games/${path}`);
        if (answer.ok) return answer.json();
        if (answer.status !== 429) throw new Error(`${path}: ${await answer.text()}`);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }, `${game}/${path}`);
  const { rules, history, view } = {
    rules: await get('rules'),
    history: await get('history'),
    view: await get('view'),
  };
  const past = [];
  for (let actions = 0; actions <= history.moments.length; actions += 1) {
    past.push(await get(`past?actions=${actions}`));
  }
  return {
    title: view.title,
    rules,
    seats: view.seats,
    history,
    views: changing(
      past.map(({ observation, log }) => JSON.stringify({ observation, log }, null, 2).split('\n')),
    ),
    boards: changing(past.map(({ board }) => board.split('\n'))),
    problem: null,
  };
}

/** Writes the page with a recording, as the program does. */
export async function writePage(recorded, file) {
  const page = await readFile(PAGE, 'utf8');
  const data = JSON.stringify(recorded).replaceAll('<', '\\u003c');
  await writeFile(
    file,
    page.replace('RECORDING', () => data),
  );
}
