import { randomUUID } from 'node:crypto';
import {
  correctRecipient,
  generatePhoneOtp,
  registerTransaction,
  signup,
  verifyPhone,
} from '@zawadi/contract';
import { giftRegistration } from '@zawadi/story/payment-requests';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block, blocksOf, type Pair } from '../../../testing/block-list-calls.ts';
import { claimCalls } from '../../../testing/claim-calls.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { answerPrompt, register, start, untilStatus } from '../../../testing/purchase-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  askToRegister,
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let pair: Pair;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  pair = [await newAdministrator(system, 'support'), await newAdministrator(system, 'administrator')];
});
afterAll(() => system.close());

const blockNumber = (value: string) => block(system, pair, { kind: 'number', value });
const hitsOf = async (value: string) => (await blocksOf(system, pair[0], value))[0]?.hits;

/** Each place that refuses: prepares the call, and returns the number to block and the call. */
const places: [string, () => Promise<{ number: string; call: () => Promise<{ outcome: string }> }>][] = [
  [
    'sign up',
    async () => {
      const { phoneNumber: number } = newPerson('Kip', 'Rotich');
      const body = { ...signup.example.body, phoneNumber: number, email: `${randomUUID()}@zawadi.test` };
      return { number, call: () => system.call(signup, { body }) };
    },
  ],
  [
    'get a code to verify the number',
    async () => {
      const person = await newConsumer(system, { phone: false });
      return { number: person.phoneNumber, call: () => system.call(generatePhoneOtp, { body: {} }, person) };
    },
  ],
  [
    'be verified with a code that came before',
    async () => {
      const person = await newConsumer(system, { phone: false });
      await system.call(generatePhoneOtp, { body: {} }, person);
      const [, otp = ''] = await system.sandbox.sms(person.phoneNumber, /\b(\d{6})\b/u);
      return { number: person.phoneNumber, call: () => system.call(verifyPhone, { body: { otp } }, person) };
    },
  ],
  [
    'be registered as payer',
    async () => {
      const buyer = await newConsumer(system);
      const { phoneNumber: number } = newPerson('Kip', 'Rotich');
      const recipient = newPerson('Njeri', 'Kamau');
      const body = giftRegistration(buyer, { amount: 500, partyA: number, recipient });
      return { number, call: () => system.call(registerTransaction, { body }, buyer) };
    },
  ],
  [
    'be registered as recipient',
    async () => {
      const buyer = await newConsumer(system);
      const recipient = newPerson('Kip', 'Rotich');
      const body = giftRegistration(buyer, { amount: 500, recipient });
      return {
        number: recipient.phoneNumber,
        call: () => system.call(registerTransaction, { body }, buyer),
      };
    },
  ],
  [
    'become the recipient of a bought gift',
    async () => {
      const buyer = await newConsumer(system);
      const { voucherId } = await makeGift(system, { amount: 500, buyerId: buyer.user.id });
      const { phoneNumber: number, email } = newPerson('Kip', 'Rotich');
      const body = { voucherId, fullName: 'Kip Rotich', recipientMsisdn: number, recipientEmail: email };
      return { number, call: () => system.call(correctRecipient, { body }, buyer) };
    },
  ],
  [
    'be prompted to pay',
    async () => {
      const buyer = await newConsumer(system);
      const registered = await register(system, buyer, { amount: 500 });
      return { number: buyer.phoneNumber, call: () => start(system, buyer, registered) };
    },
  ],
  [
    'get the code that claims a gift',
    async () => {
      const calls = claimCalls(system);
      const { recipient, gift } = await calls.newGift();
      return { number: recipient.phoneNumber, call: () => calls.send(gift) };
    },
  ],
  [
    'claim a gift as a new person, with a code that came before',
    async () => {
      const calls = claimCalls(system);
      const sent = await calls.newGift();
      const proof = await calls.prove(sent);
      const { phoneNumber: number, email } = sent.recipient;
      return { number, call: () => calls.claim(proof, { email }) };
    },
  ],
  [
    'be registered for a withdrawal',
    async () => {
      const saver = await newSaver(system);
      return { number: saver.phoneNumber, call: () => askToRegister(system, saver, 300) };
    },
  ],
  [
    'be withdrawn to after the registration',
    async () => {
      const saver = await newSaver(system);
      const registered = await registerWithdrawal(system, saver, 300);
      return { number: saver.phoneNumber, call: () => startOf(system, saver, registered) };
    },
  ],
];

test.each(places)('A61 a blocked number cannot %s, and the refusal is counted', async (_what, prepare) => {
  const { number, call } = await prepare();
  await blockNumber(number);
  expect((await call()).outcome).toBe('not_available_here');
  expect(await hitsOf(number)).toBe(1);
});

test('a prompted payment finishes after its number was blocked', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 500 });
  await start(system, buyer, registered);
  await blockNumber(buyer.phoneNumber);
  expect((await start(system, buyer, registered)).answer.orderStatus).toBe('PENDING');
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await hitsOf(buyer.phoneNumber)).toBe(0);
});

test('a pay-out that was sent finishes after its number was blocked', async () => {
  const saver = await newSaver(system);
  const before = await phoneBalance(system, saver);
  const registered = await registerAndStartWithdrawal(system, saver, 300);
  await blockNumber(saver.phoneNumber);
  expect((await startOf(system, saver, registered)).outcome).toBe('ok');
  await untilWithdrawal(system, saver, registered, 'COMPLETED');
  expect(await phoneBalance(system, saver)).toBeGreaterThan(before);
});

test('a payment by hand from a blocked number is booked, and a person gets a case', async () => {
  const [buyer, payer] = [await newConsumer(system), newPerson('Kip', 'Rotich')];
  const registered = await register(system, buyer, { amount: 500 });
  const { entryId } = await blockNumber(payer.phoneNumber);
  await system.sandbox.setBalance(payer.phoneNumber, 2_000);
  const payment = { msisdn: payer.phoneNumber, amount: 500 };
  await system.provider.payBill({ ...payment, reference: registered.billReferenceNumber });
  const { mpesaReceipt } = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await casesOf(entryId)).toEqual([{ amount: '500', receipt: mpesaReceipt }]);

  await system.provider.payBill({ ...payment, reference: 'UNKNOWN' });
  await eventually('a case of the unmatched payment', async () =>
    (await casesOf(entryId)).length === 2 ? true : undefined,
  );
});

async function casesOf(entryId: string): Promise<unknown[]> {
  const { rows } = await system.owner.query(
    `select details ->> 'amount' as amount, details ->> 'receipt' as receipt from reviews
     where kind = 'blocked_payer' and details ->> 'blockListEntry' = $1 order by raised_at`,
    [entryId],
  );
  return rows;
}
