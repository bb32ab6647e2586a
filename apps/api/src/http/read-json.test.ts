import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { repeatsField } from './read-json.ts';

test('detects a repeated field in JSON', async () => {
  await everyRow(
    [
      '{"a":1,"a":2}',
      '{ "a" : 1 , "a"\n:\t2 }',
      String.raw`{"a":1,"\u0061":2}`,
      '{"a":{"b":[{"c":1,"c":1}]},"d":1}',
      '[{"a":1},{"b":1,"b":1}]',
      '{"a":{},"b":[],"a":null}',
      '{"":1,"":1}',
      String.raw`{"\"":1,"x":2,"\"":3}`,
    ],
    String,
    (text) => {
      JSON.parse(text);
      expect(repeatsField(text)).toBe(true);
    },
  );
});

test('finds no repeated field in JSON without one', () => {
  for (const text of [
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":["a","a:","b"],"b":":a:"}',
    String.raw`{"a":"\"a\":1,\"a\":2","b":"\\"}`,
    '"a:a:"',
    '{"toString":1,"constructor":2}',
    '7',
  ])
    expect.soft(repeatsField(text), text).toBe(false);
});

const spaced = fc.constantFrom(undefined, 2, '\t');

test('finds no repeated field in JSON written by a program', () => {
  fc.assert(
    fc.property(fc.jsonValue(), spaced, (value, space) => {
      expect(repeatsField(JSON.stringify(value, undefined, space))).toBe(false);
    }),
  );
});

test('detects a field repeated at any depth', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(objects, fc.jsonValue(), fc.nat(), (object, beside, place) => {
      const names = Object.keys(object);
      const again = JSON.stringify(names[place % names.length]);
      const text = `${JSON.stringify(object).slice(0, -1)},${again}:null}`;
      expect(repeatsField(`[${JSON.stringify(beside)},{"x":${text}}]`)).toBe(true);
    }),
  );
});
