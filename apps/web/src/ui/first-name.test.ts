import { expect, test } from 'vitest';
import { firstNameOf } from './first-name.ts';

test('S49 returns only the first name, capitalised', () => {
  expect(['amina wanjiru', '  Brian  Otieno ', 'Ng’ang’a', ''].map(firstNameOf)).toEqual([
    'Amina',
    'Brian',
    'Ng’ang’a',
    '',
  ]);
});

test('skips an emoji before the name, unless there is no name', () => {
  expect(['🎉 wanjikũ Kamau', '❤️ 🎂 Ali', '🎉'].map(firstNameOf)).toEqual(['Wanjikũ', 'Ali', '🎉']);
});
