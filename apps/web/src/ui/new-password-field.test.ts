import { onlyWordIn } from '@zawadi/contract/password-rules';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { passwordStrength } from './new-password-field.tsx';

test('rates a password of fewer than eight characters as too short', () => {
  for (const password of ['', 'Aq7$', '1234567'])
    expect.soft(passwordStrength(password), `“${password}”`).toBe('too-short');
});

test('does not count spaces at the ends of a password', () => {
  for (const password of ['        ', ' short  '])
    expect.soft(passwordStrength(password), `“${password}”`).toBe('too-short');
});

test('rates a password as common that every attacker tries', () => {
  for (const password of [
    'password1',
    'letmein!',
    'Nairobi2026',
    'mungu1234',
    '0712345678',
    '84193075',
    'aaaaaaaaaaaa',
  ])
    expect.soft(passwordStrength(password), password).toBe('common');
});

test('rates a password as personal that contains a word known about Amina Wanjiru', () => {
  for (const password of ['Zawadi2026', 'z@w4d1-254', 'Amina.1990', 'wanj1ru!!'])
    expect
      .soft(passwordStrength(password, ['Amina', 'Wanjiru', 'amina@example.test']), password)
      .toBe('personal');
});

test('rates a sequence or a single kind of symbol as weak', () => {
  for (const password of ['abcdefghij', 'mzdqpxtr', 'sunflower-2026', 'Bahari-77'])
    expect.soft(passwordStrength(password), password).toBe('weak');
});

test('rates two words and a digit as fair', () => {
  for (const password of ['kiti9mbuzi', 'Bahari-7x'])
    expect.soft(passwordStrength(password), password).toBe('fair');
});

test('rates many letters, or many kinds of symbols, as strong', () => {
  for (const password of ['Kiti9-mbuzi', 'embe tamu la mwaka huu'])
    expect.soft(passwordStrength(password), password).toBe('strong');
});

test('rates leaked passwords, which the server refuses, as weak or worse, except one in two hundred', () => {
  const leaked = dictionary['passwords-common'].filter((password) => password.length >= 8);
  const fair = leaked.filter((password) => /fair|strong/u.test(passwordStrength(password)));
  expect(leaked.length).toBeGreaterThan(10_000);
  expect(fair.length).toBeLessThan(leaked.length / 200);
  const oneWord = leaked
    .slice(0, 2_000)
    .flatMap((password) => [`${password}1`, `${password}-26`, `1${password}`])
    .filter((password) => onlyWordIn(password).length > 0);
  expect(oneWord.filter((password) => /fair|strong/u.test(passwordStrength(password)))).toEqual([]);
});
