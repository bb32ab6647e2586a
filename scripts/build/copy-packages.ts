import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Native, or with files of their own that they read at run time. */
export const COPIED = [
  '@fontsource/funnel-display',
  '@fontsource/noto-emoji',
  '@node-rs/argon2',
  'pdfkit',
  'sharp',
  'svg-to-pdfkit',
];

/** Examples, and typefaces in other formats and weights than documents are set in: 14 MB. */
const LEFT_OUT =
  /\/svg-to-pdfkit\/(?:examples|notes)$|\/@fontsource\/.*(?:\.woff2|-[35689]00-normal\.woff)$/u;

type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/**
 * Copies the packages that cannot be bundled, with all that they need, as the lockfile has them.
 * @param of.user the folder of the package that uses them, from `root`
 */
export function copyPackages(of: { root: string; dist: string; user: string }): void {
  const { root, dist, user } = of;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const wanted = new Map<string, string>();
  const add = (name: string, from: string): void => {
    const place = placesFor(name, from).find((one) => lock.packages[one] && existsSync(join(root, one)));
    // Optional ones are those of other machines.
    if (place === undefined || wanted.has(place)) return;
    // What the user's own folder has wins over nothing in the artefact's.
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

/** Where Node looks for a package, from the nearest on. */
function placesFor(name: string, from: string): string[] {
  const places: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    if (!folder.endsWith('node_modules'))
      places.push(join(folder === '.' ? '' : folder, 'node_modules', name));
    if (folder === '.') return places;
  }
}
