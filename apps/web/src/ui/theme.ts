import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'zawadi-theme';
const CHANGED = 'zawadi-theme';

/** Returns the stored theme, and whether the page is dark now. `theme.js` in the page's head applies the theme. */
export function useTheme() {
  const theme = useSyncExternalStore(watch, read);
  const isDark = useSyncExternalStore(watch, () => document.documentElement.dataset.theme === 'dark');
  return { theme, isDark, choose };
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Private browsing forbids storage, so the choice applies only to this page.
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
  const device = matchMedia('(prefers-color-scheme: dark)');
  const events = [CHANGED, 'storage'] as const;
  for (const event of events) addEventListener(event, onChange);
  device.addEventListener('change', onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
    device.removeEventListener('change', onChange);
  };
}
