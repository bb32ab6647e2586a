import { bookReconciliationCharges, checkFloat, listFloatChecks, type FloatCheck } from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareToday, payOutReceipt } from '../../../testing/reconciliation-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { queryChargesNow } from '../../../testing/poll-orders.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { watchForAlerts } from '../../services/alerts/index.ts';
import { newSaver } from '../../../testing/withdrawal-calls.ts';
import { bookOpeningFloat } from '../../../testing/books-agree.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { queryFloatAgain } from './query-float.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  administrator = await newAdministrator(system);
  await bookOpeningFloat(system);
});
afterAll(() => system.close());

async function newest(): Promise<FloatCheck> {
  const { answer } = await system.call(
    listFloatChecks,
    { query: { limit: 1 } },
    { bearer: administrator.bearer },
  );
  const [check] = answer.checks;
  if (!check) throw new Error('no check');
  return check;
}

/** Waits until M-PESA has answered the newest check. */
function answered(): Promise<FloatCheck> {
  return eventually('an answered check', async () => {
    const check = await newest();
    return check.status === 'asking' ? undefined : check;
  });
}

async function checkNow(): Promise<FloatCheck> {
  const { outcome } = await system.call(checkFloat, {}, { bearer: administrator.bearer });
  expect(outcome).toBe('ok');
  return answered();
}

/** Repeats the newest check, as the worker does ten minutes later. */
async function checkAgain(): Promise<FloatCheck> {
  const before = await newest();
  await system.owner.query(`update float_checks set next_at = now() where next_at is not null`);
  await queryFloatAgain(system.deps);
  return eventually('another check', async () => {
    const check = await newest();
    return check.checkId === before.checkId || check.status === 'asking' ? undefined : check;
  });
}

test('stores a check with equal balances without an alert', async () => {
  expect(await checkNow()).toMatchObject({
    status: 'agrees',
    isReported: false,
    accounts: [
      { account: 'collection', differenceCents: 0 },
      { account: 'payout', differenceCents: 0 },
    ],
  });
  await queryFloatAgain(system.deps);
  expect((await newest()).status).toBe('agrees');
});

test('S261 reports a float difference once after three checks, until the statement is posted', async () => {
  await payOutReceipt(system, await newSaver(system), 1_200);
  const first = await checkNow();
  expect(first).toMatchObject({ status: 'differs', isReported: false });
  expect(first.accounts.map(({ differenceCents }) => differenceCents)).toEqual([0, -500]);
  expect(await checkAgain()).toMatchObject({ status: 'differs', isReported: false });
  const third = await checkAgain();
  expect(third).toMatchObject({ status: 'differs', isReported: true });
  await watchForAlerts(system.deps);
  await system.sandbox.mail(system.deps.config.support.email, /collection KES\s0, pay-out −KES\s5/u);
  const { rows } = await system.owner.query('select subject_id from reviews where kind = $1', [
    'float_differs',
  ]);
  expect(rows).toEqual([{ subject_id: third.checkId }]);

  const { runId } = await compareToday(system, administrator, 'working');
  const body = { runId, reason: 'Tariff of M-PESA' };
  await system.call(bookReconciliationCharges, { body }, { bearer: administrator.bearer });
  expect((await checkNow()).status).toBe('agrees');
});

test('queries at night what M-PESA charged for a pay-out, and books it once, so that the float check agrees without a person', async () => {
  const receipt = await payOutReceipt(system, await newSaver(system), 1_200);
  const order = async () => {
    const { rows } = await system.owner.query<{ hour: number | null }>(
      `select extract(hour from next_poll_at at time zone 'Africa/Nairobi')::int as hour from orders
       where receipt = $1`,
      [receipt],
    );
    return rows[0];
  };
  expect([3, 4, 5]).toContain((await order())?.hour);
  await queryChargesNow(system);
  await until(async () => expect(await order()).toEqual({ hour: null }));
  expect((await checkNow()).status).toBe('agrees');
  const { rows } = await system.owner.query(
    `select (amount_cents / 100)::int as shillings from ledger.transfers where kind = 'provider_charge' and reference = $1`,
    [receipt],
  );
  expect(rows).toEqual([{ shillings: 5 }]);
});

test('repeats a float check later if M-PESA refuses the query', async () => {
  await system.sandbox.behave({ failHttp: { path: '/mpesa/accountbalance', status: 400, times: 1 } });
  const refused = await system.call(checkFloat, {}, { bearer: administrator.bearer });
  expect(refused.outcome).toBe('provider_unavailable');
  expect((await newest()).status).toBe('failed');
  expect((await checkAgain()).status).toBe('agrees');
});

test('marks an unanswered float check as failed, and still accepts a late answer', async () => {
  const lost = await system.provider.losing(() =>
    system.call(checkFloat, {}, { bearer: administrator.bearer }),
  );
  const { checkId } = await newest();
  await system.owner.query(`update float_checks set at = now() - interval '11 minutes' where id = $1`, [
    checkId,
  ]);
  await queryFloatAgain(system.deps);
  await answered();
  await system.provider.deliver(lost);
  await system.idle();
  const { rows } = await system.owner.query('select status from float_checks where id = $1', [checkId]);
  expect(rows).toEqual([{ status: 'AGREES' }]);
});
