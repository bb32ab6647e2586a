import { expect, test } from 'vitest';
import { differencesBetween } from './differences.tsx';
import { actionText, wordsOf } from './audit-words.ts';

test('S246 shows only changed fields, and a blank for a missing value', () => {
  const before = { role: 'support', name: 'Brian', isOn: false };
  const after = { role: 'finance', name: 'Brian', isOn: true, tags: ['a', 'b'] };
  expect(differencesBetween(before, after)).toEqual([
    { field: 'Role', before: 'support', after: 'finance' },
    { field: 'Is on', before: 'No', after: 'Yes' },
    { field: 'Tags', before: '—', after: 'a, b' },
  ]);
});

test('compares nested fields one by one', () => {
  const before = { fees: { depositBasisPoints: 500, withdrawalBasisPoints: 250 } };
  const after = { fees: { depositBasisPoints: 450, withdrawalBasisPoints: 250 } };
  expect(differencesBetween(before, after)).toEqual([
    { field: 'Fees › deposit basis points', before: '500', after: '450' },
  ]);
  expect(differencesBetween(after, after)).toEqual([]);
});

test('shows actions and names as words', () => {
  expect(actionText('merchant.owner-password-reset')).toBe('Merchant: owner password reset');
  expect(actionText('settlements.run')).toBe('Settlements: run');
  expect(wordsOf('support-request')).toBe('Support request');
});
