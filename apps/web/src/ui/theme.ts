import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'zawadi-theme';
const CHANGED = 'zawadi-theme';
const NEXT = { light: 'dark', dark: 'system', system: 'light' } as const satisfies Record<Theme, Theme>;

/** The stored choice and the one that comes after it. `theme.js` in the page's head applies it. */
export function useTheme(): { theme: Theme; next: Theme; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(watch, read);
  return { theme, next: NEXT[theme], choose };
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Private browsing: the page stays as it is.
  }
  dispatchEvent(new Event(CHANGED));
}

function read(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'dark' || stored === 'system' ? stored : 'light';
  } catch {
    return 'light';
  }
}

function watch(onChange: () => void): () => void {
  const events = [CHANGED, 'storage'] as const;
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}
