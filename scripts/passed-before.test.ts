import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPassedBefore } from './passed-before.ts';

const CODE = /\.ts$/u;
const NAME = 'lint';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'zawadi-passed-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  write('code.ts', 'one');
  write('.gitignore', '.cache');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const has = () => createPassedBefore(root).has(NAME, CODE);
const end = (hasPassed: boolean) =>
  createPassedBefore(root).remember([{ name: NAME, reads: CODE, hasPassed }]);

test('repeats a passed check only if a file that the check reads has changed', () => {
  expect(has()).toBe(false);
  end(true);
  write('notes.md', 'text');
  write('code.ts', 'one');
  expect(has()).toBe(true);
  write('code.ts', 'two');
  expect(has()).toBe(false);
  write('code.ts', 'one');
  expect(has()).toBe(true);
  write('new.ts', '');
  expect(has()).toBe(false);
});

test('repeats every failed check, and all checks if their tools change', () => {
  end(true);
  end(false);
  expect(has()).toBe(false);
  end(true);
  write('package-lock.json', '{}');
  expect(has()).toBe(false);
});

test('remembers no passed check outside a git work tree', () => {
  rmSync(join(root, '.git'), { recursive: true });
  end(true);
  expect(has()).toBe(false);
});
