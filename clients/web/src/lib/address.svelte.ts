// The part of the page's address behind `#`: which game is shown, and the keys of links.

export interface Address {
  manager?: string;
  game?: string;
  key?: string;
  /** Two games that are compared, separated by a comma. */
  compare?: string;
  /** A page other than a game. */
  page?: string;
}

export function read(hash: string): Address {
  const found: Record<string, string> = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [name, value] = part.split('=');
    if (name && value) found[name] = decodeURIComponent(value);
  }
  return found;
}

export const address = $state({ now: read(location.hash) });

addEventListener('hashchange', () => {
  address.now = read(location.hash);
});

/** Replaces the address, for example by one without a key, which should not stay in the history. */
export function replace(hash: string): void {
  history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
  address.now = read(hash);
}

export function linkTo(game: string, key: string): string {
  return `${location.origin}/#game=${game}&key=${key}`;
}
