import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacWith } from './hmac.ts';

test('it is the HMAC of everyone else, of texts and secrets of any length and script', () => {
  const secrets = fc.uint8Array({ minLength: 1, maxLength: 64 });
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { minLength: 2, maxLength: 3 });
  fc.assert(
    fc.property(secrets, texts, (secret, values) => {
      const hmac = hmacWith(secret);
      // All are made before any is looked at: none may lie in memory that the next one uses.
      const made = values.map(hmac);
      const wanted = values.map((value) => createHmac('sha256', secret).update(value).digest());
      expect(made).toEqual(wanted);
    }),
  );
});

test('a secret that RFC 2104 has hashed first is refused', () => {
  expect(() => hmacWith(new Uint8Array(65))).toThrow(RangeError);
});
