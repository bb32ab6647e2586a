import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test('S41 returns the initials of the first and last name', () => {
  for (const [name, expected] of [
    ['Amina Wanjiru', 'AW'],
    ['amina', 'A'],
    ['Mary Wambui Njeri', 'MN'],
    ['  ', ''],
  ] as const)
    expect.soft(initials(name), `“${name}”`).toBe(expected);
});
