import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { affectedTests } from './test/affected-tests.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BRANCH = 'main';

/**
 * Runs the tests affected by changes since a commit, including uncommitted and untracked changes. The commit is the
 * argument; by default the commit where this branch left `main`, on `main` the last commit.
 */
const since = process.argv[2] ?? (git('merge-base', 'HEAD', BRANCH)[0] || 'HEAD');
const changed = [
  ...git('diff', '--name-only', '--no-renames', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const paths = git('ls-files', '--cached', '--others', '--exclude-standard').filter((path) =>
  /\.tsx?$/u.test(path),
);
const { tests, journeys, isEverything } = affectedTests(
  new Map(paths.map((path) => [path, textOf(path)])),
  changed,
);

console.log(`${changed.length} files differ from ${since.slice(0, 12)}.`);
if (isEverything) console.log('One of them affects every test: `npm test` runs them all.');
const chosen = [...tests, ...journeys];
if (chosen.length === 0) console.log('None of them has tests; `npm run check` reads documents.');
else process.exitCode = runTests(chosen);

function runTests(files: string[]): number {
  console.log(`${tests.length} test files and ${journeys.length} journeys are affected.`);
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/test.ts'), ...files], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** A file that is deleted but not committed is still listed. */
function textOf(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return '';
  }
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\n').filter((line) => line !== '');
}
