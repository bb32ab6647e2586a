import { expect, test } from 'vitest';
import { findUnclearSubjects } from './check-subjects.ts';

test('accepts a commit subject with a known area and at most 72 characters', () => {
  expect(findUnclearSubjects(['money: refuse a claim by a stranger'])).toEqual([]);
});

test.each([
  ['no area', 'Refuse a claim by a stranger', 'does not begin with'],
  ['an unknown area', 'vouchers and holds: refuse a claim', 'does not begin with'],
  ['73 characters', `money: ${'x'.repeat(66)}`, 'has 73 characters'],
])('reports a commit subject with %s', (_, subject, problem) => {
  expect(findUnclearSubjects([subject])).toEqual([expect.stringContaining(problem)]);
});
