import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packSdk, sdkVersion, TARBALL, tarballOf } from './build.ts';

const here = import.meta.dirname;
const root = join(here, '../..');
const folder = join(here, 'released');
/** Texts that name the newest version. */
const PAGES = ['docs/developers/*.md', 'packages/sdk/README.md', 'e2e/developers.spec.ts'];

const version = sdkVersion();
const released = join(folder, tarballOf(version));
if (existsSync(released)) {
  process.stderr.write(`Version ${version} is released. Raise the version in packages/sdk/package.json.\n`);
  process.exitCode = 1;
} else {
  // The README is part of the package.
  for (const page of globSync(PAGES, { cwd: root })) nameVersionIn(join(root, page));
  await packSdk(folder);
  renameSync(join(folder, TARBALL), released);
  const sums = readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .toSorted()
    .map((name) => `${hashOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  process.stdout.write(`Released ${tarballOf(version)}.\n`);
}

function nameVersionIn(path: string): void {
  const text = readFileSync(path, 'utf8');
  const renamed = text.replaceAll(/zawadi-sdk-\d+\.\d+\.\d+\.tgz/gu, tarballOf(version));
  if (renamed !== text) writeFileSync(path, renamed);
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
