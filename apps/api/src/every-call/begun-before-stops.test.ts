import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { stopName } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { nextHour } from '../testing/object-world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDueBatches, payDueBatches } from '../features/merchants/settlements/index.ts';
import { newConsumer } from '../testing/consumers.ts';
import { makeGift } from '../testing/gifts.ts';
import { capture, hold, release } from '../testing/holds.ts';
import { issue, newFundedTill } from '../testing/merchant-api-calls.ts';
import {
  answerPrompt,
  confirm,
  register,
  registerAndStart,
  start,
  untilStatus,
} from '../testing/purchase-calls.ts';
import { approve, payForGift, refund } from '../testing/refund-calls.ts';
import {
  createSettlingSystem,
  earn,
  moveToYesterday,
  newAdministrator,
  newPayee,
  settleOne,
  untilPaid,
  type Administrator,
} from '../testing/settlement-calls.ts';
import { newShop, redeemAtTillPage } from '../testing/shops.ts';
import { endStop, stop } from '../testing/stop-calls.ts';
import type { TestSystem } from '../testing/test-system.ts';
import { newTill, redeem } from '../testing/tills.ts';
import { newSaver, registerWithdrawal, startOf, untilWithdrawal } from '../testing/withdrawal-calls.ts';

let system: TestSystem;
let pair: [Administrator, Administrator];
let saver: SignedIn;
beforeAll(async () => {
  system = await createSettlingSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0' });
  pair = [await newAdministrator(system), await newAdministrator(system)];
  saver = await newSaver(system, 2);
});
afterAll(() => system.close());

const gift = (amount = 100) => makeGift(system, { amount });

async function buyer(): Promise<SignedIn> {
  const person = await newConsumer(system);
  await system.sandbox.setBalance(person.phoneNumber, 10_000);
  return person;
}

/** Each row begins something before the stops. The returned function ends it during the stops. */
const GOES_ON: Record<string, () => Promise<() => Promise<string>>> = {
  'a prompt that was sent is paid': async () => {
    const person = await buyer();
    const registered = await registerAndStart(system, person, { amount: 100 });
    return async () => {
      await answerPrompt(system, person.phoneNumber, registered);
      await untilStatus(system, person, registered, 'COMPLETED');
      return (await confirm(system, person, registered)).outcome;
    };
  },
  'a repeated prompt gets the state of its payment': async () => {
    const person = await buyer();
    const registered = await registerAndStart(system, person, { amount: 100 });
    return async () => (await start(system, person, registered)).outcome;
  },
  'money at the pay bill completes its purchase': async () => {
    const person = await buyer();
    const { billReferenceNumber: reference, ...rest } = await register(system, person, { amount: 100 });
    return async () => {
      await system.provider.payBill({ msisdn: person.phoneNumber, amount: 100, reference });
      await untilStatus(system, person, { ...rest, billReferenceNumber: reference }, 'COMPLETED');
      return 'ok';
    };
  },
  'a withdrawal that was sent is paid': async () => {
    const registered = await registerWithdrawal(system, saver, 50);
    await startOf(system, saver, registered);
    return async () => {
      await untilWithdrawal(system, saver, registered, 'COMPLETED');
      return (await startOf(system, saver, registered)).outcome;
    };
  },
  'a repeated claim gets the first answer': async () => {
    const { claimToken } = await makeGift(system, { amount: 100, recipient: saver });
    const claim = () => system.call(contract.claimVoucher, { body: { claimToken } }, saver);
    await claim();
    return async () => (await claim()).outcome;
  },
  'a repeated redemption gets the first answer': async () => {
    const [till, { code }, key] = [await newTill(system), await gift(), randomUUID()];
    await redeem(system, till, code, { key });
    return async () => (await redeem(system, till, code, { key })).outcome;
  },
  'a repeated hold gets the first answer': async () => {
    const [till, { code }, key] = [await newTill(system), await gift(), randomUUID()];
    await hold(system, till, code, { key });
    return async () => (await hold(system, till, code, { key })).outcome;
  },
  'a repeated creation gets the first voucher': async () => {
    const [till, key] = [await newFundedTill(system), randomUUID()];
    const { answer } = await issue(system, till, { amount: 100, recipient: { name: 'Kip' } }, key);
    return async () => {
      const again = await issue(system, till, { amount: 100, recipient: { name: 'Kip' } }, key);
      return again.answer.id === answer.id ? again.outcome : 'another voucher';
    };
  },
  'a hold is captured': async () => {
    const [till, { code }] = [await newTill(system), await gift()];
    const { answer } = await hold(system, till, code, { amount: 50 });
    return async () => (await capture(system, till, answer.id)).outcome;
  },
  'a hold is released': async () => {
    const [till, { code }] = [await newTill(system), await gift()];
    const { answer } = await hold(system, till, code, { amount: 50 });
    return async () => (await release(system, till, answer.id)).outcome;
  },
  'the API reverses a redemption': async () => {
    const [till, { code }] = [await newTill(system), await gift()];
    const { answer } = await redeem(system, till, code);
    const params = { id: code, redemptionId: answer.redemption.id };
    const headers = { 'idempotency-key': randomUUID() };
    return async () =>
      (await system.call(contract.reverseRedemptionByMachine, { params, headers, body: {} }, till)).outcome;
  },
  'a shop reverses a redemption': async () => {
    const [shop, { code }] = [await newShop(system), await gift()];
    const { answer } = await redeemAtTillPage(system, shop.owner, code);
    const body = { redemptionId: answer.redemptionId };
    return async () => (await system.call(contract.reverseAtTill, { body }, shop.owner)).outcome;
  },
  'a till looks a voucher up': async () => {
    const [shop, { code }] = [await newShop(system), await gift()];
    return async () => (await system.call(contract.lookUpVoucher, { body: { code } }, shop.cashier)).outcome;
  },
  'an administrator refunds a gift': async () => {
    const paid = await payForGift(system, 200);
    return async () => (await refund(system, pair[0], paid)).outcome;
  },
  'a buyer cancels a scheduled gift': async () => {
    const paid = await payForGift(system, 200, { deliverAt: nextHour(30) });
    const body = { voucherId: paid.voucherId };
    return async () => (await system.call(contract.cancelGift, { body }, paid.buyer)).outcome;
  },
  'a pay-out to a shop that was sent is paid': async () => {
    const payee = await newPayee(system, { kind: 'till', tillNumber: '592038' });
    await earn(system, payee, 300);
    const batch = await settleOne(system, pair[0], payee);
    await system.call(contract.approveSettlement, { body: { batchId: batch.batchId } }, pair[0]);
    return async () => (await untilPaid(system, payee, batch)).settlement.status;
  },
};

