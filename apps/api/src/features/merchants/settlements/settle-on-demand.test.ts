import { randomUUID } from 'node:crypto';
import { settleOnDemand, settlementCalendar } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import {
  createSettlingSystem,
  earn,
  moveToYesterday,
  newPayee,
  readDetail,
  untilPaid,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createSettlingSystem();
  await switchTo(true);
});
afterAll(() => system.close());

const switchTo = (isOn: boolean) => switchFeatures(system, isOn, 'settlementsOnDemand');

let shop: Payee;
beforeEach(async () => {
  shop = await newPayee(system, { kind: 'mpesa', msisdn: newPerson('Duka', 'Moja').phoneNumber });
  await ageChannel(shop, 8);
});

async function ageChannel({ merchantId }: Payee, days: number): Promise<void> {
  await system.owner.query(
    `update merchant_payout_channels set set_at = now() - $2 * interval '1 day',
       effective_at = now() - $2 * interval '1 day' where merchant_id = $1`,
    [merchantId, days],
  );
}

async function holdSettlements(): Promise<void> {
  await system.owner.query(`update merchants set settlements_held_since = now() where id = $1`, [
    shop.merchantId,
  ]);
}

async function earnYesterday(...amounts: number[]): Promise<void> {
  await earn(system, shop, ...amounts);
  await moveToYesterday(system, shop);
}

async function calendar() {
  const { answer } = await system.call(settlementCalendar, {}, { bearer: shop.bearer });
  return answer;
}

function payNow(wanted: { amount: number; fee: number; attemptId?: string }) {
  const body = { attemptId: randomUUID(), ...wanted };
  return system.call(settleOnDemand, { body }, { bearer: shop.bearer });
}

async function feesPosted(): Promise<number> {
  const { rows } = await system.owner.query<{ cents: string }>(
    `select coalesce(sum(amount_cents), 0) as cents from ledger.transfers
     where home_id = $1 and credit = 'revenue:settlement-fee'`,
    [shop.merchantId],
  );
  return Number(rows[0]?.cents) / 100;
}

test('pays what was redeemed before today at once, for its own fee, and leaves today’s sales', async () => {
  await earnYesterday(1_000, 500);
  await earn(system, shop, 300);
  const { onDemand } = await calendar();
  expect(onDemand).toMatchObject({ amount: 1_500, fee: 30, net: 1_470, feeBasisPoints: 200 });
  const { answer, outcome } = await payNow({ amount: 1_500, fee: 30 });
  expect([outcome, answer.amount, answer.netAmount]).toEqual(['ok', 1_500, 1_470]);
  await untilPaid(system, shop, answer);
  expect([await feesPosted(), await owedTo(system, shop)]).toEqual([30, 300]);
  const { steps } = await readDetail(system, shop, answer);
  expect(steps[0]?.text).toBe('Batch made when the owner asked for it');
});

test('a double press pays once, and both presses get the same batch', async () => {
  await earnYesterday(2_000);
  const press = { amount: 2_000, fee: 40, attemptId: randomUUID() };
  const answers = await Promise.all([payNow(press), payNow(press), payNow(press)]);
  expect(new Set(answers.map(({ answer }) => answer.batchId)).size).toBe(1);
  const [other, again] = [await payNow({ amount: 2_000, fee: 40 }), await payNow(press)];
  expect([other.outcome, again.outcome]).toEqual(['on_demand_too_small', 'ok']);
  await untilPaid(system, shop, again.answer);
  expect(await feesPosted()).toBe(40);
});

test('pays nothing if the amount or the fee is not what the owner confirmed', async () => {
  await earnYesterday(1_000);
  expect((await payNow({ amount: 1_001, fee: 20 })).outcome).toBe('on_demand_changed');
  expect((await payNow({ amount: 1_000, fee: 10 })).outcome).toBe('on_demand_changed');
  expect(await owedTo(system, shop)).toBe(1_000);
});

test('a channel younger than seven days waits for an approval, for the usual fee', async () => {
  await ageChannel(shop, 6);
  await earnYesterday(1_000);
  expect((await calendar()).onDemand).toMatchObject({ needsApproval: true, fee: 10, feeBasisPoints: 100 });
  const { answer } = await payNow({ amount: 1_000, fee: 10 });
  expect(answer.status).toBe('Pending');
  expect((await calendar()).onTheWay).toEqual([
    { batchId: answer.batchId, netAmount: 990, destination: answer.destination, state: 'checking' },
  ]);
});

test('a shop with a serious fraud alert waits for an approval', async () => {
  await earnYesterday(1_000);
  await system.owner.query(
    `insert into fraud_alerts (merchant_id, id, rule, severity, subject, details)
     values ($1, gen_random_uuid(), 'unusually_large', 'High', 'test', '{}')`,
    [shop.merchantId],
  );
  expect((await calendar()).onDemand).toMatchObject({ needsApproval: true, fee: 10 });
});

test('refuses less than the smallest amount, and more than one day’s limit', async () => {
  await earnYesterday(499);
  expect((await payNow({ amount: 499, fee: 9 })).outcome).toBe('on_demand_too_small');
  await system.owner.query(
    `insert into settlements (merchant_id, id, batch_id, amount_cents, fee_cents, transaction_count, cut_off_at, channel,
       method, shown_as, needs_approval, on_demand_by)
     select $1, gen_random_uuid(), 'ST-20261120-AAAAA', 24960000, 0, 1, now(), '{"kind":"till","tillNumber":"123456"}',
       'b2b', 'M-Pesa', true, $2`,
    [shop.merchantId, shop.ownerId],
  );
  try {
    await earnYesterday(600);
    expect((await calendar()).onDemand).toMatchObject({ obstacle: 'on_demand_limit', leftToday: 400 });
    expect((await payNow({ amount: 600, fee: 12 })).outcome).toBe('on_demand_limit');
  } finally {
    await system.owner.query(`delete from settlements where merchant_id = $1`, [shop.merchantId]);
  }
});

test('is refused while settlements are held', async () => {
  await earnYesterday(1_000);
  await holdSettlements();
  expect((await payNow({ amount: 1_000, fee: 20 })).outcome).toBe('payouts_held');
  expect((await calendar()).scheduled).toEqual([]);
});

test('is neither offered nor possible while the feature is off', async () => {
  await earnYesterday(1_000);
  await switchTo(false);
  await eventually('the switch', async () => ((await calendar()).onDemand ? undefined : true));
  expect((await payNow({ amount: 1_000, fee: 20 })).outcome).toBe('feature_off');
  await switchTo(true);
  await eventually('the switch', async () => (await calendar()).onDemand);
});

test('the calendar shows what is due in the next two batches so far', async () => {
  await system.owner.query('update merchants set settlement_hour = 23 where id = $1', [shop.merchantId]);
  await earnYesterday(1_000);
  const { scheduled } = await calendar();
  const days = scheduled.map(({ at }) => Date.parse(at));
  expect((days[1] ?? 0) - (days[0] ?? 0)).toBe(86_400_000);
  expect(scheduled.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([
    [1_000, 10, 990],
    [0, 0, 0],
  ]);
});
