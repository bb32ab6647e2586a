import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logMigrations } from './database.ts';

let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-migrations-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('writes a line for each migration into a file of its owner, and says none', () => {
  const logs = join(folder, 'logs');
  const log = logMigrations(logs, (line) => said.push(line));
  for (const name of ['0001_ledger', '0002_people']) log(`${name}: Success`);
  const file = join(logs, 'migrations.log');
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+Z 0001_ledger: Success\n\S+Z 0002_people: Success\n$/u);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(said).toEqual([]);
});

test('says the lines if the logs go to the output', () => {
  logMigrations(undefined, (line) => said.push(line))('0001_ledger: Success');
  expect(said).toEqual(['0001_ledger: Success']);
});
