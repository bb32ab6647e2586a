import { inflateSync } from 'node:zlib';
import { voucherPdf } from '@zawadi/contract';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function print(
  gift: { voucherId: string; claimToken: string },
  { recipient = '', message = '', language = 'en' },
) {
  const names = 'update vouchers set recipient_name = $2, message = $3 where id = $1';
  await system.owner.query(names, [gift.voucherId, recipient, message]);
  const { rawPayload } = await system.http.inject({
    method: 'POST',
    url: voucherPdf.path,
    payload: { claimToken: gift.claimToken, lang: language },
  });
  return rawPayload;
}

async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  // Readers of PDF may put a space between two runs.
  return text.normalize('NFKC').replaceAll(/\s+/gu, '');
}

test('a voucher names people in Arabic and Amharic, and says so of a script that it cannot print', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const printed = async (recipient: string, message: string, language = 'en') =>
    textOf(await print(gift, { recipient, message, language }));
  const arabic = await printed('محمد', 'سلام عمر');
  expect(arabic).toContain('Zawadiforمحمد');
  // Each word is a part of its own, from left to right.
  expect(arabic).toMatch(/عمر.*سلام/u);
  expect(await printed('አበበ በቀለ', 'እንኳን ደስ አለዎት')).toMatch(/Zawadiforአበበበቀለ.*እንኳንደስአለዎት/u);
  const chinese = await printed('王小明', '生日 快乐, Wang! 🎉');
  expect(chinese).toContain('Zawadifor(inanotherscript)');
  expect(chinese).toContain('“(inanotherscript),Wang!🎉”');
  expect(await printed('王小明', '', 'sw')).toContain('(kwamaandishimengine)');
});

test('a screen reader can read names that are drawn from right to left, or not at all', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const bytes = await print(gift, { recipient: 'محمد', message: '王明' });
  expect(bytes.includes(Buffer.from('“王明”', 'utf16le').swap16())).toBe(true);
  expect(contentsOf(bytes).includes('/Span <<\n/ActualText (\ufeffمحمد)')).toBe(true);
});

/** Returns the drawing instructions of a PDF, with texts in UTF-16 as plain texts. */
function contentsOf(bytes: Buffer): string {
  const file = bytes.toString('latin1');
  const streams = [...file.matchAll(/stream\r?\n(.*?)\r?\nendstream/gsu)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return streams
    .join('\n')
    .replaceAll(
      /\(\u00fe\u00ff(.*?)\)/gsu,
      (_all, text: string) => `(\ufeff${Buffer.from(text, 'latin1').swap16().toString('utf16le')})`,
    );
}
