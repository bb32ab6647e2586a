import { expect, test } from 'vitest';
import { problemWithPicture } from './picture-file.ts';

test('accepts a picture of five megabytes, and rejects one byte more', () => {
  const type = 'image/png';
  expect(problemWithPicture({ type, size: 5 * 1024 * 1024 })).toBeUndefined();
  expect(problemWithPicture({ type, size: 5 * 1024 * 1024 + 1 })).toBe(
    'Please choose a picture of at most 5 MB',
  );
});

test.each(['image/svg+xml', 'application/pdf', ''])('rejects a picture file of type “%s”', (type) => {
  expect(problemWithPicture({ type, size: 1 })).toBe(
    'We could not read this picture. Please choose another.',
  );
});
