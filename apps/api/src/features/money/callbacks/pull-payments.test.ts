import { newPerson } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import {
  register,
  stateOf,
  untilStatus,
  answerPrompt,
  registerAndStart,
} from '../../../testing/purchase-calls.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { receiptInSms } from '../../../testing/pay-bill-reports.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { account } from '../../services/postings/index.ts';
import { applyPayBillPayment } from '../purchases/index.ts';
import { pullPayments, sendPayBillAddresses } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

/** Pays manually at the pay bill, and loses M-PESA's confirmation. */
async function payWithLostConfirmation(payment: {
  msisdn: string;
  amount: number;
  reference: string;
}): Promise<void> {
  await system.sandbox.setBalance(payment.msisdn, payment.amount);
  await system.provider.losing(() => system.provider.payBill(payment));
}

const suspense = () => readBalance(system.deps.db, { account: account.suspense });

test('F4 finds a pay-bill payment with a lost confirmation in M-PESA’s list, and pays for its purchase once', async () => {
  const buyer = await newConsumer(system);
  const purchase = await register(system, buyer, { amount: 700 });
  await payWithLostConfirmation({
    msisdn: buyer.phoneNumber,
    amount: 700,
    reference: purchase.billReferenceNumber,
  });
  expect((await stateOf(system, buyer, purchase)).orderStatus).toBe('REGISTERED');
  await Promise.all([pullPayments(system.deps), pullPayments(system.deps)]);
  const paid = await untilStatus(system, buyer, purchase, 'COMPLETED');
  expect(paid.mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
  await pullPayments(system.deps);
  expect(await readWallet(system, buyer)).toBe(0);
});

test('a listed payment without a matching purchase goes to suspense once, however often it is listed', async () => {
  const before = await suspense();
  const stranger = newPerson('Musa', 'Barasa').phoneNumber;
  await payWithLostConfirmation({ msisdn: stranger, amount: 80, reference: 'NOTHING' });
  await pullPayments(system.deps);
  await pullPayments(system.deps);
  expect((await suspense()) - before).toBe(8_000n);
});

test('books a receipt once, although callback, list and query report it concurrently', async () => {
  const before = await suspense();
  const { phoneNumber: msisdn } = newPerson('Musa', 'Barasa');
  await payWithLostConfirmation({ msisdn, amount: 90, reference: 'NOTHING' });
  const receipt = await receiptInSms(system, msisdn, 'sent to');
  const book = () =>
    inTransaction(system.deps.db, (tx) =>
      applyPayBillPayment(tx, system.deps, {
        messageId: newId(),
        receipt,
        billReference: 'NOTHING',
        amountShillings: 90,
      }),
    );
  const outcomes = await Promise.all([book(), book(), book()]);
  await pullPayments(system.deps);
  outcomes.push(await book());
  expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(3);
  expect((await suspense()) - before).toBe(9_000n);
});

test('takes the receipt of a completed purchase from M-PESA’s list if a query reported the success without one', async () => {
  const buyer = await newConsumer(system);
  const purchase = await registerAndStart(system, buyer, { amount: 710 });
  await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, purchase));
  await pollOrdersNow(system);
  expect(await untilStatus(system, buyer, purchase, 'COMPLETED')).not.toHaveProperty('mpesaReceipt');
  await pullPayments(system.deps);
  expect((await stateOf(system, buyer, purchase)).mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
  expect(await readWallet(system, buyer)).toBe(0);
});

test('does not book listed payments from before our pay-bill address was registered', async () => {
  const before = await suspense();
  const move = (way: string) =>
    system.owner.query(
      `update callback_tokens set created_at = created_at ${way} interval '1 hour' where purpose = 'c2b'`,
    );
  await move('+');
  const stranger = newPerson('Asha', 'Barasa').phoneNumber;
  await payWithLostConfirmation({ msisdn: stranger, amount: 90, reference: 'NOTHING' });
  await pullPayments(system.deps);
  expect(await suspense()).toBe(before);
  await move('-');
  await pullPayments(system.deps);
  expect((await suspense()) - before).toBe(9_000n);
});
