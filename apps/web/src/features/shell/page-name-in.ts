import type { MenuEntry } from './menu-entry.ts';

/** What the entry of a page, or of the page above it, is called; the first entry is the area's home. */
export function pageNameIn(menu: readonly MenuEntry[], pathname: string): string {
  const [home, ...others] = menu;
  const path = pathname.replace(/\/$/u, '');
  const entry = others.find(({ to }) => path === to || path.startsWith(`${to}/`)) ?? home;
  return entry?.label ?? '';
}
