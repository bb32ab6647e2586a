import type { TransactionFilters } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainPlan, type PlanNode } from '../../../testing/explain-plan.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { listTransactions } from './list-transactions.ts';
import { findTargets, searchTargets } from '../../services/look-ups/index.ts';
import { vouchersAmong } from '../search/search-store.ts';
import { countOf, matchingPage, rowsPage, selectionOf } from './list-store.ts';

const ROWS = 100_000;

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await fill();
}, 180_000);
afterAll(() => system.close());

/** Inserts the purchases, vouchers and redemptions of a busy year. */
async function fill(): Promise<void> {
  const { merchantId } = await newTill(system);
  const { owner } = system;
  await owner.query(
    `insert into vouchers
       (id, face_cents, code_sealed, code_last_four, alias_sealed, claim_token_sealed, sender_name, recipient_name,
        recipient_msisdn, message, cloth, mpesa_receipt, expires_at, announced_at)
     select id, 100000, 'x', lpad(upper(to_hex(n % 65536)), 4, '0'), 'x', 'x', 'Sender', 'Person ' || n,
       '2547' || lpad(n::text, 8, '0'), '', 'plain', 'R' || lpad(n::text, 9, '0'), now() + interval '1 year', now()
     from (select n, gen_random_uuid() as id from generate_series(1, $1::int) n) each`,
    [ROWS],
  );
  await owner.query(
    `insert into purchases
       (home_id, id, buyer_id, amount_cents, fee_cents, bill_reference, payer_msisdn, status, mpesa_receipt,
        pending_since, completed_at)
     select v.id, gen_random_uuid(), gen_random_uuid(), 105000, 5000, 'B' || substr(v.mpesa_receipt, 3),
       v.recipient_msisdn, 'COMPLETED', v.mpesa_receipt, moment, moment
     from (select *, now() - random() * interval '365 days' as moment from vouchers) v`,
  );
  await owner.query(
    `insert into purchase_gifts
       (home_id, position, voucher_id, amount_cents, fee_cents, recipient_name, recipient_msisdn, recipient_email,
        message, cloth)
     select id, 1, id, 105000, 5000, recipient_name, recipient_msisdn, 'kip@example.test', '', 'plain' from vouchers`,
  );
  await owner.query(
    `insert into unique_names (kind, key, home_id, target_id)
     select 'purchase', id::text, home_id, id from purchases
     union all select 'receipt', mpesa_receipt, home_id, id from purchases`,
  );
  await owner.query(
    `insert into redemptions
       (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, recipient_name, redeemed_at,
        place_id)
     select id, gen_random_uuid(), $1, 100, 0, 'api', recipient_name, now() - random() * interval '365 days',
       $1
     from vouchers`,
    [merchantId],
  );
  await owner.query(
    `insert into claims (voucher_id, id, user_id, amount_cents)
     select id, gen_random_uuid(), gen_random_uuid(), 100 from vouchers`,
  );
  await owner.query(
    `insert into settlements
       (merchant_id, id, batch_id, amount_cents, fee_cents, transaction_count, cut_off_at, status, channel, method,
        shown_as, needs_approval, reference, created_at, completed_at)
     select $1, gen_random_uuid(), 'ST-20261120-' || translate(lpad(upper(to_hex(n)), 5, '0'), 'ILOU', '0000'), 100, 0, 1,
       now(), 'COMPLETED', jsonb_build_object('kind', 'till', 'tillNumber', (100000 + n)::text), 'b2b', 'M-Pesa', false,
       'S' || lpad(n::text, 9, '0'), now() - random() * interval '365 days', now()
     from generate_series(1, $2::int) n`,
    [merchantId, ROWS / 2],
  );
  await owner.query(
    `update redemptions set reversed_at = redeemed_at, reversed_channel = 'api' where random() < 0.001`,
  );
  await owner.query(
    `insert into refund_states (home_id, transaction_id, state, back_cents)
     select home_id, id, 'refunded', amount_cents from purchases where random() < 0.005`,
  );
  await owner.query(
    'vacuum analyze purchases, vouchers, redemptions, claims, settlements, unique_names, refund_states',
  );
}

