import { expect, test } from 'vitest';
import { firstNameOf } from './first-name.ts';

test('S49 returns the first name alone, capitalised', () => {
  expect(['amina wanjiru', '  Brian  Otieno ', 'Ng’ang’a', ''].map(firstNameOf)).toEqual([
    'Amina',
    'Brian',
    'Ng’ang’a',
    '',
  ]);
});

test('skips an emoji before the names, unless there is nothing else', () => {
  expect(['🎉 wanjikũ Kamau', '❤️ 🎂 Ali', '🎉'].map(firstNameOf)).toEqual(['Wanjikũ', 'Ali', '🎉']);
});
