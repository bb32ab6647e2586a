import { addressOf, claimVoucher, historyPdf } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Requests the PDF and reads its text, with plain spaces. */
async function read(person: SignedIn, query: Record<string, string> = {}) {
  const { headers, rawPayload } = await system.http.inject({
    url: addressOf(historyPdf, { query }),
    headers: { authorization: `Bearer ${person.bearer}` },
  });
  const { text } = await extractText(new Uint8Array(rawPayload), { mergePages: true });
  return { headers, text: text.replaceAll(/\s+/gu, ' ') };
}

test('the history’s PDF has the rows and sums of the filtered list, in the user’s language', async () => {
  const me = await newConsumer(system);
  for (const amount of [1_000, 2_000]) await makeGift(system, { amount, buyerId: me.user.id });
  const { claimToken } = await makeGift(system, { amount: 500, recipient: me });
  await system.call(claimVoucher, { body: { claimToken } }, me);
  const whole = await read(me);
  expect(whole.text).toContain('Transactions 3 In + KES 475 Out − KES 3,000');
  expect(
    whole.text.match(/Gift, Kip Rotich, 07\d\d \d{3} \d{3} Completed \w+ − KES [12],000/gu),
  ).toHaveLength(2);
  expect(whole.text).toMatch(/Gift added, Neema Achieng Completed KES 475/u);
  const gifts = await read(me, { type: 'GIFT_PURCHASE', search: '2000' });
  expect(gifts.text).toContain('“2000” · Gift Transactions 1 In + KES 0 Out − KES 2,000');
  expect(gifts.text).not.toContain('KES 1,000');
  expect(gifts.headers['content-disposition']).toMatch(
    /^attachment; filename="transactions-[\d-]{10}\.pdf"$/u,
  );
  await system.owner.query(`update users set language = 'sw' where id = $1`, [me.user.id]);
  const { text } = await read(me, { to: '2026-01-31' });
  expect(text).toContain('Miamala hadi 31 Januari 2026');
  expect((await system.http.inject({ url: historyPdf.path })).statusCode).toBe(401);
});
