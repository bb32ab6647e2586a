import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findUnmatchedWords } from './unmatched-words.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test.each([
  ['unmatched-words'],
  ['scripts/test/'],
  ['./scripts/test/unmatched-words.test.ts'],
  [`${ROOT}/scripts/test/unmatched-words.test.ts`],
  ['scripts/test/unmatched-words.test.ts:8'],
  ['Unmatched-Words'],
  ['e2e'],
  ['e2e/purchases'],
])('finds the tests of %s', (word) => {
  expect(findUnmatchedWords(ROOT, [word])).toEqual([]);
});

test.each([['nosuchname'], ['embedded-postgres.long'], ['e2e/nosuchname'], [`${ROOT}/docs`]])(
  'finds no test for %s',
  (word) => {
    expect(findUnmatchedWords(ROOT, ['cursor', word])).toEqual([word]);
  },
);

test('a run without words has none without a test', () => {
  expect(findUnmatchedWords(ROOT, [])).toEqual([]);
});
