import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findUnclearChanges, sectionOf } from './changes/section.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FIRST_VERSION = /^## /mu;

/** Moves the changes since the last release into CHANGELOG.md as a version, and deletes their files. */
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
  const section = sectionOf({
    version,
    day: new Date().toISOString().slice(0, 'yyyy-MM-dd'.length),
    texts: files.map((file) => readFileSync(join(ROOT, file), 'utf8')),
  });
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(FIRST_VERSION, () => `${section}\n## `),
  );
  for (const file of files) rmSync(join(ROOT, file));
  console.log(`CHANGELOG.md has ${version}, of ${files.length} files.`);
}
