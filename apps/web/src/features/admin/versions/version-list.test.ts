import { expect, test } from 'vitest';
import { previousOf } from './version-list.tsx';

test('compares a version with the last earlier one that was not withdrawn', () => {
  const versions = [
    { name: 'fourth', state: 'upcoming' },
    { name: 'third', state: 'withdrawn' },
    { name: 'second', state: 'current' },
    { name: 'first', state: 'past' },
  ] as const;
  expect(versions.map((_version, index) => previousOf(versions, index)?.name)).toEqual([
    'second',
    'second',
    'first',
    undefined,
  ]);
});
