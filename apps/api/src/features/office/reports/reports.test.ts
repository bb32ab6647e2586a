import {
  adminDashboard,
  claimVoucher,
  expiriesReport,
  feesReport,
  liabilityReport,
  merchantsReport,
  trialBalance,
  volumeReport,
  walletsReport,
  type ReportName,
} from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { payForGift, refund, untilRefunded } from '../../../testing/refund-calls.ts';
import {
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  untilPaid,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';
import { sumUpDays } from './index.ts';
import { readTotals } from './totals-store.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';

const DAY_MS = 24 * 3_600_000;
const today = nairobiDay(new Date());
const threeDaysAgo = nairobiDay(new Date(Date.now() - 3 * DAY_MS));
const period = { from: nairobiDay(new Date(Date.now() - 9 * DAY_MS)), to: today };

let system: TestSystem;
let reader: Administrator;
let merchantId: string;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  reader = await newAdministrator(system, 'read-only');
  const finance = await newAdministrator(system);
  const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  ({ merchantId } = shop);
  // This buyer pays 1,000: 200 are redeemed, 750 claimed, 500 of the claimed money withdrawn.
  const gift = await payForGift(system, 1_000);
  await redeem(system, shop, gift.code, { amount: 200 });
  const { bearer } = gift.recipient;
  await system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, { bearer });
  const withdrawal = await registerAndStartWithdrawal(system, gift.recipient, 500);
  await untilWithdrawal(system, gift.recipient, withdrawal, 'COMPLETED');
  // This buyer pays 700, which is refunded with its fee.
  const refunded = await payForGift(system, 700);
  await refund(system, finance, refunded);
  await untilRefunded(system, refunded);
  // This buyer pays 2,000 for a gift that expires.
  const expired = await makeGift(system, { amount: 2_000 });
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 minute' where id = $1`, [
    expired.voucherId,
  ]);
  await expireVouchers(system.deps);
  await earn(system, shop, 400);
  for (const batch of await settleNow(system, finance, shop)) {
    await untilPaid(system, shop, batch);
  }
});
afterAll(() => system.close());

const as = {
  get bearer() {
    return reader.bearer;
  },
};

async function figures() {
  const query = period;
  const [volume, fees, liability, expiries, wallets, merchants, dashboard] = await Promise.all([
    system.call(volumeReport, { query }, as),
    system.call(feesReport, { query }, as),
    system.call(liabilityReport, { query }, as),
    system.call(expiriesReport, { query }, as),
    system.call(walletsReport, { query }, as),
    system.call(merchantsReport, { query }, as),
    system.call(adminDashboard, {}, as),
  ]);
  return {
    volume: volume.answer,
    fees: fees.answer,
    liability: liability.answer,
    expiries: expiries.answer,
    wallets: wallets.answer,
    merchants: merchants.answer,
    dashboard: dashboard.answer,
  };
}

/** Moves all transfers in time by an interval such as `-3 days`. */
async function moveBy(time: string): Promise<void> {
  await moveTransfers(system.owner, time);
}

const file = async (report: ReportName, kind: 'csv' | 'pdf') =>
  system.http.inject({
    url: `/api/admin/v1/reports/${report}/${kind}?from=${period.from}&to=${period.to}`,
    headers: { authorization: `Bearer ${reader.bearer}` },
  });

