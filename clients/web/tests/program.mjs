// The program under test.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

export const PROGRAM =
  process.env.NEWCATAN ?? new URL('../../../target/debug/newcatan', import.meta.url).pathname;

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A server, which can be killed and started again with the same games. */
export class Program {
  /** Further options can be added before the start. */
  options = [];

  constructor(port, folder) {
    this.port = port;
    this.folder = folder;
  }

  async start() {
    const options = ['--games', this.folder, '--port', String(this.port), '--no-open'];
    this.child = spawn(PROGRAM, ['serve', ...options, '--pause', '20', ...this.options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.key = await new Promise((resolve, reject) => {
      let text = '';
      this.child.on('error', reject);
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
