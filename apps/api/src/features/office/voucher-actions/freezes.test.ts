import {
  claimVoucher,
  freezeVoucher,
  receivedGifts,
  rejectRequest,
  unfreezeVoucher,
  showCodeByLink,
  viewVoucher,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { approve, payForGift, refund, untilRefunded } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { approvableActions } from '../../../approvable-actions.ts';
import { closeLapsedRequests } from '../../services/approvals/index.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';

let system: TestSystem;
let support: Administrator;
let finance: Administrator;
let checker: Administrator;
let till: Till;
beforeAll(async () => {
  system = await createTestSystem({ APPROVAL_FROM: '100' });
  await sendPayBillAddresses(system.deps);
  [support, finance, checker, till] = await Promise.all([
    newAdministrator(system, 'support'),
    newAdministrator(system),
    newAdministrator(system, 'administrator'),
    newTill(system),
  ]);
});
afterAll(() => system.close());

const reason = 'The phone of the recipient was stolen';
const freeze = ({ voucherId }: { voucherId: string }, administrator = support) =>
  system.call(freezeVoucher, { body: { voucherId, reason } }, administrator);
const unfreeze = ({ voucherId }: { voucherId: string }, administrator = support) =>
  system.call(unfreezeVoucher, { body: { voucherId, reason } }, administrator);
const show = ({ claimToken }: Gift) => system.call(showCodeByLink, { body: { claimToken } });
const view = ({ claimToken }: Gift) => system.call(viewVoucher, { params: { claimToken } });

async function lifeOf({ voucherId }: Gift): Promise<string[]> {
  const { rows } = await system.owner.query<{ line: string }>(
    `select kind || ' by ' || actor_kind as line from voucher_activities
     where voucher_id = $1 and kind in ('FROZEN', 'UNFROZEN', 'REFUNDED') order by at, id`,
    [voucherId],
  );
  return rows.map(({ line }) => line);
}

async function askForRefund(gift: Gift): Promise<string> {
  const { answer } = await refund(system, finance, gift);
  if (answer.outcome !== 'waiting') throw new Error('the refund did not wait');
  return answer.approvalId;
}

test('a frozen voucher cannot be redeemed or claimed, and works again once it is unfrozen', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  expect((await freeze(gift)).outcome).toBe('ok');
  expect((await freeze(gift)).outcome).toBe('ok');

  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('voucher_frozen');
  const claim = await system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, recipient);
  expect(claim.outcome).toBe('voucher_frozen');
  const { answer: seen } = await view(gift);
  expect(seen).toMatchObject({ isFrozen: true, status: 'ACTIVE', hasCode: false });
  expect((await show(gift)).outcome).toBe('voucher_frozen');
  const { answer: received } = await system.call(receivedGifts, { query: {} }, recipient);
  expect(received.gifts).toMatchObject([{ voucherId: gift.voucherId, isFrozen: true }]);

  expect((await unfreeze(gift)).outcome).toBe('ok');
  expect((await unfreeze(gift)).outcome).toBe('ok');
  expect((await view(gift)).answer).toMatchObject({ isFrozen: false, hasCode: true });
  expect((await show(gift)).answer.code).toContain('-');
  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('ok');
  expect(await lifeOf(gift)).toEqual(['FROZEN by admin', 'UNFROZEN by admin']);
});

test('a voucher does not expire while frozen, and its validity is extended by the frozen days', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await freeze(gift);
  // Support froze the voucher ten days ago, when it had three days left.
  await system.owner.query(
    `update vouchers set frozen_at = frozen_at - interval '10 days', expires_at = now() - interval '7 days' where id = $1`,
    [gift.voucherId],
  );
  await expireVouchers(system.deps);
  expect((await view(gift)).answer).toMatchObject({ status: 'ACTIVE', isFrozen: true });
  await unfreeze(gift);
  const { rows } = await system.owner.query<{ days: number }>(
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days from vouchers where id = $1`,
    [gift.voucherId],
  );
  expect(rows[0]?.days).toBe(3);
  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('ok');
});

test('a refund that waits for approval freezes its voucher until it is decided', async () => {
  const gift = await payForGift(system, 1_000);
  const approvalId = await askForRefund(gift);
  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('voucher_frozen');
  // Support's own freeze is separate from the freeze by the request.
  await freeze(gift);
  await unfreeze(gift);
  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('voucher_frozen');

  const rejected = await system.call(rejectRequest, { body: { approvalId, reason } }, checker);
  expect(rejected.outcome).toBe('ok');
  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('ok');
});

test('an approved refund pays the requested amount, because the voucher could not change since the request', async () => {
  const gift = await payForGift(system, 1_000);
  const approvalId = await askForRefund(gift);
  await redeem(system, till, gift.code, { amount: 100 });
  expect((await approve(system, checker, approvalId)).outcome).toBe('ok');
  expect(await untilRefunded(system, gift)).toMatchObject({ amount: 1_000, returnedTo: 'mpesa' });
  expect(await leftOn(system, gift)).toBe(0);
  expect(await lifeOf(gift)).toEqual(['FROZEN by admin', 'REFUNDED by admin']);
});

test('a refund request that expires unfreezes its voucher', async () => {
  const gift = await payForGift(system, 1_000);
  const approvalId = await askForRefund(gift);
  await system.owner.query(`update approvals set expires_at = now() - interval '1 second' where id = $1`, [
    approvalId,
  ]);
  expect((await approve(system, checker, approvalId)).outcome).toBe('approval_closed');
  const actions = approvableActions(system.deps);
  expect(await closeLapsedRequests({ ...system.deps, actions })).toBe(1);
  expect(await closeLapsedRequests({ ...system.deps, actions })).toBe(0);
  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('ok');
  expect(await lifeOf(gift)).toEqual(['FROZEN by admin', 'UNFROZEN by system']);
});

test('while one request waits, refuses any other request about the same voucher, however small', async () => {
  const gift = await payForGift(system, 1_000);
  await askForRefund(gift);
  expect((await refund(system, finance, gift)).outcome).toBe('approval_open');
  expect((await freeze(gift, finance)).outcome).toBe('ok');
});
