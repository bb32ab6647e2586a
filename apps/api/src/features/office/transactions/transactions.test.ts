import {
  bookReversal,
  claimVoucher,
  listTransactions,
  transactionsCsv,
  readTransaction,
  readVoucherForAdmin,
  voidVoucher,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { payForGift, refund, untilRefunded, type PaidGift } from '../../../testing/refund-calls.ts';
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
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let reader: Administrator;
let finance: Administrator;
let shop: Payee;
let gift: PaidGift;
let refunded: PaidGift;
let withdrawal: RegisteredWithdrawal;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  [reader, finance] = await Promise.all([newAdministrator(system, 'read-only'), newAdministrator(system)]);
  shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  // Renames this shop, because shops of other tests have the name Mama Njeri.
  await system.owner.query(`update merchants set business_name = 'Mama Wanjiru' where id = $1`, [
    shop.merchantId,
  ]);
  gift = await payForGift(system, 1_000);
  await redeem(system, shop, gift.code, { amount: 200 });
  await system.call(
    claimVoucher,
    { body: { claimToken: gift.claimToken } },
    { bearer: gift.recipient.bearer },
  );
  refunded = await payForGift(system, 700);
  await refund(system, finance, refunded);
  await untilRefunded(system, refunded);
  await fund(system, gift.buyer, 1_000);
  withdrawal = await registerAndStartWithdrawal(system, gift.buyer, 500);
  await untilWithdrawal(system, gift.buyer, withdrawal, 'COMPLETED');
  await earn(system, shop, 400);
  await settleNow(system, finance, shop);
});
afterAll(() => system.close());

type Query = Partial<Record<string, string | number>>;
async function list(query: Query = {}, administrator: Administrator = reader) {
  const { answer, outcome } = await system.call(
    listTransactions,
    { query },
    { bearer: administrator.bearer },
  );
  if (outcome !== 'ok') throw new Error(`the list was refused: ${outcome}`);
  return answer;
}
const typesOf = async (query: Query) =>
  (await list(query)).transactions.map(({ type }) => type).toSorted((one, other) => one.localeCompare(other));

const read = async (
  type: 'Deposit' | 'Withdrawal' | 'Redemption' | 'Claim' | 'Settlement' | 'Refund',
  id: string,
) => system.call(readTransaction, { params: { type, transactionId: id } }, { bearer: reader.bearer });

test('S284 lists every transaction, newest first, with its fee and net amount', async () => {
  const { transactions, count, isMore } = await list();
  expect(new Set(transactions.map(({ type }) => type))).toEqual(
    new Set(['Deposit', 'Withdrawal', 'Redemption', 'Claim', 'Settlement', 'Refund']),
  );
  expect([count, isMore]).toEqual([transactions.length, false]);
  const dates = transactions.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(transactions.find(({ transactionId }) => transactionId === gift.purchase.requestId)).toMatchObject({
    type: 'Deposit',
    amount: 1_000,
    fee: 50,
    netValue: 950,
    status: 'Success',
    person: `${gift.buyer.firstName} ${gift.buyer.lastName}`,
  });
});

test('pages of one transaction show the same list as one page of all', async () => {
  const all = (await list()).transactions.map(({ transactionId }) => transactionId);
  const paged: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: 1, ...(cursor !== undefined && { cursor }) });
    paged.push(...page.transactions.map(({ transactionId }) => transactionId));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(paged).toEqual(all);
});

test('S286 finds transactions by receipt, reference, name, phone number or code', async () => {
  const { answer } = await read('Deposit', gift.purchase.requestId);
  const receipt = answer.transaction.reference ?? '';
  const ofGift = ['Claim', 'Deposit', 'Redemption'];
  expect(receipt).toMatch(/^[A-Z0-9]{10}$/u);
  expect(await typesOf({ search: receipt.toLowerCase() })).toEqual(ofGift);
  expect(await typesOf({ search: gift.code.slice(-4) })).toEqual(expect.arrayContaining(ofGift));
  expect(await typesOf({ search: gift.purchase.billReferenceNumber })).toEqual(ofGift);
  expect(await typesOf({ search: gift.purchase.requestId.slice(0, 8) })).toEqual(ofGift);
  const local = `0${gift.recipient.phoneNumber.slice(3, 6)} ${gift.recipient.phoneNumber.slice(6)}`;
  expect(await typesOf({ search: local })).toEqual(ofGift);
  expect(await typesOf({ search: gift.buyer.email })).toEqual(
    expect.arrayContaining(['Deposit', 'Withdrawal']),
  );
  expect(await typesOf({ search: withdrawal.requestId })).toEqual(['Withdrawal']);
  // The recipient never claimed this gift: only the number and address on the voucher lead to it.
  expect(await typesOf({ search: refunded.recipient.user.id })).toEqual(['Deposit', 'Refund']);
  expect(await typesOf({ search: 'Unknown Name' })).toEqual([]);
  expect(await typesOf({ search: 'mama wan', type: 'Redemption' })).toEqual(['Redemption', 'Redemption']);
});

test('S287 filters restrict the list of transactions', async () => {
  expect(await typesOf({ merchantCode: shop.merchantCode })).toEqual([
    'Redemption',
    'Redemption',
    'Settlement',
  ]);
  expect(await typesOf({ merchantCode: 'NOSUCH1' })).toEqual([]);
  expect(await typesOf({ type: 'Refund', minimumAmount: 700, maximumAmount: 700 })).toEqual(['Refund']);
  expect(await typesOf({ type: 'Deposit', status: 'Failed' })).toEqual([]);
  expect(await typesOf({ to: '2020-01-01' })).toEqual([]);
});

