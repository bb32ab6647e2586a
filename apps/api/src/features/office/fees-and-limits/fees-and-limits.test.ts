import { isDeepStrictEqual } from 'node:util';
import {
  changeFeesAndLimits,
  listAudit,
  publicSettings,
  readFeesAndLimits,
  registerTransaction,
  withdrawFeesAndLimits,
  type NewFeesAndLimits,
  type FeesAndLimits,
} from '@zawadi/contract';
import { giftRegistration } from '@zawadi/story/payment-requests';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { register, untilStatus } from '../../../testing/purchase-calls.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { USSD_LIMITS } from '../../../testing/ussd-calls.ts';
import { askToRegister, newSaver } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { readFeesAndLimits as readFeesAndLimitsInForce } from '../../services/settings/index.ts';

const INITIAL: FeesAndLimits = {
  fees: { depositBasisPoints: 500, withdrawalBasisPoints: 250, settlementBasisPoints: 100 },
  limits: {
    minimumPurchase: 1,
    minimumWithdrawal: 10,
    maximumTransaction: 250_000,
    daily: 500_000,
    wallet: 500_000,
  },
  approvalFrom: 10_000,
  automaticUpTo: 250_000,
  bankRoute: 'pay-bill',
  newAccounts: { days: 0, daily: 20_000 },
  onDemand: { feeBasisPoints: 200, minimum: 500, daily: 250_000 },
  lowFloat: 0,
  ussd: USSD_LIMITS,
};
const DAY_MS = 24 * 3_600_000;
let system: TestSystem;
let administrator: Administrator;
let other: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  administrator = await newAdministrator(system, 'administrator');
  other = await newAdministrator(system, 'administrator');
});
beforeEach(async () => {
  // Every test starts with the configured values.
  await system.owner.query(`truncate setting_versions`);
  await system.owner.query(
    `update approvals set closed_as = 'EXPIRED', closed_at = now() where closed_as is null`,
  );
  await vi.waitUntil(
    async () => isDeepStrictEqual(await readFeesAndLimitsInForce(system.deps), INITIAL),
    3_000,
  );
});
afterAll(() => system.close());

const read = async () => (await system.call(readFeesAndLimits, {}, administrator)).answer;
const AUDITED = { subjectKind: 'setting', subjectId: 'fees-and-limits' };
const readLog = async () => (await system.call(listAudit, { query: AUDITED }, administrator)).answer.entries;

type Change = {
  fees?: Partial<NewFeesAndLimits['fees']>;
  limits?: Partial<NewFeesAndLimits['limits']>;
  approvalFrom?: number;
};
type More = { effectiveFrom?: string; basedOn?: string | null; by?: Administrator };

async function ask(to: Change, more: More = {}) {
  const { by = administrator, effectiveFrom } = more;
  const { current, latestVersionId } = await read();
  const { fees, limits } = current.feesAndLimits;
  const feesAndLimits = {
    fees: { ...fees, ...to.fees },
    limits: { ...limits, ...to.limits },
    ...(to.approvalFrom !== undefined && { approvalFrom: to.approvalFrom }),
  };
  const basedOn = more.basedOn === undefined ? latestVersionId : more.basedOn;
  const body = { feesAndLimits, reason: 'A test', basedOn, effectiveFrom };
  return system.call(changeFeesAndLimits, { body }, by);
}

/** Changes fees and limits, with another administrator's approval if needed. */
async function change(to: Change, more: More = {}) {
  const asked = await ask(to, more);
  const action = asked.outcome === 'ok' ? asked.answer.action : undefined;
  if (action?.outcome !== 'waiting') return asked;
  expect((await approve(system, other, action.approvalId)).outcome).toBe('ok');
  return { ...asked, answer: { ...asked.answer, ...(await read()) } };
}

