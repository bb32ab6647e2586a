import { expect, test } from 'vitest';
import { findUnclearMigrations } from './check-files.ts';

test('reports a migration whose number is missing, duplicate or the baseline’s, with the next free number', () => {
  expect(
    findUnclearMigrations([
      '0001_early.sql',
      '0028_codes.sql',
      '0029_freezes.sql',
      '0029_passkeys.sql',
      'later.sql',
    ]),
  ).toEqual([
    '0001_early.sql has the number of another migration; the next free one is 0030.',
    '0029_passkeys.sql has the number of another migration; the next free one is 0030.',
    'later.sql is no name of a migration: 0030_what_it_changes.sql is.',
  ]);
});
