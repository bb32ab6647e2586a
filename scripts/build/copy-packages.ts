import { cpSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StartUpMistake } from '../start-up-mistake.ts';
import { findDependencies, type Lock } from './lock.ts';

/** Packages that cannot be bundled, because they are native or read their own files at run time. */
export const COPIED = [
  '@fontsource-variable/funnel-display',
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

/**
 * Copies the packages that cannot be bundled, with all their dependencies, in the lockfile's versions.
 * @param of.user folder of the workspace that depends on these packages, relative to `root`
 * @returns the folders of the packages in the sources
 */
export function copyPackages(of: { root: string; dist: string; user: string; lock: Lock }): string[] {
  const { root, dist, user, lock } = of;
  const folders = findDependencies(lock, { root, names: COPIED, from: user });
  for (const source of folders) {
    const nested = join(root, source, 'node_modules');
    const filter = (path: string) => path !== nested && !LEFT_OUT.test(path);
    // A package in the `node_modules` of `user` moves to the top folder of the artefact.
    const place = source.startsWith(user) ? relative(user, source) : source;
    cpSync(join(root, source), join(dist, place), { recursive: true, filter });
  }
  return folders;
}

/**
 * Copies the packaged Node of this platform, so that a server needs no other.
 * @returns the folder of its package in the sources
 * @throws StartUpMistake if it is not installed
 */
export function copyNode({ root, dist }: { root: string; dist: string }): string {
  const source = `node_modules/node-${process.platform}-${process.arch}`;
  if (!existsSync(join(root, source))) throw new StartUpMistake(`${source} is missing; use npm run release.`);
  for (const file of ['bin/node', 'LICENSE']) cpSync(join(root, source, file), join(dist, 'node', file));
  return source;
}
