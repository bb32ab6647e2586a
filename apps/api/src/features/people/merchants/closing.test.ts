import { listApprovals, merchantDetails, updateMerchant } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { approve } from '../../../testing/refund-calls.ts';
import {
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';

let system: TestSystem;
let administrator: Administrator;
let other: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  other = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const reason = 'The shop has moved to Mombasa';

/** Makes a shop with this balance, and a new administrator to close it. */
async function newShop(owed: number): Promise<Payee> {
  // A new administrator, because the limit counts all closings of one administrator within a day.
  administrator = await newAdministrator(system, 'administrator');
  const shop = await newPayee(system, {
    kind: 'bank',
    bankName: 'Equity Bank',
    accountNumber: '01702991234567',
  });
  const gift = await makeGift(system, { amount: 20_000 });
  if (owed > 0) await redeem(system, shop, gift.code, { amount: owed });
  return shop;
}

async function close({ merchantId }: Payee, more: object = {}) {
  return system.call(
    updateMerchant,
    { body: { merchantId, status: 'INACTIVE', reason, ...more } },
    administrator,
  );
}

async function statusOf({ merchantCode }: Payee): Promise<string> {
  return (await system.call(merchantDetails, { body: { merchantCode } }, administrator)).answer.status;
}

test('S325 closing a merchant that is owed much needs a second administrator’s approval', async () => {
  const shop = await newShop(10_000);
  const { answer, outcome } = await close(shop, { businessName: 'Duka la Zamani' });
  expect([outcome, answer.status, answer.businessName]).toEqual(['ok', 'ACTIVE', 'Duka la Zamani']);
  if (answer.action?.outcome !== 'waiting') throw new Error('the closing was not requested');
  const { approvalId } = answer.action;
  const { approvals } = (await system.call(listApprovals, { query: { subjectId: shop.merchantId } }, other))
    .answer;
  expect(approvals[0]).toMatchObject({ kind: 'merchant-close', amount: 10_000, reason });
  expect((await close(shop)).outcome).toBe('approval_open');
  expect((await approve(system, administrator, approvalId)).outcome).toBe('second_person_needed');
  expect((await approve(system, other, approvalId)).outcome).toBe('ok');
  expect(await statusOf(shop)).toBe('INACTIVE');
});

test.each([0, 9_999])('a merchant that is owed KES %i is closed at once', async (owed) => {
  const shop = await newShop(owed);
  expect((await close(shop)).answer).toMatchObject({ status: 'INACTIVE', action: { outcome: 'done' } });
  const { rows } = await system.owner.query(
    `select reason from audit_log where subject_id = $1 and action = 'merchant.inactive'`,
    [shop.merchantId],
  );
  expect(rows).toEqual([{ reason }]);
});

test('when a merchant is closed, an unpaid settlement batch counts as owed', async () => {
  const shop = await newShop(11_000);
  const finance = await newAdministrator(system);
  await settleOne(system, finance, shop);
  expect((await close(shop)).answer).toMatchObject({ status: 'ACTIVE', action: { outcome: 'waiting' } });
});

test('refuses to close a merchant if the amount owed has changed since the request', async () => {
  const shop = await newShop(10_000);
  const { answer } = await close(shop);
  if (answer.action?.outcome !== 'waiting') throw new Error('the closing was not requested');
  const gift = await makeGift(system, { amount: 2_000 });
  await redeem(system, shop, gift.code, { amount: 500 });
  expect((await approve(system, other, answer.action.approvalId)).outcome).toBe('approval_outdated');
  expect(await statusOf(shop)).toBe('ACTIVE');
});
