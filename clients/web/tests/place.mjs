// A place to play for tests: the program, the built page in front of it, and a browser.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { servePage } from './server.mjs';

const PROGRAM =
  process.env.NEWCATAN ?? new URL('../../../target/debug/newcatan', import.meta.url).pathname;
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The program, which can be killed and started again with the same games. */
class Program {
  constructor(port, folder) {
    this.port = port;
    this.folder = folder;
  }

  async start() {
    const options = ['--games', this.folder, '--port', String(this.port), '--no-open'];
    this.child = spawn(PROGRAM, ['serve', ...options, '--pause', '20'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.key = await new Promise((resolve, reject) => {
      let text = '';
      this.child.on('exit', () => reject(new Error(`the program ended: ${text}`)));
      this.child.stdout.on('data', (data) => {
        text += data;
        const found = /manager=([0-9a-f]+)/.exec(text);
        if (found) resolve(found[1]);
      });
    });
  }

  kill() {
    return new Promise((resolve) => {
      this.child.removeAllListeners('exit');
      this.child.on('exit', resolve);
      this.child.kill('SIGKILL');
    });
  }
}

/** Opens everything; `close` ends it again. */
export async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'games-'));
  const program = new Program(await freePort(), folder);
  await program.start();
  const port = await freePort();
  const server = await servePage(port, () => program.port);
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  const address = `http://127.0.0.1:${port}`;
  const faults = [];

  /** A page of another person, with its own cookies. */
  async function person(options = {}) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) faults.push(message.text());
    });
    return page;
  }

  async function manager(options) {
    const page = await person(options);
    await page.goto(`${address}/#manager=${program.key}`);
    await page.getByRole('link', { name: 'New game' }).waitFor();
    return page;
  }

  /** Creates a game without the form. */
  async function create(page, game) {
    return page.evaluate(async (game) => {
      const answer = await fetch('/api/games', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(game),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    }, game);
  }

  async function sitDown(page, created, seat) {
    const { key } = created.keys[seat];
    await page.goto(`${address}/#game=${created.game}&key=${key}`);
    await page.waitForURL(`${address}/#game=${created.game}`);
  }

  /** A short game of bots that is over; the page watches it. */
  async function finished(page, more = {}) {
    const created = await create(page, {
      scenario: 'newcatan',
      players: ['ann', 'bob', 'cyd'],
      seats: ['greedy', 'greedy', 'greedy'],
      seed: 5,
      set: { goal: 4 },
      ...more,
    });
    await page.goto(`${address}/#game=${created.game}&key=${created.spectator}`);
    const result = page.getByRole('region', { name: 'The game is over' });
    await result.waitFor({ timeout: 120_000 });
    return created;
  }

  async function close() {
    await browser.close();
    server.close();
    server.closeAllConnections();
    await program.kill();
    await rm(folder, { recursive: true, force: true });
  }

  return { address, program, faults, person, manager, create, sitDown, finished, close };
}

export const panel = (page) => page.locator('.act');
