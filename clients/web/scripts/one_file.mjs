// Puts the script, the style and the licences into the page, so that it is one file. Browsers do not
// load modules from a disk, so the script is an ordinary one at the end of the page.

import { licensesOf } from './licenses.mjs';

/** The text that the program replaces by a recording. */
const PLACEHOLDER = 'RECORDING';

/** A script must not seem to end, or to contain another one or a comment of the page. */
const within = (script) =>
  script
    .replaceAll('</script', '<\\/script')
    .replaceAll('<script', '<\\script')
    .replaceAll('<!--', '<\\!--');

export function oneFile() {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const find = (end) => files.find(({ fileName }) => fileName.endsWith(end));
      const [page, script, style] = ['.html', '.js', '.css'].map(find);
      if (files.length !== 3 || !page || !script || !style) {
        throw new Error(`expected a page, a script and a style: ${Object.keys(bundle).join(', ')}`);
      }
      const code = script.code;
      const text = String(page.source)
        .replace(/ *<script[^>]*src=[^>]*><\/script>\n/, '')
        .replace(/ *<link rel="stylesheet"[^>]*>\n/, '')
        .replace('</head>', () => `  <style>${String(style.source).trim()}</style>\n  </head>`)
        .replace('</body>', () => `<script>${within(code).trim()}</script>\n  </body>`)
        .replace('</html>', () => `</html>\n<!--\n${licensesOf(bundle)}-->`);
      if (text.split(PLACEHOLDER).length !== 2) {
        throw new Error('the place for the recording is not unique');
      }
      if (/ (?:src|href)="/.test(text.split('<style>')[0] ?? '')) {
        throw new Error('the page needs another file');
      }
      page.source = text;
      delete bundle[script.fileName];
      delete bundle[style.fileName];
    },
  };
}
