import { expect, test } from 'vitest';
import { findUnclearProse, medianWords } from './check-prose.ts';
import type { Sentence } from './prose/sentences.ts';

const sentence = (text: string, kind: Sentence['kind'] = 'comment'): Sentence => ({
  kind,
  path: 'docs/a.md',
  line: 1,
  text,
  context: '',
});

test('accepts sentences that name the subject and the thing', () => {
  const text = 'The worker retries the callback after 30 s. What happens to a hold? It expires.';
  expect(findUnclearProse([sentence(text)])).toEqual([]);
});

test.each([
  ['a headless relative clause', 'What shops hold of a voucher.'],
  ['a headless person', 'Locked. Who waits gets the first answer.'],
  ['a passive without an agent', 'The shop is told by mail.'],
  ['filler', 'Payments that arrive meanwhile are queued.'],
])('reports %s, with a better example', (_, text) => {
  expect(findUnclearProse([sentence(text)])).toEqual([expect.stringContaining('Better:')]);
});

test('allows colloquial words on screens', () => {
  expect(findUnclearProse([sentence('Sign in as someone else', 'screen')])).toEqual([]);
});

test('reports a document whose median sentence is longer than 18 words', () => {
  const long = `${'word '.repeat(30).trim()}.`;
  expect(medianWords(`${long} ${long} One short sentence.`)).toBe(30);
  expect(findUnclearProse([sentence(`${long} ${long}`, 'document')])).toEqual([
    expect.stringContaining('more than 30 words'),
  ]);
});

test('the median sentence length counts neither tables nor headings', () => {
  expect(medianWords(`# ${'word '.repeat(40)}\n\n| ${'word '.repeat(40)} |\n\nA short sentence here.`)).toBe(
    4,
  );
});
