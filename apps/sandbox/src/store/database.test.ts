import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';

test.each([
  ['new', []],
  ['of an earlier version', ['sandbox.sqlite', 'sandbox.sqlite-wal']],
])('only its owner may read a database that is %s', (_name, existing) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of existing) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o644);
  }
  const database = openDatabase({ dataDir: folder }, () => {});
  const files = readdirSync(folder);
  expect(files.toSorted()).toEqual(['sandbox.sqlite', 'sandbox.sqlite-shm', 'sandbox.sqlite-wal']);
  for (const file of files) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
  database.close();
});
