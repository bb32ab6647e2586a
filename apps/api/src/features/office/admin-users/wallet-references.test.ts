import {
  adminSettlementTransactions,
  adminUserWallet,
  claimVoucher,
  readTransaction,
  resolveHeldMoney,
  reverseAtTill,
  shortReference,
  type WalletEntry,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payForGift, refund, untilRefunded } from '../../../testing/refund-calls.ts';
import {
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { applyPayBillPayment } from '../../money/purchases/index.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0' });
  await sendPayBillAddresses(system.deps);
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

async function entriesOf(userId: string): Promise<WalletEntry[]> {
  const { answer } = await system.call(adminUserWallet, { params: { userId }, query: {} }, administrator);
  return answer.entries;
}

test('every entry of a wallet shows its reference and links to its payment', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '583920' });
  const gift = await payForGift(system, 1_000);
  const { recipient } = gift;
  await redeem(system, shop, gift.code, { amount: 200 });
  await system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, recipient);
  const withdrawal = await registerAndStartWithdrawal(system, recipient, 500);
  await untilWithdrawal(system, recipient, withdrawal, 'COMPLETED');
  const { rows } = await system.owner.query<{ id: string; voucherId: string }>(
    'select id, voucher_id as "voucherId" from redemptions where voucher_id = $1',
    [gift.voucherId],
  );
  const body = { redemptionId: rows[0]?.id ?? '' };
  await system.call(reverseAtTill, { body }, shop);

  const entries = await entriesOf(recipient.user.id);
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['claim', 'withdrawal_reserved', 'redemption_reversed']),
  );
  for (const { kind, transaction, reference } of entries) {
    expect(reference, kind).toMatch(/^[0-9A-Z-]{8,11}$/u);
    const found = await system.call(
      readTransaction,
      { params: transaction ?? { type: 'Claim', transactionId: newId() } },
      administrator,
    );
    expect(found.outcome, kind).toBe('ok');
  }
  const paidOut = entries.find(({ kind }) => kind === 'withdrawal_reserved');
  expect(paidOut?.transaction).toEqual({ type: 'Withdrawal', transactionId: withdrawal.requestId });
});

test('a refund to the wallet and money from suspense show their causes', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '583921' });
  const gift = await payForGift(system, 900);
  await redeem(system, shop, gift.code, { amount: 100 });
  await refund(system, administrator, gift);
  await untilRefunded(system, gift);
  const messageId = newId();
  const payment = { messageId, receipt: 'UKSUSP9001', billReference: 'NOSUCH', amountShillings: 300 };
  await inTransaction(system.deps.db, (tx) => applyPayBillPayment(tx, system.deps, payment));
  const { rows } = await system.owner.query<{ id: string }>('select id from reviews where subject_id = $1', [
    messageId,
  ]);
  const userId = gift.buyer.user.id;
  const body = {
    reviewId: rows[0]?.id ?? '',
    goesTo: { kind: 'wallet', userId },
    reason: 'Paid twice',
  } as const;
  expect((await system.call(resolveHeldMoney, { body }, administrator)).outcome).toBe('ok');
  const entries = await entriesOf(userId);
  expect(entries.find(({ kind }) => kind === 'suspense_resolved')?.reference).toBe('UKSUSP9001');
  const refunded = entries.find(({ kind }) => kind === 'refund');
  expect(refunded?.transaction?.type).toBe('Refund');
  // M-PESA has returned no money, so there is no receipt.
  expect(refunded?.reference).toBe(shortReference(refunded?.transaction?.transactionId ?? ''));
});

test('the rows of a settlement batch name and link their redemptions', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '583922' });
  await earn(system, shop, 400);
  const { batchId } = await settleOne(system, administrator, shop);
  const { answer } = await system.call(
    adminSettlementTransactions,
    { params: { batchId }, query: {} },
    administrator,
  );
  expect(answer.transactions.length).toBeGreaterThan(0);
  for (const { redemptionId = '', amount } of answer.transactions) {
    expect(shortReference(redemptionId)).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/u);
    const params = { type: 'Redemption', transactionId: redemptionId } as const;
    const { answer: opened } = await system.call(readTransaction, { params }, administrator);
    expect(opened.transaction.amount).toBe(amount);
  }
});
