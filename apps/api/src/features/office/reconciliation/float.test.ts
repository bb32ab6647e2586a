import {
  bookReconciliationCharges,
  checkFloat,
  listFloatChecks,
  systemHealth,
  type FloatCheck,
  type Proof,
} from '@zawadi/contract';
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
import { postOrThrow } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { account, correctionPostings } from '../../services/postings/index.ts';
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

/** Changes our ledger's pay-out balance, as a lost or an invented payment would. */
function postHole(changeCents: bigint): Promise<void> {
  const [causeId, homeId] = [newId(), newId()];
  const hole = { causeId, homeId, mpesaAccount: account.payout, changeCents, reference: 'UKS0000009' };
  return inTransaction(system.deps.db, (tx) =>
    postOrThrow(tx, [correctionPostings.mpesaCorrected('capital', hole)]),
  );
}

async function cases(): Promise<{ isOpen: boolean; payout: string }[]> {
  const { rows } = await system.owner.query<{ isOpen: boolean; payout: string }>(
    `select resolved_at is null as "isOpen", details ->> 'payout' as payout from reviews
     where kind = 'float_differs' order by raised_at`,
  );
  return rows;
}

const proofOf = async (part: Proof['part']) => {
  const { answer } = await system.call(systemHealth, {}, { bearer: administrator.bearer });
  return answer.proofs.find((one) => one.part === part);
};

test('S261 reports an unexplained float difference as one case after three checks, and closes it once the balances agree', async () => {
  await postHole(70_000n);
  const first = await checkNow();
  expect(first).toMatchObject({ status: 'differs', isReported: false });
  expect(first.accounts.map(({ differenceCents }) => differenceCents)).toEqual([0, -70_000]);
  expect(await checkAgain()).toMatchObject({ status: 'differs', isReported: false });
  expect(await cases()).toEqual([]);
  expect(await checkAgain()).toMatchObject({ status: 'differs', isReported: true });
  await watchForAlerts(system.deps);
  await system.sandbox.mail(
    system.deps.config.support.email,
    /another balance than the ledger: KES\s700 less in the pay-out account/u,
  );
  expect(await proofOf('payout')).toMatchObject({
    provedUntil: expect.any(String),
    gap: expect.stringMatching(/^M-PESA has KES\s700 less than the ledger\.$/u),
  });
  expect(await proofOf('collection')).toEqual({ part: 'collection', provedUntil: expect.any(String) });

  await postHole(1_000n);
  expect(await checkNow()).toMatchObject({ status: 'differs', isReported: true });
  expect(await cases()).toEqual([{ isOpen: true, payout: expect.stringContaining('710') }]);
  await postHole(-71_000n);
  expect((await checkNow()).status).toBe('agrees');
  expect((await cases()).map(({ isOpen }) => isOpen)).toEqual([false]);
  expect(await proofOf('payout')).toEqual({ part: 'payout', provedUntil: expect.any(String) });
});

test('charges that are not booked yet explain a smaller pay-out balance, but nothing beyond their tariff', async () => {
  await payOutReceipt(system, await newSaver(system), 1_200);
  const charged = { payouts: 1, mostCents: 500 };
  const check = await checkNow();
  expect(check).toMatchObject({ status: 'agrees', uncharged: charged });
  expect(check.accounts.map(({ differenceCents }) => differenceCents)).toEqual([0, -500]);
  expect((await proofOf('payout'))?.gap).toMatch(
    /^Charges not booked: 1 pay-out, between KES\s0 and KES\s5\.$/u,
  );
  await postHole(100n);
  expect(await checkNow()).toMatchObject({ status: 'differs', uncharged: charged });
  await postHole(-100n);

  const { runId } = await compareToday(system, administrator, 'working');
  const body = { runId, reason: 'Tariff of M-PESA' };
  await system.call(bookReconciliationCharges, { body }, { bearer: administrator.bearer });
  expect(await checkNow()).toMatchObject({ status: 'agrees', uncharged: { payouts: 0, mostCents: 0 } });
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
