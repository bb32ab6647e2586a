import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offerNewDemo } from './offer-new-demo.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-anew-'));
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/what'), 'mine');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('after a yes, moves the data folder of another version aside, and never overwrites data moved earlier', async () => {
  mkdirSync(join(folder, 'data-before'));
  const kept = await offerNewDemo(join(folder, 'data'), answering('y\n'));
  expect(kept).toBe(join(folder, 'data-before-2'));
  expect(readFileSync(join(folder, 'data-before-2/what'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('an empty answer keeps the data folder in place', async () => {
  expect(await offerNewDemo(join(folder, 'data'), answering('\n'))).toBeUndefined();
  expect(readFileSync(join(folder, 'data/what'), 'utf8')).toBe('mine');
});

function answering(line: string) {
  return { input: Readable.from([line]), output: new PassThrough() };
}