test('uses the configured fees and limits until an administrator changes them, and records the change in the audit log', async () => {
  expect(await read()).toMatchObject({
    current: { feesAndLimits: INITIAL, state: 'current' },
    versions: [],
    latestVersionId: null,
  });
  const [latest] = await readLog();
  const { outcome, answer } = await change({ fees: { depositBasisPoints: 300 } });
  expect([outcome, answer.current.feesAndLimits.fees.depositBasisPoints]).toEqual(['ok', 300]);
  expect(answer.configured).toEqual(INITIAL);
  expect((await system.call(publicSettings, {})).answer.depositFeeBasisPoints).toBe(300);
  const entries = (await readLog()).filter(({ seq }) => seq > (latest?.seq ?? 0));
  expect(entries.map(({ action }) => action)).toEqual([
    'approval.approved',
    'fees-and-limits.changed',
    'approval.requested',
  ]);
  expect(entries[1]).toMatchObject({
    action: 'fees-and-limits.changed',
    reason: 'A test',
    before: INITIAL,
    after: { ...INITIAL, fees: { ...INITIAL.fees, depositBasisPoints: 300 } },
  });
});

test('S232 a registered purchase keeps its fee, and the next purchase has the new fee', async () => {
  const buyer = await newConsumer(system);
  const before = await register(system, buyer, { amount: 1_000 });
  await change({ fees: { depositBasisPoints: 1_000 } });
  const after = await register(system, buyer, { amount: 1_000 });
  for (const [purchase, value] of [
    [before, 950],
    [after, 900],
  ] as const) {
    const { phoneNumber: msisdn } = newPerson('Musa', 'Otieno');
    await system.sandbox.setBalance(msisdn, 1_000);
    const { billReferenceNumber: reference } = purchase;
    await system.provider.payBill({ msisdn, amount: 1_000, reference });
    const { voucher } = await untilStatus(system, buyer, purchase, 'COMPLETED');
    const { rows } = await system.owner.query(
      'select face_cents / 100 as value from vouchers where id = $1',
      [voucher?.id],
    );
    expect(Number(rows[0].value)).toBe(value);
  }
});

test('S231 applies new withdrawal fees and limits at once, and refusals name the new limit', async () => {
  const saver = await newSaver(system);
  await change({ fees: { withdrawalBasisPoints: 0 }, limits: { minimumWithdrawal: 200 } });
  expect((await askToRegister(system, saver, 199)).refusal).toMatchObject({
    customerMessage: 'Minimum withdrawal amount is KES 200',
  });
  await change({ limits: { maximumTransaction: 1_000, minimumPurchase: 50 } });
  const gift = (amount: number) =>
    system.call(
      registerTransaction,
      { body: giftRegistration(saver, { amount, recipient: saver }) },
      { bearer: saver.bearer },
    );
  expect((await gift(1_001)).outcome).toBe('transaction_limit');
  expect((await gift(49)).outcome).toBe('below_minimum_purchase');
  expect((await gift(50)).outcome).toBe('ok');
  expect((await askToRegister(system, saver, 1_001)).outcome).toBe('transaction_limit');
  expect((await askToRegister(system, saver, 1_000)).outcome).toBe('ok');
});

test('S229 a change for a later day stays pending until that day, and can be withdrawn before', async () => {
  const tomorrow = nairobiDay(new Date(Date.now() + DAY_MS));
  const { answer } = await change({ fees: { depositBasisPoints: 400 } }, { effectiveFrom: tomorrow });
  expect(answer.current.feesAndLimits).toEqual(INITIAL);
  expect(answer.versions).toMatchObject([
    { state: 'upcoming', feesAndLimits: { fees: { depositBasisPoints: 400 } } },
  ]);
  const versionId = answer.versions[0]?.versionId ?? '';
  const withdraw = () =>
    system.call(withdrawFeesAndLimits, { params: { versionId }, body: { reason: 'Not yet' } }, administrator);
  expect((await withdraw()).answer.versions).toMatchObject([{ state: 'withdrawn' }]);
  expect((await withdraw()).outcome).toBe('setting_in_force');

  await change({ fees: { depositBasisPoints: 450 } }, { effectiveFrom: tomorrow });
  expect((await system.call(publicSettings, {})).answer.depositFeeBasisPoints).toBe(500);
  await system.owner.query(
    `update setting_versions set effective_from = now() - interval '1 second' where withdrawn_at is null`,
  );
  await expect
    .poll(async () => (await system.call(publicSettings, {})).answer.depositFeeBasisPoints, {
      timeout: 2_000,
    })
    .toBe(450);
});

