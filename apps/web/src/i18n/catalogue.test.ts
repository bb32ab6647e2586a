import { expect, test } from 'vitest';
import { fault, refusals as english } from '@zawadi/contract/refusals';
import { words as door } from './sw/door.ts';
import { gifts } from './sw/gifts.ts';
import { words as house } from './sw/house.ts';
import { profile } from './sw/profile.ts';
import { words as reading } from './sw/reading.ts';
import { refusals } from './sw/refusals.ts';
import { shell } from './sw/shell.ts';
import { signIn } from './sw/sign-in.ts';
import { uiWords } from './sw/ui-words.ts';
import { voucherPage } from './sw/voucher-page.ts';
import { withdrawals } from './sw/withdrawals.ts';

const texts = Object.entries({ ...door, ...house, ...reading });

/** Names in braces and tags, in any order: a language may turn a sentence round. */
const marksOf = (text: string) => (text.match(/\{\w+\}|<\/?\w+>/gu) ?? []).toSorted();

test.each(texts)('“%s” has the same values and tags in Swahili', (text, words) => {
  expect(marksOf(words)).toEqual(marksOf(text));
  expect(words.trim()).not.toBe('');
});

test('a text is translated in one place only', () => {
  const files = [uiWords, signIn, shell, gifts, withdrawals, profile, voucherPage, reading];
  const keys = files.flatMap((file) => Object.keys(file));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('every refusal has a Swahili sentence and none is invented', () => {
  expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(english).toSorted());
});

test('what a fault says is translated', () => {
  expect(door).toHaveProperty([fault.message]);
});
