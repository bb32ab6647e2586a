import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Packages that cannot be bundled, because they are native or read their own files at run time. */
export const COPIED = [
  '@fontsource/funnel-display',
  '@fontsource/noto-emoji',
  '@fontsource/noto-naskh-arabic',
  '@fontsource/noto-sans-ethiopic',
  '@node-rs/argon2',
  'fontkit',
  'pdfkit',
  'sharp',
  'svg-to-pdfkit',
];

/** Examples, and typefaces in formats and weights that documents do not use: 17 MB. */
const LEFT_OUT =
  /\/svg-to-pdfkit\/(?:examples|notes)$|\/@fontsource\/.*(?:\.woff2|-[1235689]00-normal\.woff)$/u;

type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/**
 * Copies the packages that cannot be bundled, with all their dependencies, in the lockfile's versions.
 * @param of.user folder of the workspace that depends on these packages, relative to `root`
 */
export function copyPackages(of: { root: string; dist: string; user: string }): void {
  const { root, dist, user } = of;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const wanted = new Map<string, string>();
  const add = (name: string, from: string): void => {
    const place = placesFor(name, from).find((one) => lock.packages[one] && existsSync(join(root, one)));
    // An optional package that is not installed is for other platforms.
    if (place === undefined || wanted.has(place)) return;
    // A package in the `node_modules` of `user` moves to the top folder of the artefact.
    wanted.set(place, place.startsWith(user) ? relative(user, place) : place);
    const { dependencies, optionalDependencies } = lock.packages[place] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, place);
  };
  for (const name of COPIED) add(name, user);
  for (const [source, place] of wanted) {
    const nested = join(root, source, 'node_modules');
    const filter = (path: string) => path !== nested && !LEFT_OUT.test(path);
    cpSync(join(root, source), join(dist, place), { recursive: true, filter });
  }
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
