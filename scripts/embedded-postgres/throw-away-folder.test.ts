import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lockFolder } from '../folder-lock.ts';
import { makeThrowAwayFolder } from './throw-away-folder.ts';

const PREFIX = `zawadi-throw-away-${process.pid}-`;
const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder of an earlier run, last changed an hour ago. */
function makeOld(name: string): string {
  const folder = join(tmpdir(), PREFIX + name);
  made.push(folder);
  mkdirSync(folder);
  return folder;
}
function age(folder: string): void {
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(folder, hourAgo, hourAgo);
}

test('removes the folder of a killed run, but keeps young folders and folders of running servers', () => {
  const [abandoned, inUse, young] = [makeOld('abandoned'), makeOld('in-use'), makeOld('young')];
  const lock = lockFolder(inUse);
  age(abandoned);
  age(inUse);
  made.push(makeThrowAwayFolder(PREFIX));
  expect([abandoned, inUse, young].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  lock.release();
  age(inUse);
  made.push(makeThrowAwayFolder(PREFIX));
  expect(existsSync(inUse)).toBe(false);
});

test('creates the folder on disk for durable data', () => {
  const folder = makeThrowAwayFolder(PREFIX, { onDisk: true });
  made.push(folder);
  expect(folder.startsWith(join(tmpdir(), PREFIX))).toBe(true);
});
