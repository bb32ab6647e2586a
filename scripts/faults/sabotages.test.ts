import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sabotage } from './sabotaged-copy.ts';
import { SABOTAGES } from './sabotages.ts';

test.each(SABOTAGES)('the source lines that the sabotage $name replaces exist', ({ edits }) => {
  for (const edit of edits) expect(sabotage('.', edit)).toContain(edit.put);
});

test.each(SABOTAGES)('the sabotage $name calls only functions that its files have', ({ edits }) => {
  for (const { file, put } of edits) {
    const called = [...put.matchAll(/(?<![.\w])([a-z]\w*)\(/gu)].map(([, name]) => name ?? '');
    const known = new Set(readFileSync(file, 'utf8').match(/[a-z]\w*/gu));
    const language = ['if', 'resolve', 'setTimeout'];
    expect(called.filter((name) => !known.has(name) && !language.includes(name))).toEqual([]);
  }
});

test('refuses a text to replace that is missing or occurs twice', () => {
  const edit = { file: 'package.json', find: 'no such words', put: 'others' };
  expect(() => sabotage('.', edit)).toThrow('occurs 0 times');
  expect(() => sabotage('.', { ...edit, find: '"' })).toThrow(/occurs \d+ times/);
});
