import {
  acknowledgeAlert,
  addAdministrator,
  assignFraudAlert,
  countDeskAlerts,
  listTransactions,
  readWorkList,
  writeToSupport,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, newPayee, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { newShop, redeemAtTillPage } from '../../../testing/shops.ts';
import { raiseAlert } from '../../services/alerts/index.ts';
import { watchForFraud } from '../../merchants/fraud/index.ts';

let system: TestSystem;
let administrator: Administrator;
let finance: Administrator;
let support: Administrator;
let reader: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  [administrator, finance, support, reader] = [
    await newAdministrator(system, 'administrator'),
    await newAdministrator(system, 'finance'),
    await newAdministrator(system, 'support'),
    await newAdministrator(system, 'read-only'),
  ];
});
afterAll(() => system.close());

const sql = (text: string, values: unknown[] = []) => system.owner.query(text, values);
const pages: string[] = JSON.parse(
  readFileSync(new URL('../../../../../web/page-addresses.json', import.meta.url), 'utf8'),
);
/** Reads the list, in which every line names its next step and leads to a page. */
async function listOf(by: Administrator) {
  const { answer } = await system.call(readWorkList, {}, by);
  for (const { kind, first, nextStep, path } of answer.work) {
    expect([kind, first, nextStep]).not.toContain('');
    expect(pages.some((page) => isPage(page, path))).toBe(true);
  }
  return answer;
}
function isPage(page: string, path: string): boolean {
  const [pathname = ''] = path.split('?');
  const parts = [page, pathname].map((one) => one.split('/'));
  return (
    parts[0]?.length === parts[1]?.length &&
    parts[0]?.every((part, at) => part.startsWith('$') || part === parts[1]?.[at]) === true
  );
}
const kindsOf = async (by: Administrator) => (await listOf(by)).work.map(({ kind }) => kind);
const workOf = async (by: Administrator, kind: string) =>
  (await listOf(by)).work.find((one) => one.kind === kind);