const LARGE = new Set([
  'purchases',
  'purchase_gifts',
  'vouchers',
  'redemptions',
  'claims',
  'settlements',
  'unique_names',
]);
const readWhole = (nodes: PlanNode[]) =>
  nodes
    .filter((node) => node['Node Type'].includes('Seq Scan') && LARGE.has(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name']);

const QUESTIONS: [string, TransactionFilters][] = [
  ['everything', {}],
  ['one kind', { type: 'Deposit' }],
  ['pending ones', { status: 'Pending' }],
  ['refunded ones', { refundState: 'refunded' }],
  ['reversed ones', { refundState: 'reversed' }],
  ['a span of days', { from: '2026-06-01', to: '2026-06-02' }],
  ['a receipt', { search: 'R000012345' }],
  ['a phone number', { search: '0700 012 345' }],
  ['the end of a code', { search: '1F2A' }],
  ['a name', { search: 'Person 19999' }],
];

test.each(QUESTIONS)('a page of %s scans no large table', async (_what, filters) => {
  const selection = await selectionOf(system.deps.db, filters);
  const page = await explainPlan(system.deps.db, rowsPage(selection, { after: undefined, limit: 51 }));
  expect(readWhole(page.nodes)).toEqual([]);
});

const RARE: [string, TransactionFilters][] = [
  ['a receipt', { search: 'R000012345' }],
  ['batches that failed', { type: 'Settlement', status: 'Failed' }],
  ['batches of an amount that none has', { type: 'Settlement', minimumAmount: 7, maximumAmount: 8 }],
];

// The tests above do not detect that a whole index is read, so these tests count the database pages that are read.
test.each(RARE)('a page of %s reads only a few database pages', async (_what, filters) => {
  const selection = await selectionOf(system.deps.db, filters);
  const page = await explainPlan(system.deps.db, rowsPage(selection, { after: undefined, limit: 51 }));
  expect(page.pagesRead).toBeLessThan(60);
});

const LOOK_UPS = [
  ...QUESTIONS.flatMap(([what, { search }]) => (search ? [[what, search] as const] : [])),
  ['a reference of ours', '7KQ2M-4XD9P'],
  ['the beginning of an id', '3F9A12BC'],
  ['where a batch went', '123456'],
  ['the receipt of a batch', 'S000012345'],
  ['an account number', '01702991234567'],
] as const;

test.each(LOOK_UPS)('finds transactions by %s without scanning a large table', async (_what, search) => {
  const found = await explainPlan(system.deps.db, searchTargets(search));
  expect(readWhole(found.nodes)).toEqual([]);
});

test.each(['1F2A', 'Person 1', 'R000012345'])(
  'the search shows the newest matches of %s without scanning a large table',
  async (text) => {
    const { db } = system.deps;
    const targets = await findTargets(db, text);
    const payments = await explainPlan(db, matchingPage(targets, 7));
    const vouchers = await explainPlan(db, vouchersAmong(targets.voucherIds, 7));
    expect(readWhole([...payments.nodes, ...vouchers.nodes])).toEqual([]);
  },
);

test('S290 the page in the middle costs no more than the first page', async () => {
  const { rows } = await system.owner.query<{ instant: string; id: string }>(
    'select pending_since::text as instant, id from purchases order by pending_since desc offset $1 limit 1',
    [ROWS / 2],
  );
  const selection = await selectionOf(system.deps.db, {});
  const page = await explainPlan(system.deps.db, rowsPage(selection, { after: rows[0], limit: 51 }));
  expect(readWhole(page.nodes)).toEqual([]);
  const most = Math.max(...page.nodes.map((node) => node['Actual Rows']));
  expect(most).toBeLessThanOrEqual(500);
});

test('S291 counts transactions up to 10,000 and no further', async () => {
  const answer = await listTransactions(system.deps.db, { limit: 50 });
  expect(answer).toMatchObject({ count: 10_000, isMore: true });
  const selection = await selectionOf(system.deps.db, {});
  const counted = await explainPlan(system.deps.db, countOf(selection, 10_001));
  expect(readWhole(counted.nodes)).toEqual([]);
});

test('counts the transactions of a receipt exactly', async () => {
  const answer = await listTransactions(system.deps.db, { limit: 50, search: 'R000012345' });
  expect(answer).toMatchObject({ count: 3, isMore: false });
});
