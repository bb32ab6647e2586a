import { confirmPayment } from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import type { SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { hangNext, obstruct } from './failpoints.ts';
import { pay, readPurchase, registerGift, untilPurchase, type Registration } from './payments.ts';
import { startProduct, type Product } from './processes.ts';
import { forgetToken, letTimePass, letTokenLeaseEnd } from './time.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
beforeEach(async () => {
  await product.sandbox.behave(QUIET);
});
afterAll(() => product.close());

const QUIET = { autoAnswer: null, callback: { drop: false, delayMs: 0, beforeReply: false, copies: 1 } };

test('F8 an API killed before a purchase’s intent commits has changed nothing, and the retry prompts once', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  const orders = await obstruct(product, 'lock table orders in exclusive mode');
  const answer = pay(product, buyer, gift);
  await orders.untilBlocked();
  await product.server.kill9();
  expect(await attemptsOf(gift)).toEqual([]);
  await orders.removeAfterDisconnecting();
  await product.server.start();
  expect(await answer).toMatchObject({ orderStatus: 'PENDING' });
  await enterPin(buyer, gift);
  await expectOneVoucher(buyer, gift);
});

test('F8 an API killed during the token request prompts no phone, and the purchase ends for lack of evidence', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  await forgetToken(product);
  await product.server.start();
  const isHanging = await hangNext(product, paths.token, 2_000);
  const answer = pay(product, buyer, gift);
  await isHanging();
  await product.server.kill9();
  await letTokenLeaseEnd(product);
  await product.server.start();
  expect(await answer).toMatchObject({ orderStatus: 'PENDING' });
  expect((await product.sandbox.phone(buyer.phoneNumber)).prompts).toEqual([]);

  await product.owner.query(
    `update orders set created_at = now() - interval '49 hours', next_poll_at = now()
     where owner_id = $1`,
    [gift.requestId],
  );
  expect(await untilPurchase(product, buyer, gift, 'CANCELED')).toMatchObject({ failureReason: 'expired' });
  await pay(product, buyer, gift);
  await enterPin(buyer, gift);
  await expectOneVoucher(buyer, gift);
});

test('F8 after an API was killed while requesting a prompt, the callback still pays for the gift', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  const isHanging = await hangNext(product, paths.stkPush, 500);
  const answer = pay(product, buyer, gift);
  await isHanging();
  await product.server.kill9();
  await product.server.start();
  expect(await answer).toMatchObject({ orderStatus: 'PENDING' });
  await enterPin(buyer, gift);
  await expectOneVoucher(buyer, gift);
});

test('F8 after an API was killed while requesting a prompt, a payment without a callback is found among the received payments', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  const isHanging = await hangNext(product, paths.stkPush, 500);
  const answer = pay(product, buyer, gift);
  await isHanging();
  await product.server.kill9();
  await product.sandbox.behave({ callback: { drop: true } });
  await enterPin(buyer, gift);
  await product.server.start();
  await answer;
  await letTimePass(product);
  await expectOneVoucher(buyer, gift);
});

test('F8 after an API was killed before it stored the accepted prompt, the callback pays for the gift', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  const isHanging = await hangNext(product, paths.stkPush, 1_000);
  const answer = pay(product, buyer, gift);
  await isHanging();
  const attemptRow = await obstruct(product, 'select 1 from orders where owner_id = $1 for update', [
    gift.requestId,
  ]);
  await attemptRow.untilBlocked();
  await product.server.kill9();
  await attemptRow.removeAfterDisconnecting();
  await product.server.start();
  expect(await answer).toMatchObject({ orderStatus: 'PENDING' });
  await enterPin(buyer, gift);
  await expectOneVoucher(buyer, gift);
});

test('F8 applies a callback that came before the answer to the prompt request, although the API was killed', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  await product.sandbox.behave({ autoAnswer: 'approve', callback: { beforeReply: true } });
  const isHanging = await hangNext(product, paths.stkPush, 1_000);
  const answer = pay(product, buyer, gift);
  await isHanging();
  const attemptRow = await obstruct(product, 'select 1 from orders where owner_id = $1 for update', [
    gift.requestId,
  ]);
  await untilStored(gift);
  await product.server.kill9();
  await attemptRow.removeAfterDisconnecting();
  await product.server.start();
  // After the restart, the retry finds the gift paid if the stored callback was applied before the retry.
  const refusal = await answer.then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code ?? error,
  );
  expect([undefined, 'already_paid']).toContain(refusal);
  await letTimePass(product);
  await expectOneVoucher(buyer, gift);
});

