import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load, need } from '../../i18n/catalogue.ts';
import { words as shop } from '../../i18n/sw/shop.ts';
import { batchSentence, daysInWords } from './batch-words.ts';

const SERVER = join(import.meta.dirname, '../../../../api/src/features/merchants/settlements/words.ts');

beforeAll(async () => {
  await need('shop');
  await load('sw');
});
afterAll(() => load('en'));

test("translates the server's sentences about a batch, and the reason inside a sentence", () => {
  expect(batchSentence('Batch made')).toBe('Fungu limetengenezwa');
  expect(batchSentence('Paid, reference QKL8ABC123')).toBe('Imelipwa, rejeleo QKL8ABC123');
  expect(batchSentence('Not paid: M-PESA did not make the payment.')).toBe(
    'Haijalipwa: M-PESA haikufanya malipo haya.',
  );
  expect(daysInWords('2.1 days')).toBe('Siku 2.1');
});

test("leaves an administrator's own words untranslated", () => {
  expect(batchSentence('Canceled: Paid in cash, see the letter')).toBe(
    'Imeghairiwa: Paid in cash, see the letter',
  );
});

test('has a translation for every reason of a failed pay-out', () => {
  const reasons = /function whyFailed[^]*?\n\}/u.exec(readFileSync(SERVER, 'utf8'))?.[0] ?? '';
  const sentences = [...reasons.matchAll(/'([A-Z][^']+\.)'/gu)].map(([, sentence = '']) => sentence);
  expect(sentences.length).toBeGreaterThan(4);
  expect(sentences.filter((sentence) => !(sentence in shop))).toEqual([]);
});
