import { randomUUID } from 'node:crypto';
import {
  claimVoucher,
  readTransaction,
  redeemVoucher,
  searchEverything,
  shortReference,
  voidVoucher,
  writeToSupport,
  type HandlerAnswer,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { payForGift, refund, untilRefunded, type PaidGift } from '../../../testing/refund-calls.ts';
import { upload } from '../../../testing/reconciliation-calls.ts';
import {
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';
import {
  fund,
  registerAndStartWithdrawal,
  untilWithdrawal,
  type RegisteredWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

const TILL = '483920';

let system: TestSystem;
let reader: Administrator;
let finance: Administrator;
let shop: Payee;
let gift: PaidGift;
let refunded: PaidGift;
let withdrawal: RegisteredWithdrawal;
let batchId: string;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  [reader, finance] = await Promise.all([newAdministrator(system, 'read-only'), newAdministrator(system)]);
  shop = await newPayee(system, { kind: 'till', tillNumber: TILL });
  gift = await payForGift(system, 1_000);
  await redeem(system, shop, gift.code, { amount: 200 });
  const { claimToken, recipient } = gift;
  await system.call(claimVoucher, { body: { claimToken } }, { bearer: recipient.bearer });
  refunded = await payForGift(system, 700);
  await refund(system, finance, refunded);
  await untilRefunded(system, refunded);
  await fund(system, gift.buyer, 1_000);
  withdrawal = await registerAndStartWithdrawal(system, gift.buyer, 500);
  await untilWithdrawal(system, gift.buyer, withdrawal, 'COMPLETED');
  await earn(system, shop, 400);
  await settleNow(system, finance, shop);
  const { rows } = await system.owner.query<{ batch_id: string }>(
    'select batch_id from settlements where merchant_id = $1',
    [shop.merchantId],
  );
  batchId = rows[0]?.batch_id ?? '';
});
afterAll(() => system.close());

type Answer = HandlerAnswer<typeof searchEverything>;

async function search(text: string): Promise<Answer> {
  const { answer, outcome } = await system.call(searchEverything, { body: { text } }, reader);
  if (outcome !== 'ok') throw new Error(`the search was refused: ${outcome}`);
  return answer;
}

/** Returns all exact matches, each as the id that opens its page. */
function namedIn(answer: Answer): string[] {
  const { people, merchants, payments, vouchers, settlements, statementLines, letters } = answer;
  const all: { isNamed: boolean; key: string }[] = [
    ...people.map((one) => ({ ...one, key: `person ${one.userId}` })),
    ...merchants.map((one) => ({ ...one, key: `merchant ${one.merchantCode}` })),
    ...payments.map((one) => ({ ...one, key: `${one.type} ${one.transactionId}` })),
    ...vouchers.map((one) => ({ ...one, key: `voucher ${one.voucherId}` })),
    ...settlements.map((one) => ({ ...one, key: `batch ${one.batchId}` })),
    ...statementLines.map((one) => ({ ...one, key: `line ${one.receipt}` })),
    ...letters.map((one) => ({ ...one, key: `letter ${one.supportRequestId}` })),
  ];
  return all.filter(({ isNamed }) => isNamed).map(({ key }) => key);
}

const deposit = () => `Deposit ${gift.purchase.requestId}`;

async function receiptOf(type: 'Deposit' | 'Withdrawal', transactionId: string): Promise<string> {
  const { answer } = await system.call(readTransaction, { params: { type, transactionId } }, reader);
  return answer.transaction.reference ?? '';
}

test('finds a payment by its M-PESA receipt, and all records about the same money', async () => {
  const receipt = await receiptOf('Deposit', gift.purchase.requestId);
  const found = await search(` ${receipt.toLowerCase()} `);
  expect(namedIn(found)).toEqual([deposit()]);
  expect(found.payments.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['Deposit', 'Redemption', 'Claim']),
  );
  expect(found.vouchers).toMatchObject([
    { voucherId: gift.voucherId, purchaseId: gift.purchase.requestId, status: 'CLAIMED' },
  ]);
  expect(namedIn(await search(await receiptOf('Withdrawal', withdrawal.requestId)))).toEqual([
    `Withdrawal ${withdrawal.requestId}`,
  ]);
});

test('finds a person by phone number in any notation', async () => {
  const { phoneNumber, user } = gift.recipient;
  const national = phoneNumber.slice(3);
  for (const typed of [
    phoneNumber,
    `+${phoneNumber}`,
    `0${national}`,
    `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`,
    `0${national.slice(0, 3)}-${national.slice(3)}`,
    national,
  ]) {
    const found = await search(typed);
    expect(namedIn(found), typed).toEqual([`person ${user.id}`]);
    expect(found.vouchers.map(({ voucherId }) => voucherId)).toContain(gift.voucherId);
  }
});

test('finds people and merchants by name, and a person by email address', async () => {
  const { firstName, lastName, user, email } = gift.buyer;
  const byName = await search(`${firstName} ${lastName}`.toLowerCase());
  expect(byName.people.length).toBeGreaterThan(0);
  expect(namedIn(byName)).toEqual([]);
  expect(namedIn(await search(email.toUpperCase()))).toEqual([`person ${user.id}`]);
  const { rows } = await system.owner.query<{ name: string }>(
    'select business_name as name from merchants where id = $1',
    [shop.merchantId],
  );
  const byShop = await search((rows[0]?.name ?? '').split(' ').toReversed().join(' '));
  expect(byShop.merchants.map(({ merchantCode }) => merchantCode)).toContain(shop.merchantCode);
});