// Each test continues from the state that the tests before it have left.
describe('the work list of a new system', { shuffle: false }, () => {
  test('a new system shows an empty work list to every role', async () => {
    for (const by of [administrator, finance, support, reader])
      expect(await listOf(by)).toEqual({ work: [], total: 0 });
    expect((await system.call(readWorkList, {})).status).toBe(401);
  });

  test('counts each kind of work for the roles that handle it, nearest deadline first', async () => {
    await newTill(system, false);
    await sql(`update merchants set business_name = 'Savannah Fashions', created_at = now() - interval '2 days'
    where status = 'PENDING'`);
    await sql(`insert into reviews (id, kind, subject_id, details, raised_at) values
    (gen_random_uuid(), 'paid_twice', gen_random_uuid(), '{}', now() - interval '5 hours'),
    (gen_random_uuid(), 'wrong_amount', gen_random_uuid(), '{"received": 1500}', now() - interval '1 hour')`);
    await sql(
      `insert into orders (home_id, id, kind, owner_id, party, amount_cents, state, created_at)
     values ($1, gen_random_uuid(), 'purchase', gen_random_uuid(), '254700000001', 100, 'UNKNOWN',
       now() - interval '50 min')`,
      [randomUUID()],
    );
    await raiseAlert(system.deps.db, { kind: 'provider_silent', details: {} });
    const { work, total } = await listOf(administrator);
    expect(work).toMatchObject([
      {
        kind: 'applications',
        count: 1,
        first: 'Savannah Fashions',
        isLate: true,
        path: expect.stringMatching(/^\/admin\/merchants\/[A-Z0-9]+$/u),
      },
      {
        kind: 'unknown-payments',
        count: 1,
        first: '1 deposit',
        isLate: false,
        amount: 1,
        path: '/admin/transactions?isUnconfirmed=true',
      },
      { kind: 'alerts', count: 1, first: 'M-PESA does not answer', isLate: false },
      {
        kind: 'reviews',
        count: 2,
        first: 'Two receipts for one pay-out',
        isLate: false,
        amount: 1_500,
        path: '/admin/transactions/reviews',
      },
    ]);
    expect(total).toBe(5);
    expect(await kindsOf(finance)).toEqual(['unknown-payments', 'alerts', 'reviews']);
    expect(await kindsOf(support)).toEqual(['unknown-payments', 'alerts']);
    expect(await listOf(reader)).toEqual({ work: [], total: 0 });
  });

  test('omits an alert that is acknowledged, or that repeats another entry of the work list', async () => {
    await raiseAlert(system.deps.db, { kind: 'reviews_waiting', details: { count: 2 } });
    expect(await workOf(support, 'alerts')).toMatchObject({ count: 1 });
    const { rows } = await system.owner.query<{ id: string }>(
      `select id from alerts where kind = 'provider_silent' and resolved_at is null`,
    );
    await system.call(acknowledgeAlert, { body: { alertId: rows[0]?.id ?? '' } }, support);
    expect(await workOf(support, 'alerts')).toBeUndefined();
  });

  test('omits a request for its requester, and for administrators whom the requester admitted', async () => {
    const gift = await makeGift(system, { amount: 12_000 });
    expect((await refund(system, finance, gift)).answer.outcome).toBe('waiting');
    expect(await workOf(administrator, 'approvals')).toMatchObject({ count: 1, isLate: false });
    expect((await workOf(administrator, 'approvals'))?.first).toMatch(/^Refund KES/u);
    expect(await workOf(finance, 'approvals')).toBeUndefined();
    expect(await workOf(support, 'approvals')).toBeUndefined();
    await sql(`update approvals set requested_at = now() - interval '5 hours'`);
    expect(await workOf(administrator, 'approvals')).toMatchObject({ isLate: true });
    await sql(
      `insert into administrator_admissions (administrator_id, admitted_by, admitted_at)
     select a.id, b.id, now() from administrators a, administrators b where a.name = $1 and b.name = $2`,
      [administrator.name, finance.name],
    );
    expect(await workOf(administrator, 'approvals')).toBeUndefined();
    expect(await workOf(await newAdministrator(system), 'approvals')).toMatchObject({ count: 1 });
  });

  test('hides requests that only the role `administrator` may decide from finance', async () => {
    await sql(`update approvals set closed_as = 'EXPIRED', closed_at = now()`);
    const email = `${randomUUID()}@example.test`;
    const body = { name: 'Njeri Kamau', email, staffRole: 'finance' as const };
    const { answer } = await system.call(addAdministrator, { body }, administrator);
    expect(answer.action.outcome).toBe('waiting');
    expect(await workOf(finance, 'approvals')).toBeUndefined();
    expect(await workOf(await newAdministrator(system, 'administrator'), 'approvals')).toMatchObject({
      count: 1,
    });
  });

  test('shows a settlement batch that needs an administrator, and an unanswered support request', async () => {
    const { merchantId, bearer } = await newPayee(system);
    await sql(
      `insert into settlements (merchant_id, id, batch_id, status, amount_cents, fee_cents, transaction_count, cut_off_at,
       needs_approval, channel, method, shown_as)
     values ($1, gen_random_uuid(), 'ST-20261120-ABCDE', 'PENDING', 60000, 600, 1, now(), true, '{}', 'b2c', 'M-Pesa')`,
      [merchantId],
    );
    expect(await workOf(finance, 'settlements')).toMatchObject({
      count: 1,
      first: 'Mama Njeri',
      amount: 600,
      path: '/admin/settlements/ST-20261120-ABCDE',
    });
    expect(await workOf(support, 'settlements')).toBeUndefined();
    const letter = { subject: 'A batch is late', message: 'Where is it?' };
    await system.call(writeToSupport, { body: letter }, { bearer });
    expect(await workOf(support, 'letters')).toMatchObject({
      count: 1,
      first: 'A batch is late, Mama Njeri',
    });
    expect(await workOf(finance, 'letters')).toBeUndefined();
    await sql('delete from settlements where merchant_id = $1', [merchantId]);
  });

  test('shows a fraud alert until an administrator is assigned to it', async () => {
    const shop = await newShop(system);
    const closed = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' }));
    await sql('update merchant_places set opening_hours = $2 where id = $1', [
      shop.merchantId,
      JSON.stringify(closed),
    ]);
    const { code } = await makeGift(system, { amount: 1_000 });
    await redeemAtTillPage(system, shop.cashier, code, { amount: 100 });
    await watchForFraud(system.deps);
    const first = expect.stringContaining('outside its opening hours');
    expect(await workOf(support, 'fraud-alerts')).toMatchObject({ count: 1, first, isLate: false });
    expect(await workOf(reader, 'fraud-alerts')).toBeUndefined();
    const { answer } = await system.call(countDeskAlerts, {}, support);
    const { rows } = await system.owner.query<{ id: string }>(
      'select id from administrators where name = $1',
      [support.name],
    );
    const administratorId = rows[0]?.id ?? null;
    const params = { alertId: answer.oldestUnassigned?.alertId ?? '' };
    await system.call(assignFraudAlert, { params, body: { administratorId } }, support);
    expect(await workOf(support, 'fraud-alerts')).toBeUndefined();
  });

  test('links payments of unknown outcome to a filter of the transactions list', async () => {
    const gift = await makeGift(system, { amount: 1_000 });
    const { rows } = await system.owner.query<{ id: string }>('select id from purchases where home_id = $1', [
      gift.voucherId,
    ]);
    await sql(`update orders set owner_id = $1 where party = '254700000001'`, [rows[0]?.id]);
    const query = { isUnconfirmed: 'true' } as const;
    const { answer } = await system.call(listTransactions, { query }, reader);
    expect(answer.transactions.map(({ transactionId }) => transactionId)).toEqual(rows.map(({ id }) => id));
    expect(answer.count).toBe(1);
  });
});
