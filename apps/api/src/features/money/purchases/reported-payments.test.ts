import { randomUUID } from 'node:crypto';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { ageReports, receiptInSms, reportPayBill } from '../../../testing/pay-bill-reports.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import {
  answerPrompt,
  register,
  registerAndStart,
  start,
  stateOf,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { newSaver, registerAndStartWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { pullPayments, sendPayBillAddresses } from '../callbacks/index.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';
import { account } from '../../services/postings/index.ts';

/** One system with M-PESA's list of received payments, which is a separate product, and one without. */
const systems = {} as { listed: TestSystem; unlisted: TestSystem };
beforeAll(async () => {
  systems.listed = await createTestSystem();
  systems.unlisted = await createTestSystem();
  await sendPayBillAddresses(systems.listed.deps);
  Object.assign(systems.unlisted.deps.config.mpesa, { nominatedMsisdn: undefined });
  await sendPayBillAddresses(systems.unlisted.deps);
  for (const system of Object.values(systems)) system.atEnd(await watchBooks(system));
});
beforeEach(() => Promise.all(Object.values(systems).map(({ provider }) => provider.reset())));
afterAll(() => Promise.all(Object.values(systems).map((system) => system.close())));

const suspense = ({ deps }: TestSystem) => readBalance(deps.db, { account: account.suspense });

async function casesOf({ owner }: TestSystem, receipt: string): Promise<string[]> {
  const { rows } = await owner.query<{ kind: string }>(
    `select kind from reviews where details->>'receipt' = $1`,
    [receipt],
  );
  return rows.map(({ kind }) => kind);
}

/**
 * Pays manually, and loses M-PESA's confirmation.
 * @returns the receipt
 */
async function payWithLostConfirmation(
  system: TestSystem,
  payer: SignedIn,
  payment: { amount: number; reference: string },
): Promise<string> {
  await system.provider.losing(() => system.provider.payBill({ msisdn: payer.phoneNumber, ...payment }));
  return receiptInSms(system, payer.phoneNumber, 'sent to');
}

const untilPromptFailed = ({ owner }: TestSystem, { requestId }: Registered) =>
  eventually('a prompt that failed', async () => {
    const { rows } = await owner.query(`select from orders where owner_id = $1 and state = 'FAILED'`, [
      requestId,
    ]);
    return rows.length > 0 ? true : undefined;
  });

test.each(['listed', 'unlisted'] as const)(
  'A1 a forged confirmation posts no money; the purchase it names can be paid after half an hour (%s)',
  async (kind) => {
    const system = systems[kind];
    const buyer = await newConsumer(system);
    const registered = await register(system, buyer, { amount: 2_000 });
    const before = await suspense(system);
    const receipt = `UKF000000${kind === 'listed' ? 1 : 2}`;
    const reference = registered.billReferenceNumber;
    await reportPayBill(system, { receipt, amount: 2_000, reference });
    expect(await stateOf(system, buyer, registered)).toMatchObject({
      orderStatus: 'PENDING',
      paymentCheck: 'checking',
    });
    expect((await start(system, buyer, registered)).outcome).toBe('ok');
    expect((await system.sandbox.phone(buyer.phoneNumber)).prompts).toEqual([]);
    await ageReports(system, 1_700);
    expect(await casesOf(system, receipt)).toEqual([]);
    await ageReports(system, 200);
    expect(await casesOf(system, receipt)).toEqual(['pay_bill_unconfirmed']);
    expect(await suspense(system)).toBe(before);

    expect((await start(system, buyer, registered)).outcome).toBe('ok');
    await system.sandbox.answerPrompt(buyer.phoneNumber, reference, { cancel: true });
    await untilPromptFailed(system, registered);
    expect(await stateOf(system, buyer, registered)).toMatchObject({ orderStatus: 'PENDING' });
    await ageReports(system, 48 * 3_600);
    expect(await stateOf(system, buyer, registered)).toMatchObject({
      orderStatus: 'CANCELED',
      failureReason: 'expired',
    });
  },
);

test('M-PESA’s list overrules a forged confirmation that claims another payer’s receipt', async () => {
  const system = systems.listed;
  const [buyer, thief] = [await newConsumer(system), await newConsumer(system)];
  const paid = await register(system, buyer, { amount: 2_100 });
  const wanted = await register(system, thief, { amount: 2_100 });
  const receipt = await payWithLostConfirmation(system, buyer, {
    amount: 2_100,
    reference: paid.billReferenceNumber,
  });
  await reportPayBill(system, { receipt, amount: 2_100, reference: wanted.billReferenceNumber });
  const completed = await untilStatus(system, buyer, paid, 'COMPLETED');
  expect(completed.mpesaReceipt).toBe(receipt);
  await untilStatus(system, thief, wanted, 'CANCELED');
});

test('without M-PESA’s list, M-PESA’s amount counts, and money of contradicting reports goes to suspense', async () => {
  const system = systems.unlisted;
  const buyer = await newConsumer(system);
  const [small, large] = [
    await register(system, buyer, { amount: 10 }),
    await register(system, buyer, { amount: 2_200 }),
  ];
  const before = await suspense(system);
  const cheap = await payWithLostConfirmation(system, buyer, {
    amount: 10,
    reference: small.billReferenceNumber,
  });
  await reportPayBill(system, { receipt: cheap, amount: 2_200, reference: large.billReferenceNumber });
  await eventually('ten shillings in suspense', async () =>
    (await suspense(system)) === before + 1_000n ? true : undefined,
  );
  await untilStatus(system, buyer, large, 'CANCELED');
  expect(await casesOf(system, cheap)).toEqual(['money_without_purchase']);

  const honest = await register(system, buyer, { amount: 2_300 });
  const reference = honest.billReferenceNumber;
  const receipt = await payWithLostConfirmation(system, buyer, { amount: 2_300, reference });
  const answer = await system.provider.losing(() =>
    reportPayBill(system, { receipt, amount: 2_300, reference: 'OTHER' }),
  );
  await reportPayBill(system, { receipt, amount: 2_300, reference });
  expect(await casesOf(system, receipt)).toEqual(['receipt_reused']);
  await system.provider.deliver(answer);
  await eventually('the disputed payment in suspense', async () =>
    (await casesOf(system, receipt)).includes('money_without_purchase') ? true : undefined,
  );
});

test.each([
  ['listed', { orderStatus: 'COMPLETED', inSuspense: 0n }],
  // Ignores the report's bill reference, because the retired URL may have leaked.
  ['unlisted', { orderStatus: 'REGISTERED', inSuspense: 240_000n }],
] as const)(
  'finds a payment that M-PESA reported to a pay-bill URL retired too early (%s)',
  async (kind, found) => {
    const system = systems[kind];
    const buyer = await newConsumer(system);
    const registered = await register(system, buyer, { amount: 2_400 });
    const before = await suspense(system);
    await system.owner.query(`update callback_tokens set retired_at = now() where purpose = 'c2b'`);
    const reference = registered.billReferenceNumber;
    await system.provider.payBill({ msisdn: buyer.phoneNumber, amount: 2_400, reference });
    await until(async () => {
      const { orderStatus } = await stateOf(system, buyer, registered);
      expect({ orderStatus, inSuspense: (await suspense(system)) - before }).toEqual(found);
    });
    await system.owner.query(`update callback_tokens set retired_at = null where purpose = 'c2b'`);
  },
);

test('a report to a retired pay-bill URL does not make other reports disputed', async () => {
  const system = systems.unlisted;
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 2_450 });
  const payment = { amount: 2_450, reference: registered.billReferenceNumber };
  const receipt = await payWithLostConfirmation(system, buyer, payment);
  const answer = await system.provider.losing(() => reportPayBill(system, { receipt, ...payment }));
  await reportPayBill(system, { receipt, amount: 2_450, reference: 'OTHER', purpose: 'c2b_retired' });
  expect(await casesOf(system, receipt)).toEqual([]);
  await system.provider.deliver(answer);
  await untilStatus(system, buyer, registered, 'COMPLETED');
});

