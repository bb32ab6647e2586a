import { paths } from '@zawadi/mpesa/wire/paths';
import type { SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import type { Child } from './child-process.ts';
import { hangNext, obstruct } from './failpoints.ts';
import {
  newWalletOwner,
  pay,
  payOut,
  readWithdrawal,
  registerGift,
  registerWithdrawal,
  sweepUntilCompleted,
  untilPaidOut,
  type Registration,
} from './payments.ts';
import { startProduct, type Product } from './processes.ts';
import { forgetToken, letLeasesEnd, letTimePass } from './time.ts';

vi.setConfig({ testTimeout: 360_000 });

const SMS_PATH = '/version1/messaging';

let product: Product;
let second: Child;
beforeAll(async () => {
  product = await startProduct();
  second = product.addWorker();
});
beforeEach(async () => {
  await product.sandbox.behave({ autoAnswer: null, callback: { drop: false } });
  await second.kill9();
  await letLeasesEnd(product);
  await product.worker.start();
});
afterAll(() => product.close());

test('F28 a worker suspended while it sends an SMS does not send it again, and no other worker does', async () => {
  const isSending = await hangNext(product, SMS_PATH, 1_000);
  const buyer = await newConsumer(product);
  const gift = await registerGift(product, buyer, 1_000);
  await product.sandbox.behave({ autoAnswer: 'approve' });
  await pay(product, buyer, gift);
  await isSending();
  product.worker.halt();
  await letLeasesEnd(product);
  await second.start();
  await untilSmsIs('unknown', gift);
  product.worker.resume();
  await second.kill9();
  await untilItWorksAgain();
  await untilSmsIs('unknown', gift);
  const { messages } = await product.sandbox.phone(buyer.phoneNumber);
  expect(messages.filter(({ text }) => text.includes('/v/'))).toHaveLength(1);
});

test('F28 a worker suspended before it re-orders a pay-out finds the pay-out already paid through another worker', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  await product.sandbox.behave({ failHttp: { path: paths.b2c, status: 503, times: 1 } });
  await payOut(product, person, withdrawal);
  const tokenTable = await obstruct(product, 'lock table callback_tokens in exclusive mode');
  await letTimePass(product);
  await tokenTable.untilBlocked();
  product.worker.halt();
  await tokenTable.remove();
  await letLeasesEnd(product);
  await second.start();
  await sweepUntilCompleted(product, withdrawal);
  product.worker.resume();
  await untilItWorksAgain();
  await expectOnePayOut(person, withdrawal);
});

test('a refusal of a pay-out that arrives after another worker re-ordered it does not refund the money', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  // No other process may request a token, because that request would hang in place of the second worker's.
  await product.worker.kill9();
  await forgetToken(product);
  await product.server.start();
  const isAsking = await hangNext(product, paths.token, 500);
  const answer = payOut(product, person, withdrawal);
  await isAsking();
  product.server.halt();
  await product.sandbox.behave({ callback: { drop: true } });
  await letLeasesEnd(product);
  await product.worker.start();
  await letTimePass(product);
  await untilPaidOut(product, person);
  await product.sandbox.behave({ failHttp: { path: paths.b2c, status: 429, times: 1 } });
  product.server.resume();
  expect(await answer).toMatchObject({ orderStatus: 'PENDING', walletBalance: 750 });
  await product.sandbox.behave({ callback: { drop: false } });
  await sweepUntilCompleted(product, withdrawal);
  await expectOnePayOut(person, withdrawal);
});

async function somebodyWhoWithdraws(): Promise<{ person: SignedIn; withdrawal: Registration }> {
  const person = await newWalletOwner(product);
  return { person, withdrawal: await registerWithdrawal(product, person, 200) };
}

async function untilSmsIs(state: string, { requestId }: Registration): Promise<void> {
  await eventually(`an SMS that is ${state}`, async () => {
    const { rows } = await product.owner.query(
      `select 1 from outbox join purchases on dedupe_key = 'voucher-gift:' || home_id
       where topic = 'sms' and purchases.id = $1 and state = $2`,
      [requestId, state],
    );
    return rows[0];
  });
}

/** Waits until the resumed worker has done a later task, so that it has finished the interrupted one. */
async function untilItWorksAgain(): Promise<void> {
  await second.kill9();
  await letLeasesEnd(product);
  const buyer = await newConsumer(product);
  const gift = await registerGift(product, buyer, 1_000);
  await product.sandbox.behave({ autoAnswer: 'approve' });
  await pay(product, buyer, gift);
  await product.sandbox.sms(buyer.phoneNumber, /\/v\//u);
}

async function expectOnePayOut(person: SignedIn, withdrawal: Registration): Promise<void> {
  expect(await readWithdrawal(product, person, withdrawal)).toMatchObject({
    orderStatus: 'COMPLETED',
    walletBalance: 750,
  });
  const { balance } = await product.sandbox.phone(person.phoneNumber);
  expect(balance).toBe(50_000 - 1_000 + 195);
}