test('everything that has begun goes on while everything is stopped', async () => {
  const rows: { what: string; end: () => Promise<string> }[] = [];
  for (const [what, begin] of Object.entries(GOES_ON)) rows.push({ what, end: await begin() });
  const stops = [];
  for (const name of stopName.options) stops.push(await stop(system, pair[0], name));
  const outcomes = [];
  for (const { what, end } of rows) outcomes.push([what, await end()]);
  for (const stopId of stops) await endStop(system, pair, stopId);
  expect(outcomes).toEqual(
    Object.keys(GOES_ON).map((what) => [what, what.startsWith('a pay-out') ? 'Completed' : 'ok']),
  );
});

test('the jobs make and pay no batch during a stop of settling, and do so after it', async () => {
  const payee = await newPayee(system, { kind: 'till', tillNumber: '592038' });
  await earn(system, payee, 300);
  await moveToYesterday(system, payee);
  await system.owner.query(`update merchants set created_at = created_at - interval '8 days' where id = $1`, [
    payee.merchantId,
  ]);
  const countBatches = async () => {
    const { rows } = await system.owner.query('select from settlements where merchant_id = $1', [
      payee.merchantId,
    ]);
    return rows.length;
  };
  const stopId = await stop(system, pair[0], 'settling');
  await makeDueBatches(system.deps);
  expect(await countBatches()).toBe(0);
  await endStop(system, pair, stopId);
  await makeDueBatches(system.deps);
  expect(await countBatches()).toBe(1);
  const again = await stop(system, pair[0], 'settling');
  await system.owner.query(
    'update settlements set needs_approval = false, next_attempt_at = moment() where merchant_id = $1',
    [payee.merchantId],
  );
  const attempts = async () =>
    (await system.owner.query('select from settlement_attempts where merchant_id = $1', [payee.merchantId]))
      .rows.length;
  await payDueBatches(system.deps, { merchantId: payee.merchantId });
  expect(await attempts()).toBe(0);
  await endStop(system, pair, again);
  await payDueBatches(system.deps, { merchantId: payee.merchantId });
  expect(await attempts()).toBe(1);
  await system.idle();
});

test('a refund that two administrators approved happens during a stop', async () => {
  const paid = await payForGift(system, 12_000);
  const { answer } = await refund(system, pair[0], paid);
  const stops = [];
  for (const name of stopName.options) stops.push(await stop(system, pair[0], name));
  if (answer.outcome !== 'waiting') throw new Error('it did not wait');
  expect((await approve(system, pair[1], answer.approvalId)).outcome).toBe('ok');
  for (const stopId of stops) await endStop(system, pair, stopId);
});
