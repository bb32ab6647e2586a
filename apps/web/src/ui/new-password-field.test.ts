import { expect, test } from 'vitest';
import { passwordStrength } from './new-password-field.tsx';

test('a password of fewer than eight characters is too short', () => {
  for (const password of ['', 'Aq7$', '1234567'])
    expect.soft(passwordStrength(password), `“${password}”`).toBe('too-short');
});

test('a password is too short without its spaces', () => {
  for (const password of ['        ', ' short  '])
    expect.soft(passwordStrength(password), `“${password}”`).toBe('too-short');
});

test('a password is common: every attacker tries the word', () => {
  for (const password of ['password1', 'qwertyui', 'letmein!'])
    expect.soft(passwordStrength(password), password).toBe('common');
});

test('a password is personal: a word that is known about Amina Wanjiru', () => {
  for (const password of ['Zawadi2026', 'z@w4d1-254', 'Amina.1990', 'wanj1ru!!'])
    expect
      .soft(passwordStrength(password, ['Amina', 'Wanjiru', 'amina@example.test']), password)
      .toBe('personal');
});

test('a password is weak: a row, a repetition or one kind of symbols', () => {
  for (const password of ['12345678', 'aaaaaaaaaaaa', 'abcdefghij', '84193075', 'mzdqpxtr'])
    expect.soft(passwordStrength(password), password).toBe('weak');
});

test('a password of two words and a figure is fair', () => {
  for (const password of ['kiti9mbuzi', 'Bahari-7x'])
    expect.soft(passwordStrength(password), password).toBe('fair');
});

test('a password of many letters or kinds of symbols is strong', () => {
  for (const password of ['Kiti9-mbuzi', 'embe tamu la mwaka huu'])
    expect.soft(passwordStrength(password), password).toBe('strong');
});
