import {
  changeFeesAndLimits,
  checkFloat,
  listAlerts,
  listFloatChecks,
  readFeesAndLimits,
  systemHealth,
  type FloatForecast,
} from '@zawadi/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookOpeningFloat } from '../../../testing/books-agree.ts';
import { payOutReceipt } from '../../../testing/reconciliation-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { newSaver } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { queryFloatByNeed } from '../../office/reconciliation/index.ts';
import { postOrThrow } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { account, correctionPostings } from '../postings/index.ts';
import { watchForAlerts } from '../alerts/index.ts';
import { readFloatForecast } from './read-forecast.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  administrator = await newAdministrator(system, 'administrator');
  await bookOpeningFloat(system);
});
beforeEach(() => system.owner.query('truncate float_checks'));
afterAll(() => system.close());

/** Reads the forecast as another process does, which has not kept pay-outs for a minute. */
async function forecast(): Promise<FloatForecast> {
  const read = await readFloatForecast({ ...system.deps, db: system.deps.db.withoutPlugins() });
  if (!read) throw new Error('M-PESA has not been asked');
  return read;
}

async function checked(): Promise<void> {
  await system.call(checkFloat, {}, administrator);
  await until(async () => expect((await checks())[0]?.status).not.toBe('asking'));
}

const checks = async () =>
  (await system.call(listFloatChecks, { query: { limit: 10 } }, administrator)).answer.checks;

/** Has M-PESA report another balance of the pay-out account. */
const reports = (shillings: number) =>
  system.owner.query('update float_checks set payout_theirs_cents = $1', [shillings * 100]);

async function lowFloatIs(lowFloat: number): Promise<void> {
  const { current, latestVersionId: basedOn } = (await system.call(readFeesAndLimits, {}, administrator))
    .answer;
  const { fees, limits } = current.feesAndLimits;
  const body = { feesAndLimits: { fees, limits, lowFloat }, reason: 'A test', basedOn };
  expect((await system.call(changeFeesAndLimits, { body }, administrator)).outcome).toBe('ok');
}

const floatAlerts = async () => {
  await watchForAlerts(system.deps);
  const { alerts } = (await system.call(listAlerts, {}, administrator)).answer;
  return alerts.filter(({ kind }) => kind === 'float_low');
};

test('says how long the money lasts at the pace of the last days, what is due, and counts later pay-outs', async () => {
  await checked();
  await reports(10_000);
  expect(await forecast()).toMatchObject({ left: 10_000, missing: 0, due: { total: 0 } });
  expect((await forecast()).lastsUntil).toBeUndefined();
  await payOutReceipt(system, await newSaver(system), 1_200);
  const [paid] = (
    await system.owner.query<{ shillings: number }>(
      `select sum(amount_cents)::int / 100 as shillings from orders where kind = 'withdrawal'`,
    )
  ).rows;
  const shillings = paid?.shillings ?? 0;
  const after = await forecast();
  expect(after).toMatchObject({
    left: 10_000 - shillings,
    due: { settlements: 0, underWay: 0, withdrawals: shillings, total: shillings },
  });
  const days = (Date.parse(after.lastsUntil ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan((10_000 - shillings) / shillings - 1.1);
  expect(days).toBeLessThan((10_000 - shillings) / shillings + 1);
});

test('an alert names the balance, what is due and the amount to put in, and ends once M-PESA reports enough', async () => {
  await payOutReceipt(system, await newSaver(system), 1_000);
  await checked();
  expect(await floatAlerts()).toEqual([]);
  await reports(500);
  // The alert's process keeps pay-outs for a minute; what is under way counts at once.
  await system.owner.query(
    `insert into orders (home_id, id, kind, owner_id, party, amount_cents, state)
     values (gen_random_uuid(), gen_random_uuid(), 'settlement', gen_random_uuid(), '254700000001', 900000, 'SENT')`,
  );
  const [alert, ...others] = await floatAlerts();
  expect(others).toEqual([]);
  const { due, missing } = await forecast();
  expect(due.underWay).toBe(9_000);
  expect(missing).toBe(due.total - 500);
  expect(alert?.title).toMatch(
    /^M-PESA’s pay-out account has KES\s500, but KES\s[\d,]+ is due until tomorrow night$/u,
  );
  expect(alert?.advice).toMatch(
    /^Put KES\s[\d,]+ into the utility account .*At this pace the money lasts until \w+day \d\d:\d\d\./u,
  );
  const { float } = (await system.call(systemHealth, {}, administrator)).answer;
  expect(float).toMatchObject({ state: expect.stringMatching(/attention|bad/u), forecast: { left: 500 } });

  await reports(5_000_000);
  expect(await floatAlerts()).toEqual([]);
  await system.owner.query(`delete from orders where party = '254700000001'`);
});

test('the threshold of the settings counts, too', async () => {
  await checked();
  await reports(40_000);
  await lowFloatIs(50_000);
  const [alert] = await floatAlerts();
  expect(alert?.title).toMatch(/has KES\s40,000, less than your threshold of KES\s50,000$/u);
  expect(alert?.advice).toMatch(/^Put KES\s10,000 into/u);
  await lowFloatIs(0);
  await until(async () => expect(await floatAlerts()).toEqual([]));
});

test('asks for the balance again an hour after the last check if money has left, and each quarter of an hour while it is low', async () => {
  const age = (minutes: number) =>
    system.owner.query(
      `update float_checks set at = now() - make_interval(mins => $1), answered_at = now() - make_interval(mins => $1)`,
      [minutes],
    );
  const asksAfter = async (minutes: number) => {
    await age(minutes);
    const before = (await checks()).length;
    await queryFloatByNeed(system.deps);
    return (await checks()).length > before;
  };
  await checked();
  await system.owner.query(
    `update orders set ended_at = now() - interval '3 hours' where ended_at is not null`,
  );
  expect(await asksAfter(61)).toBe(false);
  await payOutReceipt(system, await newSaver(system), 300);
  expect(await asksAfter(59)).toBe(false);
  expect(await asksAfter(61)).toBe(true);
  await until(async () =>
    expect((await checks())[0]).toMatchObject({ isComparison: false, isReported: false }),
  );
  await until(async () => expect((await checks())[0]?.status).not.toBe('asking'));
  await reports(10);
  await lowFloatIs(1_000);
  expect(await asksAfter(14)).toBe(false);
  expect(await asksAfter(16)).toBe(true);
  await lowFloatIs(0);
});

/** Changes our ledger's pay-out balance, so that it differs from M-PESA's. */
function postHole(changeCents: bigint): Promise<void> {
  const [causeId, homeId] = [newId(), newId()];
  const hole = { causeId, homeId, mpesaAccount: account.payout, changeCents, reference: 'UKS0000009' };
  return inTransaction(system.deps.db, (tx) =>
    postOrThrow(tx, [correctionPostings.mpesaCorrected('capital', hole)]),
  );
}

test('a check by day is not compared: it neither repeats itself nor reports a difference', async () => {
  await payOutReceipt(system, await newSaver(system), 400);
  await checked();
  await system.owner.query(
    `update float_checks set at = now() - interval '2 hours', answered_at = now() - interval '2 hours'`,
  );
  await postHole(70_000n);
  await queryFloatByNeed(system.deps);
  await until(async () =>
    expect((await checks())[0]).toMatchObject({ isComparison: false, status: 'differs' }),
  );
  const due = await system.owner.query('select from float_checks where next_at is not null');
  expect(due.rows).toEqual([]);
  expect((await system.call(systemHealth, {}, administrator)).answer.float.state).toBe('good');
  await postHole(-70_000n);
});
