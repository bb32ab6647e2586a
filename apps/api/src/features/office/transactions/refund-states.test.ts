import {
  bookReversal,
  history,
  historyCsv,
  listTransactions,
  merchantTransactions,
  merchantTransactionsCsv,
  readTransaction,
  reverseAtTill,
  transactionsCsv,
  voidVoucher,
  type RefundState,
  type TransactionType,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payForGift, refund, untilRefunded, type PaidGift } from '../../../testing/refund-calls.ts';
import {
  newAdministrator,
  newPayee,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let finance: Administrator;
let shop: Payee;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  finance = await newAdministrator(system);
  shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
});
afterAll(() => system.close());

const reason = 'The buyer called';
const idOf = ({ purchase }: PaidGift) => purchase.requestId;

async function found(query: { refundState?: RefundState; type?: TransactionType }) {
  const { answer, outcome } = await system.call(listTransactions, { query }, { bearer: finance.bearer });
  if (outcome !== 'ok') throw new Error(`the list was refused: ${outcome}`);
  return answer.transactions;
}

async function read(gift: PaidGift) {
  const params = { type: 'Deposit', transactionId: idOf(gift) } as const;
  return (await system.call(readTransaction, { params }, { bearer: finance.bearer })).answer;
}

async function inHistory({ buyer }: PaidGift, query: { refundState?: RefundState } = {}) {
  const wanted = { query: { ...query, type: 'GIFT_PURCHASE' as const } };
  const { answer } = await system.call(history, wanted, { bearer: buyer.bearer });
  return answer.activities;
}

async function fileOf(path: string, bearer: string): Promise<string> {
  return (await system.http.inject({ url: path, headers: { authorization: `Bearer ${bearer}` } })).body;
}

test('shows a fully returned payment as refunded in list, detail, filter, CSV and history', async () => {
  const gift = await payForGift(system, 1_000);
  expect((await read(gift)).transaction.refundState).toBeUndefined();
  await refund(system, finance, gift);
  await untilRefunded(system, gift);
  const { transaction, actions } = await read(gift);
  expect(transaction).toMatchObject({ status: 'Success', refundState: 'refunded', amount: 1_000 });
  expect(transaction.refunded).toBeUndefined();
  // M-PESA reverses a payment at most once.
  expect(actions.canBookReversal).toBe(false);
  expect((await found({ refundState: 'refunded' })).map((one) => one.transactionId)).toEqual([idOf(gift)]);
  expect(await found({ refundState: 'refunded', type: 'Settlement' })).toEqual([]);
  const csv = await fileOf(`${transactionsCsv.path}?refundState=refunded`, finance.bearer);
  expect(csv.split('\r\n')[1]).toMatch(/"Success","refunded","?1000"?,/u);
  expect(await inHistory(gift)).toMatchObject([{ orderStatus: 'COMPLETED', refundState: 'refunded' }]);
  expect(await inHistory(gift, { refundState: 'reversed' })).toEqual([]);
  expect(await fileOf(historyCsv.path, gift.buyer.bearer)).toContain('"Completed","refunded"');
});

test('shows the payment of a partly spent and refunded gift as partly refunded', async () => {
  const gift = await payForGift(system, 1_000);
  await redeem(system, shop, gift.code, { amount: 300 });
  await refund(system, finance, gift);
  const { transaction, actions } = await read(gift);
  expect(transaction).toMatchObject({ refundState: 'partly_refunded', refunded: 650 });
  // The refund went to the wallet, so M-PESA can still take the payment back.
  expect(actions.canBookReversal).toBe(true);
  expect(await inHistory(gift, { refundState: 'partly_refunded' })).toHaveLength(1);
});

test('shows the payment of a voucher that support voided as returned, also after a replacement', async () => {
  const gift = await payForGift(system, 1_000);
  const act = (voucherId: string, valueGoesTo: 'replacement' | 'refund') =>
    system.call(voidVoucher, { body: { voucherId, valueGoesTo, reason } }, { bearer: finance.bearer });
  await act(gift.voucherId, 'replacement');
  const { transaction, voucher } = await read(gift);
  expect(transaction.refundState).toBeUndefined();
  expect((await act(voucher?.voucherId ?? '', 'refund')).outcome).toBe('ok');
  expect((await read(gift)).transaction).toMatchObject({ refundState: 'taken_back', refunded: 1_000 });
});

test('shows a payment that Safaricom reversed as reversed', async () => {
  const gift = await payForGift(system, 1_000);
  const body = { transactionId: idOf(gift), receipt: 'UKKREVERS1', reason };
  expect((await system.call(bookReversal, { body }, { bearer: finance.bearer })).outcome).toBe('ok');
  const { transaction, actions } = await read(gift);
  expect(transaction).toMatchObject({ status: 'Success', refundState: 'reversed' });
  expect(actions.canBookReversal).toBe(false);
  expect(await inHistory(gift)).toMatchObject([{ refundState: 'reversed' }]);
});

test('shows a reversed redemption as reversed to the shop, to its customer and to administrators', async () => {
  const gift = await payForGift(system, 500);
  const { answer } = await redeem(system, shop, gift.code, { amount: 200 });
  const redemptionId = answer.redemption.id;
  const body = { redemptionId };
  expect((await system.call(reverseAtTill, { body }, { bearer: shop.bearer })).outcome).toBe('ok');
  const reversed = await found({ refundState: 'reversed', type: 'Redemption' });
  expect(reversed).toMatchObject([
    { transactionId: redemptionId, status: 'Failed', refundState: 'reversed' },
  ]);
  const listed = await system.call(
    merchantTransactions,
    { query: { refundState: 'reversed' } },
    { bearer: shop.bearer },
  );
  expect(listed.answer.transactions).toMatchObject([
    { redemptionId, status: 'Failed', refundState: 'reversed' },
  ]);
  expect(await fileOf(`${merchantTransactionsCsv.path}?status=Failed`, shop.bearer)).toContain(
    '"Reversed","","reversed"',
  );
  const query = { type: 'REDEMPTION', refundState: 'reversed' } as const;
  const spent = await system.call(history, { query }, { bearer: gift.recipient.bearer });
  expect(spent.answer.activities).toMatchObject([{ orderStatus: 'CANCELED', refundState: 'reversed' }]);
});

test('offers no extension for a new voucher, because its validity is already the longest', async () => {
  const gift = await payForGift(system, 400);
  expect((await read(gift)).actions.canExtend).toBe(false);
  await system.owner.query(`update vouchers set expires_at = expires_at - interval '40 days' where id = $1`, [
    gift.voucherId,
  ]);
  expect((await read(gift)).actions.canExtend).toBe(true);
});