test('S293 a paid gift shows its whole history', async () => {
  const { answer } = await read('Deposit', gift.purchase.requestId);
  expect(answer.steps.map(({ text }) => text)).toContain('Paid; voucher issued');
  expect(answer.entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual(
    expect.arrayContaining([
      ['purchase', 95_000],
      ['purchase', 5_000],
      ['redemption', 20_000],
      ['claim', 75_000],
    ]),
  );
  expect(answer.messages[0]).toMatchObject({
    purpose: 'c2b',
    explanation: expect.stringContaining('pay bill'),
  });
  expect(answer.notifications.map(({ template }) => template)).toEqual(
    expect.arrayContaining(['purchase-completed', 'voucher-gift']),
  );
  expect(answer.voucher).toMatchObject({ status: 'CLAIMED', balance: 0, codeLastFour: gift.code.slice(-4) });
  expect(JSON.stringify(answer)).not.toContain(gift.code);
  expect(JSON.stringify(answer)).not.toContain(gift.claimToken);
  expect(answer.actions).toMatchObject({ canRefund: false, canBookReversal: true, canQuery: false });
});

test('S296 a pay-out shows M-PESA’s answer, raw and in words', async () => {
  const { answer } = await read('Withdrawal', withdrawal.requestId);
  expect(answer.messages).toMatchObject([
    {
      purpose: 'withdrawal_result',
      explanation: 'Done',
      outcome: 'completed',
      body: { Result: { ResultCode: 0 } },
    },
  ]);
  expect(answer.entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['withdrawal_reserved', 'withdrawal_paid']),
  );
  expect(answer.notifications).toContainEqual(expect.objectContaining({ template: 'withdrawal-completed' }));
});

test('refunds, redemptions, claims and settlements show their details and ledger entries', async () => {
  for (const { type, transactionId } of (await list()).transactions) {
    const { answer, outcome } = await read(type, transactionId);
    expect(outcome).toBe('ok');
    expect(answer.transaction).toMatchObject({ type, transactionId });
    expect(answer.entries.length).toBeGreaterThan(0);
    expect(answer.steps.length).toBeGreaterThan(0);
  }
  const wrongKind = await read('Refund', gift.purchase.requestId);
  expect(wrongKind.outcome).toBe('not_found');
});

test('S294 the history of a payment continues in its replacement voucher, and a search for either finds the payment', async () => {
  const paid = await payForGift(system, 300);
  const { voucherId, purchase } = paid;
  const as = { bearer: finance.bearer };
  const reason = 'Shown to everybody';
  await system.call(voidVoucher, { body: { voucherId, valueGoesTo: 'replacement', reason } }, as);
  const before = (await read('Deposit', purchase.requestId)).answer;
  expect(before.voucher).toMatchObject({ replaces: voucherId, status: 'ACTIVE', balance: 285 });
  expect(before.voucher?.activities.map(({ kind }) => kind)).toContain('VOIDED');
  expect(before.actions).toMatchObject({ canVoid: true, canBookReversal: true });
  const body = { transactionId: purchase.requestId, receipt: 'UKR0000301', reason };
  expect((await system.call(bookReversal, { body }, as)).outcome).toBe('ok');
  const after = (await read('Deposit', purchase.requestId)).answer;
  expect(after.entries.map(({ debit }) => debit)).toContain('expense:losses');
  expect(after.actions).toMatchObject({ canVoid: false, canBookReversal: false });
  expect(await typesOf({ search: before.voucher?.voucherId ?? '' })).toEqual(['Deposit']);
});

test('the voucher of a payment lists its redemption with shop, cashier and minute', async () => {
  const { voucher } = (await read('Deposit', gift.purchase.requestId)).answer;
  const redemption = voucher?.activities.find(({ kind }) => kind === 'REDEEMED');
  expect(redemption).toMatchObject({
    amount: 200,
    text: expect.stringMatching(/^Redeemed by Mama Wanjiru/u),
  });
  const { outcome } = await read('Redemption', redemption?.redemptionId ?? '');
  expect(outcome).toBe('ok');
});

test('every voucher has its own page without its code, also a merchant’s own voucher', async () => {
  const till = await newFundedTill(system);
  const { id: voucherId, code } = (await issue(system, till, { amount: 200 })).answer;
  const { answer } = await system.call(readVoucherForAdmin, { params: { voucherId } }, reader);
  expect(answer).toMatchObject({
    voucher: { voucherId, status: 'ACTIVE', value: 200, issuedBy: expect.any(String) },
    actions: { canVoid: true, canRefund: false },
  });
  expect(code).not.toBe('');
  expect(JSON.stringify(answer)).not.toContain(code);
  const unknown = { params: { voucherId: gift.purchase.requestId } };
  expect((await system.call(readVoucherForAdmin, unknown, reader)).outcome).toBe('not_found');
});

test('S289 exports every row of the filtered list of transactions', async () => {
  const { transactions } = await list({ type: 'Redemption' });
  const file = await system.http.inject({
    url: `${transactionsCsv.path}?type=Redemption`,
    headers: { authorization: `Bearer ${reader.bearer}` },
  });
  expect(file.headers['content-disposition']).toMatch(/filename="transactions-\d{4}-\d\d-\d\d\.csv"/u);
  expect(file.body.trim().split('\r\n')).toHaveLength(transactions.length + 1);
  const { rows } = await system.owner.query(
    `select actor_name as name, after from audit_log where action = 'transactions.exported'`,
  );
  expect(rows).toEqual([{ name: reader.name, after: { isSearched: false, type: 'Redemption' } }]);
});
