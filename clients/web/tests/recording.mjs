// A page with a recording, as the program writes it.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ask } from './place.mjs';
import { PROGRAM } from './program.mjs';

/** Writes the page of a game to a file; the page of a manager gives the transcript. */
export async function record(page, game, file) {
  const transcript = `${file}.game`;
  await writeFile(transcript, await ask(page, `games/${game}/transcript`));
  await promisify(execFile)(PROGRAM, ['board', transcript, '--html', file]);
  const html = await readFile(file, 'utf8');
  const [, data] = /id="recording">(.*?)<\/script>/s.exec(html);
  return JSON.parse(data);
}
