import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each(['', 'Aq7$', '1234567'])('“%s” is too short', (password) => {
  expect(passwordStrength(password)).toBe('too-short');
});

test.each(['12345678', 'aaaaaaaaaaaa', 'abcdefghij', 'password1', 'Zawadi2026', '84193075', 'mzdqpxtr'])(
  '“%s” is weak: a row, a repetition, a common word or one kind of symbols',
  (password) => {
    expect(passwordStrength(password)).toBe('weak');
  },
);

test.each(['kiti9mbuzi', 'Bahari-7x'])('“%s” is fair', (password) => {
  expect(passwordStrength(password)).toBe('fair');
});

test.each(['Kiti9-mbuzi', 'embe tamu la mwaka huu'])('“%s” is strong', (password) => {
  expect(passwordStrength(password)).toBe('strong');
});
