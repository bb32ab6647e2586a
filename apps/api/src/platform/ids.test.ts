import fc from 'fast-check';
import { v5, validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { derivedId, newId } from './ids.ts';

test('derives an id as UUID version 5, like the example of the standard', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
      expect(derivedId(...words)).toBe(v5(words.join('/'), '6f3f1c7a-8a53-4c39-9a0e-5c0d4b1e7a10'));
    }),
  );
});

test('derives the same id every time', () => {
  expect(derivedId('purchase', 'x', 'net')).toBe('e2ebd85a-7038-5a67-89e1-8386f5e4324c');
});

test('makes ids of UUID version 7 in ascending order, even within a millisecond', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});
