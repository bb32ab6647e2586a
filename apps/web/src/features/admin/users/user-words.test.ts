import { expect, test } from 'vitest';
import { fullNameOf, lockText, lockTitle, totalText } from './user-words.ts';

test('a lock says which attempts it counts, how many, and how long the next one has to wait', () => {
  expect(lockTitle({ kind: 'withdrawal-code' })).toBe('Code for a withdrawal');
  expect(lockText({ tries: 5, waitSeconds: 90 })).toBe('5 recent tries, the next in 1:30');
  expect(lockText({ tries: 1, waitSeconds: 0 })).toBe('1 recent try');
});

test('a person without a name is a closed account', () => {
  expect(fullNameOf({ firstName: 'Amina', lastName: 'Wanjiru' })).toBe('Amina Wanjiru');
  expect(fullNameOf({ firstName: '', lastName: '' })).toBe('Closed account');
});

test('a list says if counting stopped before its end', () => {
  expect(totalText({ count: 10_000, isMore: true })).toBe('10,000+');
  expect(totalText({ count: 213, isMore: false })).toBe('213');
});
