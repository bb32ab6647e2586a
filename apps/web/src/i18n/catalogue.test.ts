import { expect, test } from 'vitest';
import { fault, refusals as english } from '@zawadi/contract/refusals';
import { words as claim } from './sw/claim.ts';
import { words as door } from './sw/door.ts';
import { words as help } from './sw/shop-help.ts';
import { words as freeze } from './sw/freeze.ts';
import { words as house } from './sw/house.ts';
import { words as reading } from './sw/reading.ts';
import { refusals } from './sw/refusals.ts';
import { words as shop } from './sw/shop.ts';

const texts = Object.entries({ ...door, ...house, ...claim, ...freeze, ...reading, ...shop, ...help });

/** Returns names in braces and tags, sorted: a language may reorder a sentence. */
const marksOf = (text: string) => (text.match(/\{\w+\}|<\/?\w+>/gu) ?? []).sort();

test('every text has the same values and tags in Swahili', () => {
  for (const [text, words] of texts) {
    expect.soft(marksOf(words), text).toEqual(marksOf(text));
    expect.soft(words.trim(), text).not.toBe('');
  }
});

test('each text is translated in one place only', () => {
  const all = import.meta.glob<Record<string, object>>('./sw/*.ts', { eager: true });
  const files = Object.entries(all).filter(
    ([file]) => !/\/(?:door|house|shop|(?:\w+-)?refusals)\.ts$/u.test(file),
  );
  const keys = files.flatMap(([, file]) => Object.values(file).flatMap(Object.keys));
  expect(keys.length).toBe(texts.length);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('S176 every refusal has a Swahili sentence and none is invented', () => {
  expect(Object.keys(refusals).sort()).toEqual(Object.keys(english).sort());
});

test('the sentences of a fault are translated', () => {
  expect(door).toHaveProperty([fault.message]);
});
