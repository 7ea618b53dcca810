// The light or dark look: that of the system, unless the person chooses.

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'theme';

function stored(): Theme {
  try {
    const found = localStorage.getItem(NAME);
    return found === 'light' || found === 'dark' ? found : 'system';
  } catch {
    // Storage can be forbidden; the look then lasts as long as the page.
    return 'system';
  }
}

export const look = $state<{ theme: Theme }>({ theme: stored() });

export function applyTheme(): void {
  const root = document.documentElement;
  if (look.theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', look.theme);
}

export function chooseTheme(theme: Theme): void {
  look.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, theme);
  } catch {
    // See above.
  }
  applyTheme();
}