test('finds a merchant by its code and its contact', async () => {
  const key = `merchant ${shop.merchantCode}`;
  expect(namedIn(await search(shop.merchantCode.toLowerCase()))).toEqual([key]);
  expect(namedIn(await search(shop.contact.email))).toEqual([key]);
  const { merchants } = await search(shop.contact.phoneNumber);
  expect(merchants.map(({ merchantCode }) => merchantCode)).toContain(shop.merchantCode);
});

test('finds a payment by bill reference, request id and our reference', async () => {
  const { billReferenceNumber, requestId } = gift.purchase;
  for (const typed of [billReferenceNumber, requestId, requestId.slice(0, 8).toUpperCase()])
    expect(namedIn(await search(typed)), typed).toEqual([deposit()]);
  const { rows } = await system.owner.query<{ id: string; type: string }>(
    `select id, 'Refund' as type from refunds union all select id, 'Claim' from claims
     union all select id, 'Redemption' from redemptions`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const { id, type } of rows) {
    expect(namedIn(await search(shortReference(id))), type).toEqual([`${type} ${id}`]);
  }
  expect(namedIn(await search(shortReference(gift.voucherId)))).toEqual([`voucher ${gift.voucherId}`]);
});

test('refunds made at the same time have different references', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const paid = await payForGift(system, 300);
      await refund(system, finance, paid);
      const { rows } = await system.owner.query<{ id: string }>(
        'select id from refunds where home_id = (select home_id from purchases where id = $1)',
        [paid.purchase.requestId],
      );
      return rows[0]?.id ?? '';
    }),
  );
  const [one = '', other = ''] = ids.map(shortReference);
  expect(one).not.toBe(other);
  expect(namedIn(await search(one))).toEqual([`Refund ${ids[0]}`]);
});

test('links a replacement voucher to the payment of the original', async () => {
  const paid = await payForGift(system, 300);
  const body = { voucherId: paid.voucherId, valueGoesTo: 'replacement', reason: 'Shown to others' } as const;
  await system.call(voidVoucher, { body }, finance);
  const { rows } = await system.owner.query<{ id: string }>(
    'select id from vouchers where replaces_id = $1',
    [paid.voucherId],
  );
  const { vouchers } = await search(shortReference(rows[0]?.id ?? ''));
  expect(vouchers[0]).toMatchObject({ isNamed: true, purchaseId: paid.purchase.requestId, status: 'ACTIVE' });
});

test('finds a voucher by the last four symbols of its code', async () => {
  const { vouchers } = await search(gift.code.slice(-4).toLowerCase());
  expect(vouchers.map(({ voucherId }) => voucherId)).toContain(gift.voucherId);
});

test('finds a redemption by the sale number of the shop’s own system', async () => {
  const { code } = await makeGift(system, { amount: 100 });
  const { answer } = await system.call(
    redeemVoucher,
    {
      params: { id: code },
      headers: { 'idempotency-key': randomUUID() },
      body: { reference: 'Receipt 88/4711' },
    },
    { basic: shop.basic },
  );
  expect(namedIn(await search('receipt 88/4711'))).toEqual([`Redemption ${answer.redemption.id}`]);
});

test('finds a settlement batch by its id, its receipt and the number that was paid', async () => {
  const key = [`batch ${batchId}`];
  const { rows } = await system.owner.query<{ id: string; reference: string | null }>(
    'select id, reference from settlements where batch_id = $1',
    [batchId],
  );
  expect(namedIn(await search(batchId.toLowerCase()))).toEqual(key);
  expect(namedIn(await search(shortReference(rows[0]?.id ?? '')))).toEqual(key);
  const byTill = await search(TILL);
  expect(byTill.settlements.map((one) => one.batchId)).toContain(batchId);
  expect(byTill.merchants.map(({ merchantCode }) => merchantCode)).toContain(shop.merchantCode);
  await system.owner.query(`update settlements set reference = 'FT26112Za001' where batch_id = $1`, [
    batchId,
  ]);
  expect(namedIn(await search('ft26112ZA001'))).toEqual(key);
});

test('finds a receipt that is only in M-PESA’s statement', async () => {
  const lines = [
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
    `UKSTRAY001,${nairobiDay(new Date())} 00:00:01,Pay Bill from a stranger,Completed,50.00,,1`,
  ];
  await upload(system, finance, { account: 'collection', text: lines.join('\n') });
  expect(namedIn(await search('ukstray001'))).toEqual(['line UKSTRAY001']);
});

test('finds a support request by the reference that its writer got', async () => {
  const body = { subject: 'A voucher', message: 'It does not scan.' };
  const { answer } = await system.call(writeToSupport, { body }, shop);
  expect(namedIn(await search(shortReference(answer.supportRequestId)))).toEqual([
    `letter ${answer.supportRequestId}`,
  ]);
});

test('finds nothing for unknown terms, takes wildcards literally, and refuses a single character', async () => {
  for (const typed of ['Nobody of this name', '%%%', '____', `'; drop`]) {
    const { people, merchants, payments, vouchers, settlements } = await search(typed);
    expect([people, merchants, payments, vouchers, settlements].flat(), typed).toEqual([]);
  }
  for (const text of [' a ', 'a'.repeat(1_001)]) {
    const { outcome } = await system.call(searchEverything, { body: { text } }, reader);
    expect(outcome).toBe('validation_failed');
  }
});
