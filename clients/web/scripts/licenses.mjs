// The licences of everything in the built page.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Licences whose only demand is that their text is passed on. */
const ALLOWED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'CC0-1.0'];

/** The folder of the package to which a module belongs; none for the page's own modules. */
export function packageOf(module) {
  const path = module.replaceAll('\\', '/').replace(/^\0/, '');
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found ? found[1] : undefined;
}

/** The name, version and licence of a package; fails for a licence that is not allowed. */
export function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!ALLOWED.includes(license)) {
    throw new Error(`the licence of ${name} is ${JSON.stringify(license)}, which is not allowed`);
  }
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} has no file with its licence`);
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return { name, title: `${name} ${version}: ${license}`, text };
}

/** The licences of the packages in a bundle, as a text. */
export function licensesOf(bundle) {
  const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
  const unknown = modules.find((module) => module.startsWith('\0') && !packageOf(module));
  if (unknown) throw new Error(`it is unknown where ${unknown} comes from`);
  const folders = new Set(modules.flatMap((module) => packageOf(module) ?? []));
  const all = [...folders].map(licenseOf).sort((one, other) => (one.name < other.name ? -1 : 1));
  const line = `\n${'-'.repeat(72)}\n\n`;
  return all.map(({ title, text }) => `${title}\n\n${text}\n`).join(line);
}

/** Writes `licenses.txt` beside the page. */
export function licenses() {
  return {
    name: 'licenses',
    generateBundle(_, bundle) {
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: licensesOf(bundle) });
    },
  };
}