// Each test moves all transfers further into the past.
describe('reports about the transfers of one system, day by day', { shuffle: false }, () => {
  test('S263 reports and dashboard show today’s events', async () => {
    const { volume, fees, liability, expiries, wallets, merchants, dashboard } = await figures();
    expect(volume.days).toHaveLength(10);
    expect(volume.days.at(-1)).toEqual({ day: today, ...volume.total });
    expect(volume.total).toMatchObject({
      withdrawals: { count: 1, amount: 500 },
      claims: { count: 1, amount: 750 },
      refunds: { count: 1, amount: 700 },
      settlements: { count: 1 },
    });
    const { deposits, redemptions, withdrawals } = volume.total;
    expect(dashboard.days.slice(20)).toEqual(
      volume.days.map(({ day, ...line }, index) => ({
        day,
        volume: line.deposits.amount + line.redemptions.amount + line.withdrawals.amount,
        fees: fees.days[index]?.total,
        voucherLiability: liability.days[index]?.amount,
      })),
    );
    expect(dashboard.today).toEqual({
      transactions: deposits.count + redemptions.count + withdrawals.count,
      volume: deposits.amount + redemptions.amount + withdrawals.amount,
      depositVolume: deposits.amount,
      withdrawalVolume: 500,
    });
    expect(dashboard.totals).toMatchObject({ merchants: 1, feesEarned: fees.total.total });
    expect(dashboard.recentTransactions).toHaveLength(8);
    // The fee of 35 on the refunded payment was returned.
    expect(fees.total.deposit).toBe(Math.floor(deposits.amount * 0.05) - 35);
    expect(fees.total.withdrawal).toBe(12);
    expect(dashboard.fees.today).toEqual(fees.total);
    expect(expiries).toMatchObject({ total: { count: 1, amount: 1_900 }, done: [{ day: today, count: 1 }] });
    expect(liability.expiredLiability).toBe(1_900);
    expect(wallets.total).toEqual({ count: 1, amount: 250 });
    expect(wallets.days.at(-1)?.amount).toBe(250);
    expect(merchants).toMatchObject({
      merchants: [{ rank: 1, merchantId, amount: redemptions.amount, shareBasisPoints: 10_000 }],
      merchantCount: 1,
    });
  });

  test('S275 the liability report shows outstanding values by age, and its days agree with the ledger', async () => {
    const { voucherId } = await makeGift(system, { amount: 1_000 });
    await system.owner.query(`update vouchers set issued_at = now() - interval '100 days' where id = $1`, [
      voucherId,
    ]);
    await expect
      .poll(async () => (await figures()).liability.total.amount, { timeout: 9_000 })
      .toBeGreaterThanOrEqual(950);
    const { liability, expiries } = await figures();
    expect(liability.ages.find(({ age }) => age === '91-180')).toEqual({
      age: '91-180',
      count: 1,
      amount: 950,
    });
    expect(liability.days.slice(-2).map(({ amount }) => amount)).toEqual([0, liability.total.amount]);
    expect(expiries.coming).toHaveLength(12);
    const { answer } = await system.call(trialBalance, { query: {} }, as);
    expect(answer.accounts.find(({ kind }) => kind === 'voucher')?.balance).toBe(
      liability.total.amount * 100,
    );
  });

  test('the dashboard compares today with yesterday until the same time of day', async () => {
    const { today: moved, sameTimeYesterday: before } = (await figures()).dashboard;
    expect(before).toEqual({ transactions: 0, volume: 0, depositVolume: 0, withdrawalVolume: 0 });
    await moveBy('-1 day');
    expect((await figures()).dashboard).toMatchObject({ today: before, sameTimeYesterday: moved });
    await moveBy('1 hour');
    expect((await figures()).dashboard.sameTimeYesterday).toEqual(before);
    await moveBy('23 hours');
  });

  test('S281 summing up closed days changes no report, and every account’s balance follows from the daily sums', async () => {
    await moveBy('-3 days');
    const before = await figures();
    expect(before.dashboard.today.transactions).toBe(0);
    expect(before.volume.days.at(-4)).toEqual({ day: threeDaysAgo, ...before.volume.total });
    await Promise.all([sumUpDays(system.deps), sumUpDays(system.deps)]);
    const { rows } = await system.owner.query(`select min(day)::text as day from daily_totals`);
    expect(rows).toEqual([{ day: threeDaysAgo }]);
    const after = await figures();
    expect(after).toEqual(before);

    // Reports show transfers posted after the summing-up at once.
    await makeGift(system, { amount: 100 });
    expect((await figures()).dashboard.today).toMatchObject({ transactions: 1, depositVolume: 100 });

    const totals = await readTotals(system.deps.db, { from: '2000-01-01', to: today });
    const { answer } = await system.call(trialBalance, { query: {} }, as);
    for (const { kind, side, balance } of answer.accounts) {
      const sum = totals.reduce(
        (cents, { debit, credit, amountCents }) =>
          cents + (debit === kind ? amountCents : 0n) - (credit === kind ? amountCents : 0n),
        0n,
      );
      expect([kind, Number(side === 'debit' ? sum : -sum)]).toEqual([kind, balance]);
    }
  });

  test('S279 exports every report as CSV and PDF', async () => {
    for (const report of [
      'volume',
      'fees',
      'liability',
      'expiries',
      'wallets',
      'merchants',
      'owed',
      'trial-balance',
    ] as const) {
      const csv = await file(report, 'csv');
      expect(csv.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="${report}-(\\d{4}-\\d\\d-\\d\\d-to-)?${today}\\.csv"$`, 'u'),
      );
      // No merchant is owed money any more, so this report has only its heading.
      expect(csv.body.split('\r\n').length).toBeGreaterThan(report === 'owed' ? 1 : 2);
      const pdf = await file(report, 'pdf');
      expect([report, pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
        report,
        200,
        '%PDF-',
      ]);
    }
    const volume = await file('volume', 'csv');
    expect(volume.body).toContain(`"${threeDaysAgo}"`);
  });
});

test('S280 refuses a report for an invalid period, and to every caller who is not an administrator', async () => {
  for (const [query, code] of [
    [{ from: today, to: threeDaysAgo }, 'period_reversed'],
    [{ from: '2020-01-01', to: '2021-06-01' }, 'period_invalid'],
  ] as const) {
    expect((await system.call(volumeReport, { query }, as)).outcome).toBe(code);
    expect((await system.call(liabilityReport, { query }, as)).outcome).toBe(code);
  }
  expect((await system.call(adminDashboard, {})).status).toBe(401);
});
