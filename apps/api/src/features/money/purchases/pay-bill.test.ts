import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { eventually } from '@zawadi/story/sandbox-control';
import { readGift, readWallet } from '@zawadi/story/steps';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { ageReports, receiptInSms, reportPayBill } from '../../../testing/pay-bill-reports.ts';
import { register, registerAndStart, stateOf, untilStatus } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { account } from '../../services/postings/index.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  system.atEnd(await watchBooks(system));
  // Registers three times, as three workers do when they start.
  await Promise.all([1, 2, 3].map(() => sendPayBillAddresses(system.deps)));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

function suspenseCents(): Promise<bigint> {
  return readBalance(system.deps.db, { account: account.suspense });
}

async function untilSuspense(cents: bigint): Promise<void> {
  await eventually(`${cents} cents in suspense`, async () =>
    (await suspenseCents()) === cents ? true : undefined,
  );
}

async function cases(): Promise<{ kind: string; received: number }[]> {
  const { rows } = await system.owner.query<{ kind: string; received: number }>(
    `select kind, (details->>'received')::int as received from reviews order by raised_at`,
  );
  return rows;
}

test('repeated registrations at M-PESA use the same two callback URLs', async () => {
  // Ignores the callback URLs of status queries: each query has its own.
  const { rows } = await system.owner.query(
    `select purpose, count(*)::int as count from callback_tokens
     where purpose like 'c2b%' and purpose <> 'c2b_status' group by purpose order by purpose`,
  );
  expect(rows).toEqual([
    { purpose: 'c2b', count: 1 },
    { purpose: 'c2b_validation', count: 1 },
  ]);
});

test.each([
  ['in capitals, as shown', (reference: string) => reference],
  ['in small letters', (reference: string) => reference.toLowerCase()],
])(
  'a manual payment of the exact amount, with the bill reference %s, completes a purchase',
  async (_name, type) => {
    const buyer = await newConsumer(system);
    const recipient = newPerson('Kip', 'Rotich');
    const registered = await register(system, buyer, { amount: 1_000, recipient });
    const reference = type(registered.billReferenceNumber);
    expect((await stateOf(system, buyer, registered)).shortCode).toBe(sandboxCredentials.shortCode);
    await system.provider.payBill({ msisdn: buyer.phoneNumber, amount: 1_000, reference });
    const state = await untilStatus(system, buyer, registered, 'COMPLETED');
    expect(state).toMatchObject({
      value: 950,
      fee: 50,
      mpesaReceipt: expect.stringMatching(/^[A-Z0-9]{10}$/u),
    });
    expect((await readGift(system, recipient)).code).not.toBe('');
  },
);

test('shows the masked phone number that paid manually instead of the prompted number', async () => {
  const [buyer, friend] = [await newConsumer(system), newPerson('Njeri', 'Kamau')];
  const registered = await register(system, buyer, { amount: 1_050 });
  expect((await stateOf(system, buyer, registered)).paidFrom).toBeUndefined();
  const { billReferenceNumber: reference } = registered;
  await system.provider.payBill({ msisdn: friend.phoneNumber, amount: 1_050, reference });
  const { paidFrom, partyA } = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(partyA).toBe(buyer.phoneNumber);
  expect(paidFrom).toBe(`0${friend.phoneNumber[3]}•• ••• ${friend.phoneNumber.slice(-3)}`);
  await system.sandbox.mail(buyer.email, new RegExp(`Paid from[^]*${paidFrom ?? ''}`, 'u'));
});

test('a manual payment during an open prompt completes the purchase; the prompt’s payment credits the wallet', async () => {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_100 });
  const { billReferenceNumber: reference } = registered;
  const friend = newPerson('A', 'B').phoneNumber;
  await system.provider.payBill({ msisdn: friend, amount: 1_100, reference });
  await eventually('a reported payment', async () => {
    const { rows } = await system.owner.query('select from pay_bill_payments where bill_reference = $1', [
      reference,
    ]);
    return rows.length > 0 ? true : undefined;
  });
  await ageReports(system, 15);
  const { paidFrom } = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(paidFrom).toBe(`0${friend[3]}•• ••• ${friend.slice(-3)}`);
  await system.sandbox.answerPrompt(buyer.phoneNumber, reference, { pin: '1234' });
  await system.sandbox.sms(buyer.phoneNumber, /charged you twice/u);
  expect(await readWallet(system, buyer)).toBe(1_100);
});

test('S401 a manual payment completes a canceled purchase', async () => {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_200 });
  const { billReferenceNumber: reference } = registered;
  await system.sandbox.answerPrompt(buyer.phoneNumber, reference, { cancel: true });
  await untilStatus(system, buyer, registered, 'CANCELED');
  await system.provider.payBill({ msisdn: buyer.phoneNumber, amount: 1_200, reference });
  const state = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(state.failureReason).toBeUndefined();
});

test('a pay-bill report of a prompted payment adds the receipt to a purchase that a query completed', async () => {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_250 });
  const before = await suspenseCents();
  await system.provider.losing(() =>
    system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { pin: '1234' }),
  );
  await system.owner.query('update orders set next_poll_at = now() where next_poll_at is not null');
  await pollOrders(system.deps);
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('COMPLETED');
  // Sends the report by hand: Safaricom also reports prompted payments to the pay-bill URL, our sandbox does not.
  const receipt = await receiptInSms(system, buyer.phoneNumber, 'sent to');
  await reportPayBill(system, { receipt, amount: 1_250, reference: registered.billReferenceNumber });
  expect((await stateOf(system, buyer, registered)).paymentCheck).toBeUndefined();
  await ageReports(system, 15);
  await eventually('the receipt', async () =>
    (await stateOf(system, buyer, registered)).mpesaReceipt === receipt ? true : undefined,
  );
  expect(await suspenseCents()).toBe(before);
});

test('a manual payment that matches no unpaid purchase goes to suspense and opens a review', async () => {
  const buyer = await newConsumer(system);
  const { phoneNumber: msisdn } = buyer;
  const paid = await register(system, buyer, { amount: 1_300 });
  await system.provider.payBill({ msisdn, amount: 1_300, reference: paid.billReferenceNumber });
  await untilStatus(system, buyer, paid, 'COMPLETED');
  const open = await register(system, buyer, { amount: 1_400 });
  const strange = [
    { amount: 1_300, reference: paid.billReferenceNumber },
    { amount: 1_401, reference: open.billReferenceNumber },
    { amount: 1_399, reference: open.billReferenceNumber },
    { amount: 77, reference: 'NO-SUCH' },
    { amount: 78, reference: '' },
  ];
  let cents = await suspenseCents();
  for (const { amount, reference } of strange) {
    await system.provider.payBill({ msisdn, amount, reference });
    cents += BigInt(amount) * 100n;
    await untilSuspense(cents);
  }
  const received = (await cases()).filter(({ kind }) => kind === 'money_without_purchase');
  expect(received.map((one) => one.received)).toEqual([1_300, 1_401, 1_399, 77, 78]);
  expect((await stateOf(system, buyer, open)).orderStatus).toBe('REGISTERED');
});
