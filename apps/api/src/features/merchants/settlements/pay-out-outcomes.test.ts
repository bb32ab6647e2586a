import { approveSettlement, type ChosenPayoutChannel } from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import { eventually } from '@zawadi/story/sandbox-control';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchPaidOut } from '../../../testing/books-agree.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  readAsAdministrator,
  readDetail,
  settleOne,
  untilFailed,
  untilPaid,
  untilSettlement,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';
import { payDueBatches } from './pay-due-batches.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  administrator = await newAdministrator(system);
  system.atEnd(await watchPaidOut(system));
});
beforeEach(async () => {
  await system.provider.reset();
  await system.owner.query('delete from circuit_breakers');
});
afterAll(() => system.close());

const newNumber = () => newPerson('Duka', 'Moja').phoneNumber;
const till: ChosenPayoutChannel = { kind: 'till', tillNumber: '123456' };
const bank: ChosenPayoutChannel = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '0170299123456' };

const received = async (party: string) => (await system.sandbox.phone(party)).balance - 50_000;
const heldCents = async (shop: { merchantId: string }) => {
  const { rows } = await system.owner.query<{ cents: string }>(
    `select coalesce(sum(balance_cents), 0)::text as cents from ledger.strict_balances
     where home_id = $1 and account like 'held:%'`,
    [shop.merchantId],
  );
  return Number(rows[0]?.cents);
};
const reviewsOf = async (attemptId: string | undefined) => {
  const { rows } = await system.owner.query<{ kind: string }>(
    'select kind from reviews where subject_id = $1',
    [attemptId],
  );
  return rows.map(({ kind }) => kind);
};

test('pays a batch less its fee to the merchant’s number, shows the receipt and notifies the owner', async () => {
  const msisdn = newNumber();
  const shop = await newPayee(system, { kind: 'mpesa', msisdn });
  await earn(system, shop, 350, 650);
  const batch = await settleOne(system, administrator, shop);
  expect(batch).toMatchObject({ amount: 1_000, processingFee: 10, netAmount: 990, transactionCount: 2 });
  expect(batch).toMatchObject({ payoutChannel: 'M-Pesa', method: 'b2c', needsApproval: false });
  const paid = await untilPaid(system, shop, batch);
  expect(paid.settlement.reference).toMatch(/^[A-Z0-9]{10}$/u);
  expect(await received(msisdn)).toBe(990);
  expect(await owedTo(system, shop)).toBe(0);
  expect(await heldCents(shop)).toBe(0);
  expect(paid.attempts).toMatchObject([{ status: 'Paid', reference: paid.settlement.reference }]);
  await system.sandbox.sms(shop.contact.phoneNumber, /Zawadi has paid you KES\s990 for batch ST-/u);
  await system.sandbox.mail(shop.contact.email, /We have sent the money to M-PESA 2547\*{4}/u);
});

test.each([
  ['a till', till, '123456', 'Till 123456', 'M-Pesa'],
  [
    'a pay bill',
    { kind: 'paybill', payBillNumber: '400222', accountNumber: '12345#A' },
    '400222',
    'Pay bill 400222 ••••45#A',
    'M-Pesa',
  ],
  ['a bank’s pay bill', bank, '247247', 'Equity Bank ••••3456', 'Bank Transfer'],
] satisfies [string, ChosenPayoutChannel, string, string, string][])(
  'M-PESA pays %s as a business',
  async (_name, channel, party, destination, payoutChannel) => {
    const shop = await newPayee(system, channel);
    await earn(system, shop, 500);
    const batch = await settleOne(system, administrator, shop);
    expect(batch).toMatchObject({ method: 'b2b', destination, payoutChannel });
    await untilPaid(system, shop, batch);
    const events = await system.sandbox.events();
    expect(events.filter(({ detail }) => detail === `KES 495 to ${party}`)).toHaveLength(1);
  },
);

