import { expect, test } from 'vitest';
import { fullNameOf, lockText, lockTitle, totalText } from './user-words.ts';

test('describes which attempts a lock counts, how many, and how long the consumer has to wait', () => {
  expect(lockTitle({ kind: 'withdrawal-code' })).toBe('Code for a withdrawal');
  expect(lockText({ tries: 5, waitSeconds: 90 })).toBe('5 recent tries, the next in 1:30');
  expect(lockText({ tries: 1, waitSeconds: 0 })).toBe('1 recent try');
});

test('shows a person without a name as a closed account', () => {
  expect(fullNameOf({ firstName: 'Amina', lastName: 'Wanjiru' })).toBe('Amina Wanjiru');
  expect(fullNameOf({ firstName: '', lastName: '' })).toBe('Closed account');
});

test('shows if counting stopped before the end of a list', () => {
  expect(totalText({ count: 10_000, isMore: true })).toBe('10,000+');
  expect(totalText({ count: 213, isMore: false })).toBe('213');
});
