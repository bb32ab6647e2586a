import { expect, test } from 'vitest';
import { firstNameOf } from './first-name.ts';

test('S49 the first name is capitalised and stands alone', () => {
  expect(['amina wanjiru', '  Brian  Otieno ', 'Ng’ang’a', ''].map(firstNameOf)).toEqual([
    'Amina',
    'Brian',
    'Ng’ang’a',
    '',
  ]);
});

test('an emoji before the names is no first name, unless there is nothing else', () => {
  expect(['🎉 wanjikũ Kamau', '❤️ 🎂 Ali', '🎉'].map(firstNameOf)).toEqual(['Wanjikũ', 'Ali', '🎉']);
});