test.each([
  ['2040', 'not registered with M-PESA'],
  ['8', 'cannot take more'],
  ['3', 'limits'],
])(
  'M-PESA result %s makes the batch Pending again with its reason, and keeps its money reserved',
  async (resultCode, words) => {
    const shop = await newPayee(system, { kind: 'mpesa', msisdn: newNumber() });
    await earn(system, shop, 1_000);
    await system.sandbox.behave({ endWith: { path: paths.b2c, resultCode, times: 1 } });
    const batch = await settleOne(system, administrator, shop);
    const failed = await untilSettlement(
      system,
      shop,
      batch,
      ({ settlement, attempts }) => attempts[0]?.status === 'Failed' && settlement.status === 'Pending',
    );
    expect(failed.settlement.failureReason).toContain(words);
    await system.sandbox.sms(shop.contact.phoneNumber, /could not pay batch ST-/u);
    expect(await heldCents(shop)).toBe(100_000);
    expect(await reviewsOf(failed.attempts[0]?.attemptId)).toEqual([]);

    const again = await system.call(
      approveSettlement,
      { body: { batchId: batch.batchId } },
      { bearer: administrator.bearer },
    );
    expect(again.outcome).toBe('ok');
    const paid = await untilPaid(system, shop, batch);
    expect(paid.attempts.map(({ status }) => status)).toEqual(['Failed', 'Paid']);
    expect(new Set(paid.attempts.map(({ attemptId }) => attemptId)).size).toBe(2);
    expect(paid.settlement.failureReason).toBeUndefined();
    expect(paid.steps.filter(({ isSetback }) => isSetback).map(({ text }) => text)).toEqual([
      `Not paid: ${failed.settlement.failureReason}`,
    ]);
  },
);

test.each([
  ['a phone', paths.b2c, () => ({ kind: 'mpesa', msisdn: newNumber() }) as const],
  ['a till', paths.b2b, () => till],
])('too little float for %s pauses all settlements and opens a review', async (_name, path, channelOf) => {
  const shop = await newPayee(system, channelOf());
  await earn(system, shop, 1_000);
  await system.sandbox.behave({ endWith: { path, resultCode: '1', times: 1 } });
  const batch = await settleOne(system, administrator, shop);
  const failed = await untilFailed(system, shop, batch);
  expect(await reviewsOf(failed.attempts[0]?.attemptId)).toEqual(['float_short']);
  const paused = await system.call(
    approveSettlement,
    { body: { batchId: batch.batchId } },
    { bearer: administrator.bearer },
  );
  expect(paused).toMatchObject({ status: 503, outcome: 'settlements_paused' });

  await system.owner.query('delete from circuit_breakers');
  await system.owner.query('update settlements set next_attempt_at = now() where batch_id = $1', [
    batch.batchId,
  ]);
  await payDueBatches(system.deps);
  await untilPaid(system, shop, batch);
});

test('fifty concurrent copies of an M-PESA result post one payment', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_000);
  await system.sandbox.behave({ callback: { copies: 50 } });
  const batch = await settleOne(system, administrator, shop);
  await untilPaid(system, shop, batch);
  await eventually('fifty messages', async () => {
    const { attempts } = await readDetail(system, shop, batch);
    const { rows } = await system.owner.query<{ copies: number }>(
      'select sum(copies)::int as copies from provider_messages where target_id = $1',
      [attempts[0]?.attemptId],
    );
    return rows[0]?.copies === 50 ? true : undefined;
  });
  await system.idle();
  expect(await heldCents(shop)).toBe(0);
  expect((await readDetail(system, shop, batch)).attempts).toMatchObject([{ status: 'Paid' }]);
});

test('an order that M-PESA rejects is our fault: administrators see its code', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_000);
  await system.sandbox.behave({ failHttp: { path: paths.b2b, status: 400, times: 1 } });
  const batch = await settleOne(system, administrator, shop);
  expect(batch.status).toBe('Pending');
  const seen = await readAsAdministrator(system, administrator, batch);
  expect(seen.attempts).toMatchObject([{ status: 'Failed', resultCode: '400.001' }]);
  expect(await heldCents(shop)).toBe(100_000);
  await system.owner.query('delete from circuit_breakers');
  await system.call(
    approveSettlement,
    { body: { batchId: batch.batchId } },
    { bearer: administrator.bearer },
  );
  await untilPaid(system, shop, batch);
});