test('accepts only one of ten concurrent changes that replace the same version', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => change({ limits: { minimumPurchase: 100 + n } }, { basedOn: null })),
  );
  const outcomes = replies.map(({ outcome }) => outcome).toSorted();
  expect(outcomes).toEqual(['ok', ...Array.from({ length: 9 }, () => 'setting_changed')].toSorted());
});

test('refuses invalid fees, a past day, an unchanged value, and every role but `administrator`', async () => {
  const today = nairobiDay(new Date());
  expect((await change({})).outcome).toBe('setting_same');
  for (const effectiveFrom of [today, '2020-01-01', '2199-01-01']) {
    expect((await change({ fees: { depositBasisPoints: 1 } }, { effectiveFrom })).outcome).toBe(
      'effective_day_invalid',
    );
  }
  for (const bad of [
    { fees: { depositBasisPoints: 2_001 } },
    { fees: { withdrawalBasisPoints: -1 } },
    { fees: { settlementBasisPoints: 1.5 } },
    { limits: { minimumWithdrawal: 9 } },
    { limits: { maximumTransaction: 250_001 } },
    { limits: { daily: 200_000 } },
    // Of the smallest withdrawal, this fee would leave only KES 9.
    { fees: { withdrawalBasisPoints: 1_000 } },
  ]) {
    expect([bad, (await change(bad)).status]).toEqual([bad, 422]);
  }
  for (const role of ['finance', 'support', 'read-only'] as const) {
    const by = await newAdministrator(system, role);
    expect((await change({ fees: { depositBasisPoints: 1 } }, { by })).status).toBe(403);
    expect((await system.call(readFeesAndLimits, {}, by)).status).toBe(200);
  }
  expect((await read()).versions).toEqual([]);
});

test('S324 a changed fee needs a second administrator, a changed limit does not', async () => {
  const limited = await ask({ limits: { minimumPurchase: 50 } });
  expect(limited.answer).toMatchObject({
    action: { outcome: 'done' },
    current: { feesAndLimits: { limits: { minimumPurchase: 50 } } },
  });
  const { answer } = await ask({ fees: { depositBasisPoints: 900 } });
  expect(answer).toMatchObject({
    action: { outcome: 'waiting' },
    current: { feesAndLimits: { fees: { depositBasisPoints: 500 } } },
  });
  const approvalId = answer.action.outcome === 'waiting' ? answer.action.approvalId : '';
  expect((await ask({ fees: { depositBasisPoints: 800 } })).outcome).toBe('approval_open');
  expect((await approve(system, administrator, approvalId)).outcome).toBe('second_person_needed');
  const finance = await newAdministrator(system, 'finance');
  expect((await approve(system, finance, approvalId)).outcome).toBe('forbidden');
  expect((await approve(system, other, approvalId)).outcome).toBe('ok');
  const { current } = await read();
  expect(current).toMatchObject({
    changedBy: administrator.name,
    feesAndLimits: { fees: { depositBasisPoints: 900 }, limits: { minimumPurchase: 50 } },
  });
});

test('refuses to execute an approved change of fees if another version was written since the request', async () => {
  const { answer } = await ask({ fees: { depositBasisPoints: 900 } });
  const approvalId = answer.action.outcome === 'waiting' ? answer.action.approvalId : '';
  await ask({ limits: { minimumPurchase: 50 } });
  const refused = await approve(system, other, approvalId);
  expect(refused.outcome).toBe('approval_outdated');
  expect(refused.refusal).toMatchObject({ customerMessage: expect.stringContaining('purchase from 50') });
  expect((await read()).current.feesAndLimits.fees.depositBasisPoints).toBe(500);
});
