// Serves the built page as the program does, with its policy, and passes requests to the program.
// So tests use the page that was just built instead of the one inside of the program.

import { createServer, request } from 'node:http';
import { readFile } from 'node:fs/promises';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
const DIST = new URL('../dist/', import.meta.url);

/** Starts the server; `back` gives the port of the program at the moment. */
export function servePage(port, back) {
  const server = createServer(async (asked, answer) => {
    if (asked.url.startsWith('/api/')) {
      const host = `127.0.0.1:${back()}`;
      const headers = { ...asked.headers, host };
      if (headers.origin) headers.origin = `http://${host}`;
      const { method, url: path } = asked;
      const passed = request(
        { host: '127.0.0.1', port: back(), path, method, headers },
        (reply) => {
          answer.writeHead(reply.statusCode, reply.headers);
          reply.pipe(answer);
          reply.on('error', () => answer.destroy());
        },
      );
      passed.on('error', () => {
        if (!answer.headersSent) answer.writeHead(502);
        answer.end();
      });
      answer.on('close', () => passed.destroy());
      asked.pipe(passed);
      return;
    }
    const name = asked.url.slice(1).split('?')[0] || 'index.html';
    const bytes = await readFile(new URL(name, DIST)).catch(() => null);
    const type = TYPES[name.split('.').at(-1)] ?? 'text/plain';
    answer.writeHead(bytes ? 200 : 404, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    });
    answer.end(bytes ?? '');
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
