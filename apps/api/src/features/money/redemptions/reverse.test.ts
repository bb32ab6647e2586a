import { claimVoucher, history, reverseAtTill } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { postOrThrow, readBalance } from '../../../ledger/index.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { untilWaiting } from '../../../testing/lock-waits.ts';
import { newShop, redeemAtTillPage, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { owedTo, redeem } from '../../../testing/tills.ts';
import { account } from '../../services/postings/index.ts';
import { expireVouchers } from '../vouchers/index.ts';
import { reverseRedemption } from './reverse-redemption.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function reverse(worker: Worker, redemptionId: string) {
  return system.call(reverseAtTill, { body: { redemptionId } }, worker);
}

/** Creates a gift of 950 shillings, part of it spent at a new shop. */
async function spentGift(amount?: number, recipient?: SignedIn) {
  shop = await newShop(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const { answer } = await redeemAtTillPage(system, shop.cashier, gift.code, { amount });
  return { gift, redemptionId: answer.redemptionId };
}

async function walletOf({ user }: SignedIn): Promise<number> {
  const wallet = { homeId: user.id, account: account.wallet(user.id) };
  return Number(await readBalance(system.deps.db, wallet)) / 100;
}

function claim(person: SignedIn, { claimToken }: Gift) {
  return system.call(claimVoucher, { body: { claimToken } }, person);
}

async function activitiesOf({ voucherId }: Gift): Promise<string[]> {
  const { rows } = await system.owner.query<{ kind: string }>(
    // Leaves out OPENED, which the worker records a moment later.
    `select kind from voucher_activities where voucher_id = $1 and kind <> 'OPENED' order by at`,
    [voucherId],
  );
  return rows.map(({ kind }) => kind);
}

test('a reversal restores the voucher’s balance and state, debits the merchant and notifies the recipient', async () => {
  const recipient = await newConsumer(system);
  const { gift, redemptionId } = await spentGift(undefined, recipient);
  const reply = await reverse(shop.manager, redemptionId);
  expect(reply.answer).toMatchObject({
    redemptionId,
    amount: 950,
    returnedTo: 'voucher',
    canBeReversed: false,
  });
  expect(reply.answer.reversedAt).toBeDefined();
  expect([await leftOn(system, gift), await owedTo(system, shop)]).toEqual([950, 0]);
  expect(await activitiesOf(gift)).toEqual(['ISSUED', 'REDEMPTION_REVERSED']);
  await expect
    .poll(async () => (await system.sandbox.phone(recipient.phoneNumber)).messages.map(({ text }) => text), {
      timeout: 10_000,
    })
    .toContainEqual(expect.stringContaining('gave back KES 950'));
  const again = await redeemAtTillPage(system, shop.cashier, gift.code);
  expect(again.answer).toMatchObject({ amount: 950, balance: 0 });
});

test('reversing a redemption again, or ten times concurrently, reverses it once', async () => {
  const { gift, redemptionId } = await spentGift(300);
  const replies = await Promise.all(Array.from({ length: 10 }, () => reverse(shop.owner, redemptionId)));
  expect(new Set(replies.map(({ answer }) => answer.reversedAt)).size).toBe(1);
  expect([await leftOn(system, gift), await owedTo(system, shop)]).toEqual([950, 0]);
  expect(await activitiesOf(gift)).toEqual(['ISSUED', 'REDEMPTION_REVERSED']);
});

test('refuses a reversal by a cashier and by another shop', async () => {
  const { gift, redemptionId } = await spentGift(300);
  const { cashier } = shop;
  expect(await reverse(cashier, redemptionId)).toMatchObject({ status: 403, outcome: 'forbidden' });
  const other = await newShop(system);
  expect(await reverse(other.owner, redemptionId)).toMatchObject({
    status: 404,
    outcome: 'redemption_not_found',
  });
  expect(await leftOn(system, gift)).toBe(650);
});

test('refuses to reverse yesterday’s redemption', async () => {
  const { gift, redemptionId } = await spentGift(300);
  await system.owner.query(
    `update redemptions set redeemed_at = date_trunc('day', now(), 'Africa/Nairobi') - interval '1 ms'
     where id = $1`,
    [redemptionId],
  );
  expect(await reverse(shop.owner, redemptionId)).toMatchObject({
    status: 409,
    outcome: 'reversal_too_late',
  });
  expect(await leftOn(system, gift)).toBe(650);
});

test('a reversal credits the wallet if the rest of the voucher was claimed before', async () => {
  const recipient = await newConsumer(system);
  const { gift, redemptionId } = await spentGift(300, recipient);
  await claim(recipient, gift);
  const reply = await reverse(shop.owner, redemptionId);
  expect(reply.answer).toMatchObject({ amount: 300, returnedTo: 'wallet' });
  expect(await walletOf(recipient)).toBe(950);
  expect([await leftOn(system, gift), await owedTo(system, shop)]).toEqual([0, 0]);
  const { answer } = await system.call(history, { query: {} }, recipient);
  expect(answer.activities[0]).toMatchObject({ description: 'Spending undone by a shop', wallet: 'credit' });
});

test.each([
  ['VOIDED', 'voucher_void'],
  ['REFUNDED', 'voucher_void'],
  ['EXPIRED', 'voucher_expired'],
])('refuses to reverse a redemption of a voucher that is %s', async (closedAs, code) => {
  const { redemptionId } = await spentGift();
  await system.owner.query(
    `update vouchers set closed_as = $2, closed_at = now()
     where id = (select voucher_id from redemptions where id = $1)`,
    [redemptionId, closedAs],
  );
  expect(await reverse(shop.owner, redemptionId)).toMatchObject({ status: 409, outcome: code });
  expect(await owedTo(system, shop)).toBe(950);
});

test('refuses a reversal if the merchant’s balance is too small for it', async () => {
  const { gift, redemptionId } = await spentGift(300);
  await inTransaction(system.deps.db, (tx) =>
    postOrThrow(tx, [
      {
        transfers: [
          {
            id: redemptionId,
            homeId: shop.merchantId,
            debit: account.merchant(shop.merchantId),
            credit: account.held(redemptionId),
            amount: 10_000n,
            kind: 'settlement_reserved',
          },
        ],
      },
    ]),
  );
  expect(await reverse(shop.owner, redemptionId)).toMatchObject({
    status: 409,
    outcome: 'insufficient_merchant_balance',
  });
  expect([await leftOn(system, gift), await owedTo(system, shop)]).toEqual([650, 200]);
});

test(
  'concurrent reversal, claim, redemption and expiry lose and create no shilling',
  { timeout: 240_000 },
  async () => {
    for (let round = 0; round < 6; round += 1) {
      const recipient = await newConsumer(system);
      const { gift, redemptionId } = await spentGift(300, recipient);
      const isLast = round % 3 === 0;
      if (isLast) {
        await system.owner.query(`update vouchers set expires_at = now() + interval '20 ms' where id = $1`, [
          gift.voucherId,
        ]);
      }
      const expiredBefore = await expired();
      const replies = await Promise.all([
        reverse(shop.owner, redemptionId),
        claim(recipient, gift),
        redeem(system, shop, gift.code, { amount: 100 }),
        reverse(shop.manager, redemptionId),
        ...(isLast ? [expireVouchers(system.deps)] : []),
      ]);
      const faults = replies.filter((reply) => typeof reply === 'object' && reply.status >= 500);
      expect(faults).toEqual([]);
      await expireVouchers(system.deps);
      const places = [
        await leftOn(system, gift),
        await walletOf(recipient),
        await owedTo(system, shop),
        (await expired()) - expiredBefore,
      ];
      expect({ places, sum: places.reduce((sum, one) => sum + one, 0) }).toMatchObject({ sum: 950 });
    }
  },
);

test('a reversal credits the wallet if the rest of the voucher is claimed while it waits for the lock', async () => {
  const recipient = await newConsumer(system);
  const { gift, redemptionId } = await spentGift(300, recipient);
  const holder = await system.owner.connect();
  await holder.query('begin');
  await holder.query('select from ledger.strict_balances where home_id = $1 for update', [gift.voucherId]);
  const claimed = claim(recipient, gift);
  await untilWaiting(system.deps.db, 1);
  const reversed = reverse(shop.owner, redemptionId);
  await untilWaiting(system.deps.db, 2);
  await holder.query('commit');
  holder.release();
  expect((await claimed).answer).toMatchObject({ amount: 650 });
  expect((await reversed).answer).toMatchObject({ returnedTo: 'wallet' });
  expect([await leftOn(system, gift), await walletOf(recipient)]).toEqual([0, 950]);
});

async function expired(): Promise<number> {
  return Number(await readBalance(system.deps.db, { account: account.expired })) / 100;
}

test('an API key can reverse as the owner can, but only a redemption of the named voucher', async () => {
  const { gift, redemptionId } = await spentGift(300);
  const server = { channel: 'api', staffId: null } as const;
  const { merchantId } = shop;
  const other = await makeGift(system, { amount: 100 });
  await expect(
    reverseRedemption(system.deps, { merchantId, redemptionId, voucherId: other.voucherId, server }),
  ).rejects.toMatchObject({ code: 'redemption_not_found' });
  const { voucherId } = gift;
  const reversed = await reverseRedemption(system.deps, { merchantId, redemptionId, voucherId, server });
  expect(reversed).toMatchObject({ status: 'ACTIVE', balanceCents: 95_000n, returnedTo: 'voucher' });
});

test('refuses a reversal by a suspended merchant', async () => {
  const { gift, redemptionId } = await spentGift(300);
  await system.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [shop.merchantId]);
  expect([401, 403]).toContain((await reverse(shop.owner, redemptionId)).status);
  expect(await leftOn(system, gift)).toBe(650);
});
