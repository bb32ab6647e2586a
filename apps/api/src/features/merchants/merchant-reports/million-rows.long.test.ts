import { makeApiKey } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { newShop, type Shop } from '../../../testing/shops.ts';
import { explainPlan, type PlanNode } from '../../../testing/explain-plan.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { totalsOf } from './transaction-totals-store.ts';
import { selectionOf, transactionsPage } from './transactions-store.ts';

const ROWS = 200_000;
const OLD_KEY = { name: 'Old till', rights: 'redeem' } as const;

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
  await fill();
}, 120_000);
afterAll(() => system.close());

/** Inserts a year of vouchers and redemptions for a busy shop, and some for another shop. */
async function fill(): Promise<void> {
  const other = await newShop(system);
  await system.owner.query(
    `insert into vouchers
       (id, face_cents, code_sealed, code_last_four, alias_sealed, claim_token_sealed, sender_name, recipient_name,
        recipient_msisdn, message, cloth, mpesa_receipt, expires_at, announced_at)
     select id, 100000, 'x', lpad(upper(to_hex(n % 65536)), 4, '0'), 'x', 'x', 'Sender', 'Person ' || n,
       '2547' || lpad(n::text, 8, '0'), '', 'plain', 'R' || lpad(n::text, 9, '0'), now() + interval '1 year', now()
     from (select n, gen_random_uuid() as id from generate_series(1, $1::int) n) each`,
    [ROWS],
  );
  for (const { merchantId, rows } of [
    { ...shop, rows: ROWS },
    { ...other, rows: ROWS / 10 },
  ]) {
    await system.owner.query(
      `insert into redemptions
         (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, recipient_name, redeemed_at,
          place_id)
       select id, gen_random_uuid(), $1, 100, 0, 'api', recipient_name, now() - random() * interval '365 days',
         $1
       from vouchers limit $2`,
      [merchantId, rows],
    );
  }
  // Few and old: their list must not read the newer redemptions of others.
  for (const taker of ['staff_id', 'key_id'] as const) {
    await system.owner.query(
      `insert into redemptions
         (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, recipient_name, redeemed_at,
          place_id, ${taker})
       select id, gen_random_uuid(), $1, 100, 0, $2, recipient_name, now() - interval '300 days', $1, $3
       from vouchers limit 30`,
      [
        shop.merchantId,
        taker === 'key_id' ? 'api' : 'portal',
        taker === 'key_id' ? await newKey() : shop.cashier.staffId,
      ],
    );
  }
  // Random inserts leave index pages half empty. Without a reindex, PostgreSQL would prefer a full table scan.
  await system.owner.query('reindex index redemptions_in_list');
  // The first vacuum runs too soon after the commit to mark rows as visible to all. The second one marks them.
  await system.owner.query('vacuum redemptions');
  await system.owner.query('vacuum analyze redemptions');
  await system.owner.query('analyze vouchers');
}

async function newKey(): Promise<string> {
  const { keyId } = await system.api.call(makeApiKey, { body: OLD_KEY }, { bearer: shop.owner.bearer });
  return keyId;
}

function readWhole(nodes: PlanNode[]): string[] {
  return nodes
    .filter((node) => node['Node Type'].includes('Seq Scan'))
    .map((node) => node['Relation Name'] ?? '')
    .filter((name) => name === 'redemptions' || name === 'vouchers');
}

async function middleOfTheList(): Promise<{ instant: string; id: string }> {
  const { rows } = await system.owner.query<{ instant: string; id: string }>(
    `select redeemed_at::text as instant, id from redemptions where merchant_id = $1
     order by redeemed_at desc, id desc offset $2 limit 1`,
    [shop.merchantId, ROWS / 2],
  );
  return rows[0] ?? { instant: '', id: '' };
}

test.each([
  ['the first page', {}],
  ['completed ones', { status: 'Completed' as const }],
  ['a span of days', { from: '2026-06-01', to: '2026-06-02' }],
  ['a rare name', { search: 'person 77777' }],
  ['a common name', { search: 'person' }],
  ['a name without a match', { search: 'zebedayo' }],
  ['a whole phone number', { search: '254700077777' }],
  ['a receipt', { search: 'R000077777' }],
  ['the end of a code', { search: '00AB' }],
  ['the beginning of a voucher id', { search: '0198c0de' }],
  ['a cashier who took few', { servedBy: 'Juma Cash' }],
  ['a key that took few', { servedBy: 'Old till' }],
  ['a person who took none', { servedBy: 'Zebedayo' }],
])('a page of %s scans no whole table and reads fewer than a thousand rows', async (_what, filters) => {
  const selection = await selectionOf(system.deps.db, shop.merchantId, filters);
  for (const after of [undefined, await middleOfTheList()]) {
    const { nodes } = await explainPlan(system.deps.db, transactionsPage(selection, { after, limit: 21 }));
    expect(readWhole(nodes)).toEqual([]);
    const most = Math.max(...nodes.map((node) => node['Actual Rows']));
    expect(most).toBeLessThan(1_000);
  }
});

test('totals without a search read only the index; totals of a search stop at ten thousand', async () => {
  const everything = await selectionOf(system.deps.db, shop.merchantId, {});
  const whole = await explainPlan(system.deps.db, totalsOf(everything, '-infinity'));
  expect(readWhole(whole.nodes)).toEqual([]);
  expect(whole.nodes.map((node) => node['Node Type'])).toContain('Index Only Scan');
  const searched = await selectionOf(system.deps.db, shop.merchantId, { search: 'person' });
  const { nodes } = await explainPlan(system.deps.db, totalsOf(searched, '-infinity'));
  expect(readWhole(nodes)).toEqual([]);
  const [totals] = (await totalsOf(searched, '-infinity').execute(system.deps.db)).rows;
  expect(totals).toMatchObject({ found: 10_001, completed: 10_000, completedCents: 1_000_000n });
});

test('a search without a match reads no row of another shop', async () => {
  const selection = await selectionOf(system.deps.db, newId(), { search: 'person 77777' });
  const { nodes } = await explainPlan(system.deps.db, transactionsPage(selection, { limit: 21 }));
  expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBe(0);
});
