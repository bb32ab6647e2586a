import { paths } from '@zawadi/mpesa/wire/paths';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hangNext, obstruct } from './failpoints.ts';
import {
  newWalletOwner,
  payOut,
  readWithdrawal,
  registerWithdrawal,
  sweepUntilCompleted,
  untilPaidOut,
  untilWithdrawal,
  type Registration,
} from './payments.ts';
import { startProduct, type Product } from './processes.ts';
import { forgetToken, letLeasesEnd, letTimePass, letTokenLeaseEnd } from './time.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
beforeEach(async () => {
  await product.sandbox.behave({ callback: { drop: false } });
});
afterAll(() => product.close());

test('F9 an API killed before a withdrawal’s reservation commits leaves the wallet unchanged, and the retry pays once', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  const orders = await obstruct(product, 'lock table orders in exclusive mode');
  const answer = payOut(product, person, withdrawal);
  await orders.untilBlocked();
  await product.server.kill9();
  await orders.removeAfterDisconnecting();
  expect(await heldCents(withdrawal)).toBe(0);
  await product.server.start();
  expect(await answer).toMatchObject({ orderStatus: 'PENDING', walletBalance: 750 });
  await expectOnePayOut(person, withdrawal);
});

test('F9 after an API was killed between reservation and order, the sweep sends the order under the same id', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  await forgetToken(product);
  await product.server.start();
  const isHanging = await hangNext(product, paths.token, 1_000);
  const answer = payOut(product, person, withdrawal);
  await isHanging();
  await product.server.kill9();
  expect(await heldCents(withdrawal)).toBe(20_000);
  await letTokenLeaseEnd(product);
  await product.server.start();
  expect(await answer).toMatchObject({ orderStatus: 'PENDING', walletBalance: 750 });
  await letTimePass(product);
  await expectOnePayOut(person, withdrawal);
});

test('F9 if the API is killed while it orders a pay-out, M-PESA pays once and our books show the payment', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  await product.sandbox.behave({ callback: { drop: true } });
  const isHanging = await hangNext(product, paths.b2c, 500);
  const answer = payOut(product, person, withdrawal);
  await isHanging();
  await product.server.kill9();
  await untilPaidOut(product, person);
  await product.sandbox.behave({ callback: { drop: false } });
  await product.server.start();
  await answer;
  await sweepUntilCompleted(product, withdrawal);
  await expectOnePayOut(person, withdrawal);
});

test('F9 if the API is killed before it stores the accepted order, no second order is sent', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  await product.sandbox.behave({ callback: { drop: true } });
  const isHanging = await hangNext(product, paths.b2c, 1_000);
  const answer = payOut(product, person, withdrawal);
  await isHanging();
  const row = await obstruct(product, 'select 1 from orders where id = $1 for update', [
    withdrawal.requestId,
  ]);
  await row.untilBlocked();
  await product.server.kill9();
  await row.removeAfterDisconnecting();
  await product.sandbox.behave({ callback: { drop: false } });
  await product.server.start();
  await answer;
  await sweepUntilCompleted(product, withdrawal);
  await expectOnePayOut(person, withdrawal);
});

test('F9 after an API was killed between storing and applying a pay-out’s result, the sweep applies the result', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  await product.sandbox.behave({ callback: { delayMs: 1_000 } });
  await payOut(product, person, withdrawal);
  const row = await obstruct(product, 'select 1 from withdrawals where id = $1 for update', [
    withdrawal.requestId,
  ]);
  await row.untilBlocked();
  await product.server.kill9();
  await row.removeAfterDisconnecting();
  await product.sandbox.behave({ callback: { delayMs: 0 } });
  await product.server.start();
  await letTimePass(product);
  await expectOnePayOut(person, withdrawal);
});

test('F9 if the API is killed at the last write of a pay-out’s result, all writes are repeated, once', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  const lastMessage = await obstruct(
    product,
    `insert into outbox (id, topic, payload, dedupe_key) values (gen_random_uuid(), 'sms', '', $1)`,
    [`withdrawal-completed:${withdrawal.requestId}`],
  );
  await payOut(product, person, withdrawal);
  await lastMessage.untilBlocked();
  await product.server.kill9();
  await lastMessage.removeAfterDisconnecting();
  expect(await heldCents(withdrawal)).toBe(20_000);
  await product.server.start();
  await letTimePass(product);
  await expectOnePayOut(person, withdrawal);
});

test('F9 if a worker is killed while it re-orders or polls a pay-out, the next worker does it', async () => {
  const { person, withdrawal } = await somebodyWhoWithdraws();
  await product.sandbox.behave({ callback: { drop: true }, executeThenDrop: { path: paths.b2c, times: 1 } });
  await payOut(product, person, withdrawal);
  for (const path of [paths.b2c, paths.transactionStatus]) {
    const isHanging = await hangNext(product, path, 1_000);
    await letTimePass(product);
    await isHanging();
    await product.worker.kill9();
    await letLeasesEnd(product);
    await product.worker.start();
  }
  await product.sandbox.behave({ callback: { drop: false } });
  await sweepUntilCompleted(product, withdrawal);
  await expectOnePayOut(person, withdrawal);
});

async function somebodyWhoWithdraws(): Promise<{ person: SignedIn; withdrawal: Registration }> {
  const person = await newWalletOwner(product);
  return { person, withdrawal: await registerWithdrawal(product, person, 200) };
}

async function heldCents({ requestId }: Registration): Promise<number> {
  const { rows } = await product.owner.query<{ cents: number }>(
    `select coalesce(sum(balance_cents), 0)::int as cents from ledger.strict_balances where account = 'held:' || $1`,
    [requestId],
  );
  return rows[0]?.cents ?? 0;
}

/** Checks that the net amount is on the phone once, nothing remains reserved, and the person was notified once. */
async function expectOnePayOut(person: SignedIn, withdrawal: Registration): Promise<void> {
  await untilWithdrawal(product, withdrawal, 'COMPLETED');
  expect(await readWithdrawal(product, person, withdrawal)).toMatchObject({
    orderStatus: 'COMPLETED',
    paidOut: 195,
    walletBalance: 750,
  });
  expect(await heldCents(withdrawal)).toBe(0);
  await product.sandbox.sms(person.phoneNumber, /195/u);
  const { balance } = await product.sandbox.phone(person.phoneNumber);
  expect(balance).toBe(50_000 - 1_000 + 195);
}
