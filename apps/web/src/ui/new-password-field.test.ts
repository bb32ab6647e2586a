import { expect, test } from 'vitest';
import { passwordStrength } from './new-password-field.tsx';

test.each(['', 'Aq7$', '1234567'])('“%s” is too short', (password) => {
  expect(passwordStrength(password)).toBe('too-short');
});

test.each(['        ', ' short  '])('“%s” is too short without its spaces', (password) => {
  expect(passwordStrength(password)).toBe('too-short');
});

test.each(['password1', 'qwertyui', 'letmein!'])(
  '“%s” is common: every attacker tries the word',
  (password) => {
    expect(passwordStrength(password)).toBe('common');
  },
);

test.each(['Zawadi2026', 'z@w4d1-254', 'Amina.1990', 'wanj1ru!!'])(
  '“%s” is personal: a word that is known about Amina Wanjiru',
  (password) => {
    expect(passwordStrength(password, ['Amina', 'Wanjiru', 'amina@example.test'])).toBe('personal');
  },
);

test.each(['12345678', 'aaaaaaaaaaaa', 'abcdefghij', '84193075', 'mzdqpxtr'])(
  '“%s” is weak: a row, a repetition or one kind of symbols',
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
