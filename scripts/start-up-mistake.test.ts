import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainStartFailure, StartUpMistake } from './start-up-mistake.ts';

test('says that the disk is full if a file cannot grow', () => {
  expect(explainStartFailure(thrownBy(() => writeFileSync('/dev/full', 'x')))).toBe(
    'The disk is full (ENOSPC: no space left on device, write). ' +
      'Free some space and try again, or choose another folder with DATA_DIR.',
  );
});

test('says that the disk is full if PostgreSQL says so, also as the cause of another error', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(explainStartFailure(new Error('migration failed', { cause: full }))).toMatch(
    /^The disk is full \(could not extend file: .*\)\. Free some space/u,
  );
});

test('says that the disk is full if a mistake was caused by it', () => {
  const full = thrownBy(() => writeFileSync('/dev/full', 'x'));
  const mistake = new StartUpMistake('The database cannot be migrated.', { cause: full });
  expect(explainStartFailure(mistake)).toMatch(/^The disk is full/u);
});

test('names the file that cannot be written', () => {
  const error = Object.assign(new Error('EROFS: read-only file system'), {
    code: 'EROFS',
    path: '/a/owner.json',
  });
  expect(explainStartFailure(error)).toBe(
    '/a/owner.json cannot be written (EROFS). Zawadi has to write in its own folder and in DATA_DIR.',
  );
});

test('shows an operator’s mistake as one sentence, and a bug with its stack', () => {
  expect(explainStartFailure(new StartUpMistake('PORT is not valid.'))).toBe('PORT is not valid.');
  const bug = new TypeError('x is not a function');
  expect(explainStartFailure(bug)).toBe(bug);
});

function thrownBy(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('It threw nothing.');
}
