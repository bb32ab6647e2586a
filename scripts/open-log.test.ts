import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog, keepLogShort } from './open-log.ts';

let folder = '';
let stop = (): void => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-log-'));
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

test('rotates an open log by size without losing a line, and keeps five older files', async () => {
  const path = join(folder, 'api.log');
  const file = openLog(path);
  stop = keepLogShort(path, { atBytes: 1_000, everyMs: 1 });
  const lineOf = (n: number) => `${String(n).padStart(4, '0')} ${'.'.repeat(95)}\n`;
  let written = 0;
  for (const wanted of [1, 2, 3, 4, 5, 6, 7]) {
    for (let n = 0; n < 11; n += 1) writeSync(file, lineOf(written++));
    await expect.poll(() => statSync(path).size, { timeout: 5_000 }).toBe(0);
    expect(readdirSync(folder)).toHaveLength(Math.min(wanted, 5) + 1);
  }
  closeSync(file);
  const kept = [5, 4, 3, 2, 1].map((n) => readFileSync(`${path}.${n}`, 'utf8')).join('');
  expect(kept).toBe(Array.from({ length: 55 }, (_, n) => lineOf(22 + n)).join(''));
  expect(statSync(`${path}.5`).mode & 0o777).toBe(0o600);
});

test('rotates a log after a week, even if it is short', () => {
  const path = join(folder, 'api.log');
  appendFileSync(path, 'this week\n');
  appendFileSync(`${path}.1`, 'the week before\n');
  const aWeekAgo = Date.now() / 1_000 - 8 * 86_400;
  utimesSync(`${path}.1`, aWeekAgo, aWeekAgo);
  stop = keepLogShort(path);
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('this week\n');
  expect(readFileSync(`${path}.2`, 'utf8')).toBe('the week before\n');
  expect(statSync(path).size).toBe(0);
});

test('does not rotate a short log, even after a restart', () => {
  const path = join(folder, 'api.log');
  appendFileSync(path, 'short\n');
  stop = keepLogShort(path, { atBytes: 1_000, everyMs: 1 });
  expect(readdirSync(folder)).toEqual(['api.log']);
});
