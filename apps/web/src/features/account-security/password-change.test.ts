import { expect, test } from 'vitest';
import { passwordChange } from './password-change.ts';

const sentencesFor = (typed: object) => {
  const { error } = passwordChange.safeParse(typed);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
};

test('accepts a new password that was typed twice without a difference', () => {
  const typed = { currentPassword: 'old', newPassword: 'kiti9mbuzi', confirmPassword: 'kiti9mbuzi' };
  expect(sentencesFor(typed)).toEqual([]);
});

test('reports a missing old password, a short new password and a different repetition together', () => {
  const typed = { currentPassword: '', newPassword: 'kiti', confirmPassword: 'mbuzi' };
  expect(sentencesFor(typed)).toEqual([
    'currentPassword: Please enter your password',
    'newPassword: Password must be at least 8 characters',
    'confirmPassword: Passwords do not match',
  ]);
});
