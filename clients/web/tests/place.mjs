// A place to play for tests: the program, the built page in front of it, and a browser.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { Program, freePort } from './program.mjs';
import { servePage } from './server.mjs';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The players of every game in these tests. */
export const PLAYERS = ['ann', 'bob', 'cyd'];
export const PEOPLE = ['person', 'person', 'person'];
/** A person, and bots. */
export const BOTS = ['person', 'greedy', 'greedy'];

class Place {
  faults = [];

  async open() {
    this.folder = await mkdtemp(join(tmpdir(), 'games-'));
    this.program = new Program(await freePort(), this.folder);
    const port = await freePort();
    this.server = await servePage(port, () => this.program.port);
    this.address = `http://127.0.0.1:${port}`;
    // Chromium sometimes crashes when it starts.
    const launch = () => chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
    [this.browser] = await Promise.all([launch().catch(launch), this.program.start()]);
  }

  /** Also after an `open` that failed, since the program would keep the tests from ending. */
  async close() {
    await this.browser?.close();
    this.server.close();
    this.server.closeAllConnections();
    await this.program.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A page of another person, with its own cookies. */
  async person(options = {}) {
    const viewport = { width: 1440, height: 900 };
    const context = await this.browser.newContext({ viewport, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30000);
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.faults.push(message.text());
    });
    return page;
  }

  /** The page of the person who manages the games, which shows their list. */
  async manager(options) {
    const page = await this.person(options);
    await page.goto(`${this.address}/#manager=${this.program.key}`);
    await page.getByRole('link', { name: 'New game' }).waitFor();
    return page;
  }

  /** Creates a game without the form; by default, of three people at the board for beginners. */
  async create(page, game = {}) {
    const whole = {
      scenario: 'catan_beginners',
      players: PLAYERS,
      seed: 1,
      seats: PEOPLE,
      ...game,
    };
    return ask(page, 'games', { method: 'POST', ...sending(whole) });
  }

  /** The page of a manager who sits at the first seat of a game that goes on from a transcript. */
  async resume(transcript, seats = BOTS) {
    const page = await this.manager();
    const created = await ask(page, 'import', {
      method: 'POST',
      ...sending({ transcript, seats }),
    });
    await this.sitDown(page, created);
    return { page, created };
  }

  async sitDown(page, created, seat = 0) {
    const { key } = created.keys[seat];
    await page.goto(`${this.address}/#game=${created.game}&key=${key}`);
    await page.waitForURL(`${this.address}/#game=${created.game}`);
  }

  /** The page of a manager who sits at the first seat of a new game. */
  async start(game) {
    const page = await this.manager();
    const created = await this.create(page, game);
    await this.sitDown(page, created);
    return { page, created };
  }

  /** A short game of bots that is over; the page watches it. */
  async finished() {
    const page = await this.manager();
    const created = await this.create(page, {
      scenario: 'newcatan',
      seats: ['greedy', 'greedy', 'greedy'],
      seed: 5,
      set: { goal: 4 },
    });
    await page.goto(`${this.address}/#game=${created.game}&key=${created.spectator}`);
    await result(page).waitFor({ timeout: 120_000 });
    return { page, created };
  }
}

/** A place that is open until it is closed. */
export async function open() {
  const place = new Place();
  await place.open();
  return place;
}

/** A place that is open while the tests of a file run, which may prepare something in it. */
export function usePlace(prepare = () => {}) {
  const place = new Place();
  before(async () => {
    await place.open();
    await prepare();
  });
  after(() => place.close());
  return place;
}

const sending = (data) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(data),
});

/** The answer of the server to a request of a page; too many requests are sent again. */
export async function ask(page, path, options) {
  return page.evaluate(
    async ([path, options]) => {
      for (;;) {
        const answer = await fetch(`/api/${path}`, options);
        const text = await answer.text();
        if (answer.ok) return path.endsWith('/transcript') ? text : JSON.parse(text);
        if (answer.status !== 429) throw new Error(`${path}: ${answer.status} ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    [path, options],
  );
}

/** The part of the page in which a person acts, and a button in it. */
export const panel = (page) => page.locator('.act');
export const button = (page, name) => panel(page).getByRole('button', { name, exact: true });

/** What is shown when the game is over. */
export const result = (page) => page.getByRole('region', { name: 'The game is over' });

/** The lines of the log. */
export const log = (page) => page.getByRole('tabpanel');

/** Rolls the dice, once that is to be done; no 7 may come. */
export async function roll(page) {
  await button(page, 'Roll the dice').click();
  await button(page, 'End turn').waitFor();
}

/** Places the first piece at the first place. */
export async function placeFirst(page) {
  await page.locator('.target').first().click();
  await panel(page).getByText('Place road').waitFor();
}

/** Presses Tab until `isThere` is true in the page. The function gets `value`. */
export async function tabTo(page, isThere, value) {
  for (let number = 0; number < 60; number += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(isThere, value)) return;
  }
  throw new Error(`the keyboard does not lead to ${value ?? isThere}`);
}

/** The cards in the hand at a screen, by their kinds. */
export async function hand(page) {
  const all = {};
  for (const text of await page.locator('.hand .tile').allInnerTexts()) {
    const [count, name] = text.split('\n');
    all[name] = Number(count);
  }
  return all;
}

/** Chooses cards of a kind in a window. */
export async function choose(page, label, kind, count = 1) {
  const group = page.locator('dialog').getByRole('group', { name: label });
  const more = group.getByRole('button', { name: new RegExp(`^One more ${kind}`) });
  for (let number = 0; number < count; number += 1) await more.click();
}
