import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idTailOf, shortReference } from './short-reference.ts';

test('S507 the short reference of a request is the first eight characters of its id, in upper case', () => {
  expect(shortReference('9f3c71a2-1b2c-4d5e-8f90-123456789abc')).toBe('9F3C71A2');
});

test('ids made at the same moment have different short references', () => {
  const [one, other] = ['01a2022a-7c11-7000-8a11-0f3b5c7d9e11', '01a2022a-7c11-7001-8a11-1f3b5c7d9e12'];
  expect(shortReference(one)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/u);
  expect(shortReference(one)).not.toBe(shortReference(other));
});

test('finds the end of an id from its short reference in any spelling', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), (id) => {
      const reference = shortReference(id);
      for (const typed of [reference, reference.replace('-', ''), ` ${reference.toLowerCase()} `])
        expect(idTailOf(typed)).toBe(id.slice(-12));
    }),
  );
});

test('accepts look-alike letters in a short reference, and rejects other texts', () => {
  expect(idTailOf('oiloo-OOOO1')).toBe(idTailOf('01100-00001'));
  // M-PESA's receipts of these years begin with a letter that begins no short reference.
  for (const typed of ['UKN3A7B2C9', 'TLK4567890', '7KQ2M', '7KQ2M-4XD9', 'Mama Njeri', '7KQ2M-4XD9U'])
    expect(idTailOf(typed)).toBeUndefined();
});
