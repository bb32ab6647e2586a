import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type LockedPackage = {
  version?: string;
  license?: string;
  integrity?: string;
  /** A workspace is a link to its folder. */
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** Packages of package-lock.json by their folder. */
export type Lock = Record<string, LockedPackage>;

export function readLock(root: string): Lock {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Lock }).packages;
}

/**
 * Finds packages with all their dependencies. Skips optional packages that are not installed: they are for other
 * platforms.
 * @param of.from folder from which the names are resolved
 * @returns folders of packages, without our own workspaces
 */
export function findDependencies(
  lock: Lock,
  { root, names, from }: { root: string; names: string[]; from: string },
): string[] {
  const found = new Set<string>();
  const add = (name: string, user: string): void => {
    const place = placesFor(name, user).find((one) => lock[one] && existsSync(join(root, one)));
    if (place === undefined || found.has(place)) return;
    found.add(place);
    const { link, resolved = '' } = lock[place] ?? {};
    const folder = link === true ? resolved : place;
    const { dependencies, optionalDependencies } = lock[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder);
  };
  for (const name of names) add(name, from);
  return [...found].filter((place) => lock[place]?.link !== true);
}

/** Returns the places where Node looks for a package, nearest first. */
function placesFor(name: string, from: string): string[] {
  const places: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    if (!folder.endsWith('node_modules'))
      places.push(join(folder === '.' ? '' : folder, 'node_modules', name));
    if (folder === '.') return places;
  }
}
