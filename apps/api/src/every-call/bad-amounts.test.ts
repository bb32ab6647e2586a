import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { redeemVoucher, registerTransaction, startPurchase, startWithdrawal } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../testing/consumers.ts';
import { everyRow } from '../testing/every-row.ts';
import { makeGift, type Gift } from '../testing/gifts.ts';
import { countTraces, refusalIn, sendRaw } from '../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import { newTill, type Till } from '../testing/tills.ts';

let system: TestSystem;
let person: SignedIn;
let till: Till;
let gift: Gift;
beforeAll(async () => {
  system = await createTestSystem();
  person = await newConsumer(system);
  till = await newTill(system);
  gift = await makeGift(system, { amount: 1_000 });
});
afterAll(() => system.close());

/** Placeholder for the amount in a body; the tests replace it by any JSON text. */
const AMOUNT = '"the amount"';

type Call = { path: string; headers: Record<string, string>; body: object };

function registration(transactionType: string): Call {
  const body = {
    userId: person.user.id,
    amount: 'the amount',
    recipientMsisdn: person.phoneNumber,
    recipientEmail: person.email,
    partyA: person.phoneNumber,
    fullName: 'Kip Rotich',
    transactionType,
    paymentMethod: 'mpesa',
  };
  return { path: registerTransaction.path, headers: consumerHeaders(), body };
}

function consumerHeaders(): Record<string, string> {
  return { authorization: authorizationOf(person), 'x-requestid': randomUUID() };
}

const CALLS: [string, () => Call][] = [
  ['registering a purchase', () => registration('purchase')],
  ['registering a withdrawal', () => registration('withdraw')],
  [
    'starting a purchase',
    () => ({
      path: startPurchase.path,
      headers: consumerHeaders(),
      body: {
        transactionId: randomUUID(),
        amount: 'the amount',
        partyA: person.phoneNumber,
        billReferenceNumber: 'ABCDEFGH',
      },
    }),
  ],
  [
    'starting a withdrawal',
    () => ({
      path: startWithdrawal.path,
      headers: consumerHeaders(),
      body: {
        userId: person.user.id,
        amount: 'the amount',
        msisdn: person.phoneNumber,
        billReferenceNumber: 'ABCDEFGH',
      },
    }),
  ],
  [
    'redeeming',
    () => ({
      path: redeemVoucher.path.replace(':id', gift.code),
      headers: { authorization: authorizationOf(till), 'idempotency-key': randomUUID() },
      body: { amount: 'the amount' },
    }),
  ],
];

async function sendWith(amount: string, { path, headers, body }: Call): Promise<string> {
  const payload = JSON.stringify(body).replace(AMOUNT, amount);
  const reply = await sendRaw(system, { method: 'POST', path, headers, payload });
  return reply.status === 200 ? '200 ok' : refusalIn(path, reply);
}

test('A15 every endpoint refuses an amount that is invalid in JSON', { timeout: 240_000 }, async () => {
  await everyRow(
    CALLS,
    ([name]) => name,
    async ([, newCall]) => {
      const before = await countTraces(system);
      const isShillings = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
      await fc.assert(
        fc.asyncProperty(
          fc.jsonValue().filter((value) => !isShillings(value)),
          async (value) => {
            const outcome = await sendWith(JSON.stringify(value).replaceAll('$', '$$$$'), newCall());
            expect(outcome).toMatch(/^(422 validation_failed|400 invalid_json)$/u);
          },
        ),
        { numRuns: 60 },
      );
      expect(await countTraces(system)).toEqual(before);
    },
  );
});

test('S454 accepts a whole amount in any JSON notation', async () => {
  for (const amount of ['1e1', '10.0', '1.0e1']) {
    expect(await sendWith(amount, registration('purchase'))).toBe('200 ok');
  }
});

test('refuses a whole amount above the limit with its own error code', async () => {
  expect(await sendWith('250001', registration('purchase'))).toBe('409 transaction_limit');
  expect(await sendWith('100000000', registration('purchase'))).toBe('409 transaction_limit');
  expect(await sendWith('100000001', registration('purchase'))).toBe('422 validation_failed');
  expect(await sendWith('100000000', registration('withdraw'))).toBe('409 transaction_limit');
  const redemption = CALLS.find(([name]) => name === 'redeeming')?.[1]();
  if (!redemption) throw new Error('no redemption');
  expect(await sendWith('100000000', redemption)).toBe('409 insufficient_voucher_balance');
});
