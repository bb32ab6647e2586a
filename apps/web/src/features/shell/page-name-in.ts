import type { MenuEntry } from './menu-entry.ts';

/** Returns the menu entry of a page or of the page above it; undefined for the home page of an area. */
export function sectionIn<Entry extends Pick<MenuEntry, 'to'>>(
  menu: readonly Entry[],
  pathname: string,
): Entry | undefined {
  const path = pathname.replace(/\/$/u, '');
  return menu.slice(1).find(({ to }) => path === to || path.startsWith(`${to}/`));
}

/** Returns the name of a page, or of the page above it. */
export function pageNameIn(menu: readonly MenuEntry[], pathname: string): string {
  return (sectionIn(menu, pathname) ?? menu[0])?.label ?? '';
}