test('F8 after an API was killed between storing and applying a callback, the sweep applies the callback', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  await pay(product, buyer, gift);
  const purchaseRow = await obstruct(product, 'select 1 from purchases where id = $1 for update', [
    gift.requestId,
  ]);
  await enterPin(buyer, gift);
  await untilStored(gift);
  await purchaseRow.untilBlocked();
  await product.server.kill9();
  await purchaseRow.removeAfterDisconnecting();
  await product.server.start();
  await letTimePass(product);
  await expectOneVoucher(buyer, gift);
});

test('F8 if the API is killed at the last write of a successful payment, all writes are repeated, once', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  await pay(product, buyer, gift);
  const lastMessage = await obstruct(
    product,
    `insert into outbox (id, topic, payload, dedupe_key) values (gen_random_uuid(), 'email', '', $1)`,
    [`purchase-completed:${gift.requestId}`],
  );
  await enterPin(buyer, gift);
  await lastMessage.untilBlocked();
  await product.server.kill9();
  await lastMessage.removeAfterDisconnecting();
  expect(await readStatus(gift)).toBe('PENDING');
  await product.server.start();
  await letTimePass(product);
  await expectOneVoucher(buyer, gift);
});

test('F8 if the API is killed while it queries a prompt, the retry queries the prompt again', async () => {
  const { buyer, gift } = await somebodyWithAGift();
  await pay(product, buyer, gift);
  await product.sandbox.behave({ callback: { drop: true } });
  await enterPin(buyer, gift);
  const isHanging = await hangNext(product, paths.stkQuery, 500);
  const { requestId, billReferenceNumber } = gift;
  const answer = product.api.call(
    confirmPayment,
    { headers: { 'x-requestid': requestId }, body: { billReferenceNumber } },
    buyer,
  );
  await isHanging();
  await product.server.kill9();
  expect(await readStatus(gift)).toBe('PENDING');
  await product.server.start();
  expect(await answer).toMatchObject({ orderStatus: 'COMPLETED' });
  await expectOneVoucher(buyer, gift);
});

async function somebodyWithAGift(): Promise<{ buyer: SignedIn; gift: Registration }> {
  const buyer = await newConsumer(product);
  return { buyer, gift: await registerGift(product, buyer, 1_000) };
}

async function enterPin({ phoneNumber }: SignedIn, { billReferenceNumber }: Registration): Promise<void> {
  await product.sandbox.answerPrompt(phoneNumber, billReferenceNumber, { pin: '1234' });
}

async function untilStored({ requestId }: Registration): Promise<void> {
  await eventually('a stored callback', async () => {
    const { rows } = await product.owner.query(
      `select 1 from provider_messages m join orders a on a.id = m.target_id
       where a.owner_id = $1 and m.processed_at is null`,
      [requestId],
    );
    return rows[0];
  });
}

async function attemptsOf({ requestId }: Registration): Promise<unknown[]> {
  const { rows } = await product.owner.query('select state from orders where owner_id = $1', [requestId]);
  return rows;
}

async function readStatus({ requestId }: Registration): Promise<unknown> {
  const { rows } = await product.owner.query<{ status: string }>(
    'select status from purchases where id = $1',
    [requestId],
  );
  return rows[0]?.status;
}

/** Checks that the gift is paid once, in M-PESA's books and ours, and that its recipient is notified once. */
async function expectOneVoucher(buyer: SignedIn, gift: Registration): Promise<void> {
  const { voucher } = await untilPurchase(product, buyer, gift, 'COMPLETED');
  expect(voucher).toBeDefined();
  const { rows } = await product.owner.query(
    `select kind, amount_cents::int / 100 as amount from ledger.transfers
     where home_id = (select home_id from purchases where id = $1) order by amount`,
    [gift.requestId],
  );
  expect(rows).toEqual([
    { kind: 'purchase', amount: 50 },
    { kind: 'purchase', amount: 950 },
  ]);
  await product.sandbox.sms(buyer.phoneNumber, /\/v\//u);
  const { balance, messages } = await product.sandbox.phone(buyer.phoneNumber);
  expect(balance).toBe(50_000 - gift.amount);
  expect(messages.filter(({ text }) => text.includes('/v/'))).toHaveLength(1);
  expect(await readPurchase(product, buyer, gift)).toMatchObject({ orderStatus: 'COMPLETED', value: 950 });
}