test('the receipt of one of our own withdrawals confirms no payment', async () => {
  const system = systems.unlisted;
  const buyer = await newSaver(system);
  const registered = await register(system, buyer, { amount: 39 });
  const withdrawal = await system.provider.losing(() => registerAndStartWithdrawal(system, buyer, 40));
  const receipt = await receiptInSms(system, buyer.phoneNumber, 'received');
  await reportPayBill(system, { receipt, amount: 39, reference: registered.billReferenceNumber });
  await eventually('an answer about that receipt', async () => {
    const { rows } = await system.owner.query(
      `select from provider_messages where purpose = 'c2b_status' and outcome = 'not_confirmed' and body::text like $1`,
      [`%${receipt}%`],
    );
    return rows.length > 0 ? true : undefined;
  });
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
  await system.provider.deliver(withdrawal);
});

test('if a purchase is paid manually and by prompt at once, the prompt completes it and the other payment is kept', async () => {
  const system = systems.listed;
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 2_500 });
  const { billReferenceNumber: reference } = registered;
  await system.provider.payBill({ msisdn: newPerson('A', 'B').phoneNumber, amount: 2_500, reference });
  await system.sandbox.answerPrompt(buyer.phoneNumber, reference, { pin: '1234' });
  await untilStatus(system, buyer, registered, 'COMPLETED');
  const before = await suspense(system);
  await ageReports(system, 60);
  await eventually('the other payment', async () =>
    (await suspense(system)) === before + 250_000n || (await readWallet(system, buyer)) === 2_500
      ? true
      : undefined,
  );
  await pullPayments(system.deps);
  expect((await suspense(system)) - before + BigInt(100 * (await readWallet(system, buyer)))).toBe(250_000n);
});

test('a purchase’s second success without a receipt opens a review after a day', async () => {
  const system = systems.unlisted;
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 2_600 });
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  const orderId = randomUUID();
  await system.owner.query(
    `insert into orders (home_id, id, kind, owner_id, party, amount_cents, state, sends, provider_ids, ended_at, polls, next_poll_at)
     select home_id, $2, kind, owner_id, party, amount_cents, 'SUCCEEDED', 1, '{ws_CO_2}', now(), 3, now()
     from orders where owner_id = $1`,
    [registered.requestId, orderId],
  );
  const kinds = async () =>
    (await system.owner.query<{ kind: string }>('select kind from reviews where subject_id = $1', [orderId]))
      .rows;
  await pollOrders(system.deps);
  expect(await kinds()).toEqual([]);
  await pollOrdersNow(system);
  expect(await kinds()).toEqual([{ kind: 'second_payment_unproven' }]);
  expect(await readWallet(system, buyer)).toBe(0);
});
