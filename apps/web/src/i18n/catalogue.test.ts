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

/** Returns a text's names in braces and its tags, sorted, because a translation may change their order. */
const marksOf = (text: string) => (text.match(/\{\w+\}|<\/?\w+>/gu) ?? []).sort();

test('every Swahili text has the same values and tags as its English text', () => {
  for (const [text, words] of texts) {
    expect.soft(marksOf(words), text).toEqual(marksOf(text));
    expect.soft(words.trim(), text).not.toBe('');
  }
});

test('translates each text in one place only', () => {
  const all = import.meta.glob<Record<string, object>>('./sw/*.ts', { eager: true });
  const files = Object.entries(all).filter(
    ([file]) => !/\/(?:door|house|shop|(?:\w+-)?refusals)\.ts$/u.test(file),
  );
  const keys = files.flatMap(([, file]) => Object.values(file).flatMap(Object.keys));
  expect(keys.length).toBe(texts.length);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('S176 has a Swahili sentence for every refusal code, and for no other code', () => {
  expect(Object.keys(refusals).sort()).toEqual(Object.keys(english).sort());
});

test('translates the sentences that the server shows after a fault', () => {
  expect(door).toHaveProperty([fault.message]);
});
