import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findUnclearChanges, withVersion } from './changes/section.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Moves the changes since the last release into CHANGELOG.md as a version, new or already there, and deletes their files. */
const [version = ''] = process.argv.slice(2);
const files = globSync('changes/*.md', { cwd: ROOT, exclude: ['**/README.md'] }).toSorted();
const problems = findUnclearChanges();
if (!/^\d+\.\d+\.\d+$/u.test(version)) {
  console.error('Name the version: npm run changes -- 0.2.0');
  process.exitCode = 1;
} else if (problems.length > 0 || files.length === 0) {
  console.error(problems.join('\n') || 'There are no changes in changes/.');
  process.exitCode = 1;
} else {
  const path = join(ROOT, 'CHANGELOG.md');
  const day = new Date().toISOString().slice(0, 'yyyy-MM-dd'.length);
  const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll('](../', ']('));
  writeFileSync(path, withVersion(readFileSync(path, 'utf8'), { version, day, texts }));
  for (const file of files) rmSync(join(ROOT, file));
  console.log(`CHANGELOG.md has ${version}, of ${files.length} files.`);
}
