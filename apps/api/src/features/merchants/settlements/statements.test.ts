import { settlementPdf } from '@zawadi/contract';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system);
});
afterAll(() => system.close());

/** Creates a batch with two redemptions, of 300 and 200 shillings. */
async function newBatch() {
  const shop = await newPayee(system, { kind: 'mpesa', msisdn: '254712345678' });
  await earn(system, shop, 300, 200);
  const { batchId } = await settleOne(system, administrator, shop);
  return { shop, batchId };
}

async function readStatement({ shop, batchId }: { shop: Payee; batchId: string }) {
  const reply = await system.http.inject({
    url: settlementPdf.path.replace(':batchId', batchId),
    headers: { authorization: `Bearer ${shop.bearer}` },
  });
  expect(reply.statusCode).toBe(200);
  const { text, totalPages } = await extractText(new Uint8Array(reply.rawPayload), { mergePages: true });
  return { text: text.replaceAll(/\s+/gu, ' '), totalPages };
}

test('a settlement’s PDF statement lists its entries', async () => {
  const { text } = await readStatement(await newBatch());
  expect(text).toContain('Transactions 2');
  expect(text.match(/Redemption [0-9A-Z]{5}-[0-9A-Z]{5} [0-9A-Z]{4} KES (?:300|200)/gu)).toHaveLength(2);
  expect(text).not.toContain('CSV');
});

test('a statement with thousands of entries has a sum per day on one page, and says where to find all entries', async () => {
  const batch = await newBatch();
  const { batchId } = batch;
  await system.owner.query(
    `insert into settlement_entries (home_id, transfer_id, merchant_id, settlement_id, amount_cents, kind, posted_at)
     select gen_random_uuid(), gen_random_uuid(), s.merchant_id, s.id, 500, 'redemption',
       '2026-11-18 12:00+03'::timestamptz + (n % 2) * interval '1 day'
     from settlements s, generate_series(1, 2998) n where s.batch_id = $1`,
    [batchId],
  );
  await system.owner.query('update settlements set transaction_count = 3000 where batch_id = $1', [batchId]);
  const { text, totalPages } = await readStatement(batch);
  expect(totalPages).toBe(1);
  expect(text).toContain('3,000 transactions are too many for paper');
  expect(text).toContain('The CSV file of this batch has every one of them.');
  expect(text).toContain('18 Nov 2026 Redemption 1,499 KES 7,495');
  expect(text).toContain('19 Nov 2026 Redemption 1,499 KES 7,495');
  expect(text).toMatch(/Redemption 2 KES 500/u);
});
