import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Amina Wanjiru', 'AW'],
  ['amina', 'A'],
  ['Mary Wambui Njeri', 'MN'],
  ['  ', ''],
])('S41 the initials of "%s" are %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
