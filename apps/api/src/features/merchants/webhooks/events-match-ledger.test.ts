import { randomUUID } from 'node:crypto';
import { createVoucher, reverseRedemptionByMachine, type WebhookData } from '@zawadi/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeGifts } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { until } from '../../../testing/until.ts';
import { createWebhookWorker } from './create-webhook-worker.ts';
import { saveWebhook } from './save-webhook.ts';
import { startReceiver, type Receiver } from './testing/start-receiver.ts';

// The test makes 120 redemptions and 80 deliveries, perhaps while other test files keep the machine busy.
vi.setConfig({ testTimeout: 360_000 });
const PATIENCE = { timeout: 60_000, interval: 50 };

let system: TestSystem;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  system = await createTestSystem();
  const workers = [1, 2].map(() => createWebhookWorker(system.deps, { concurrency: 8, pollMs: 20 }));
  closers.push(() => Promise.all(workers.map((worker) => worker.stop())));
});
afterAll(async () => {
  for (const close of closers) await close();
  await system.close();
});

type Listening = { till: Till; receiver: Receiver; secret: string };

async function newListeningTill(): Promise<Listening> {
  const [till, receiver] = [await newTill(system), await startReceiver()];
  closers.push(receiver.close);
  const { merchantId } = till;
  const request = { merchantId, url: receiver.url, staffId: randomUUID(), isOwner: true };
  const saved = await saveWebhook(system.deps, request);
  return { till, receiver, secret: saved.signingSecret ?? '' };
}

type Told = {
  [T in keyof WebhookTypes]: { id: string; type: T; data: WebhookTypes[T] };
}[keyof WebhookTypes];
type WebhookTypes = {
  'voucher.created': WebhookData<'voucher.created'>;
  'voucher.redeemed': WebhookData<'voucher.redeemed'>;
  'transaction.completed': WebhookData<'transaction.completed'>;
};

/** Lists received events with a valid signature, each once however often it was sent. */
function told({ receiver, secret }: Listening): Told[] {
  const byId = new Map<string, Told>();
  for (const { headers, body } of receiver.heard) {
    const message = new Webhook(secret).verify(body, headers as Record<string, string>) as Told;
    const id = String(headers['webhook-id']);
    byId.set(id, { ...message, id });
  }
  return [...byId.values()];
}

/** Computes the amount owed from the received events. */
function sumEvents(listening: Listening): number {
  return told(listening).reduce((sum, { type, data }) => {
    if (type !== 'transaction.completed') return sum;
    return sum + (data.type === 'redemption' ? data.amount : -data.amount);
  }, 0);
}

test('delivered events add up to the ledger’s balance, despite repeated redemptions and refused deliveries', async () => {
  const listening = await newListeningTill();
  const { till, receiver } = listening;
  let refused = 0;
  receiver.answer((response, { headers }) => {
    // The receiver refuses every fourth event once.
    const isRepeated =
      receiver.heard.filter((one) => one.headers['webhook-id'] === headers['webhook-id']).length > 1;
    const isRefused = !isRepeated && parseInt(String(headers['webhook-id']).slice(0, 2), 16) % 4 === 0;
    if (isRefused) refused += 1;
    response.writeHead(isRefused ? 500 : 200).end();
  });
  const gifts = await makeGifts(system, 40, { amount: 1_000 });
  await Promise.all(
    gifts.map(async (gift, n) => {
      const options = { amount: 100 + n, key: randomUUID() };
      const outcomes = await Promise.all([0, 1, 2].map(() => redeem(system, till, gift.code, options)));
      for (const { outcome } of outcomes) expect(outcome).toBe('ok');
    }),
  );
  const tooMuch = await redeem(system, till, gifts[0]?.code ?? '', { amount: 5_000 });
  expect(tooMuch.outcome).toBe('insufficient_voucher_balance');
  await vi.waitFor(() => expect(told(listening)).toHaveLength(80), PATIENCE);
  expect(refused).toBeGreaterThan(0);
  expect(sumEvents(listening)).toBe(await owedTo(system, till));
  await vi.waitFor(async () => {
    const { rows } = await system.owner.query(
      `select count(*)::int as rows, count(*) filter (where state = 'delivered')::int as delivered
       from webhook_deliveries where merchant_id = $1`,
      [till.merchantId],
    );
    expect(rows[0]).toEqual({ rows: 80, delivered: 80 });
  }, PATIENCE);
});

test('reversals and a merchant’s own vouchers create events, too', async () => {
  const listening = await newListeningTill();
  const { till } = listening;
  const [gift] = await makeGifts(system, 1, { amount: 1_000 });
  const redeemed = await redeem(system, till, gift?.code ?? '');
  const redemptionId = redeemed.answer.redemption.id;
  const headers = () => ({ 'idempotency-key': randomUUID() });
  const reversed = await system.call(
    reverseRedemptionByMachine,
    { params: { id: redeemed.answer.id, redemptionId }, headers: headers(), body: {} },
    { basic: till.basic },
  );
  expect(reversed.outcome).toBe('ok');
  await until(() => expect(told(listening)).toHaveLength(3));
  expect(sumEvents(listening)).toBe(0);
  await redeem(system, till, gift?.code ?? '');
  const recipient = { name: 'Kip Rotich', phone: '0712345678' };
  const made = await system.call(
    createVoucher,
    { headers: headers(), body: { amount: 200, recipient, reference: 'till 4' } },
    { basic: till.basic },
  );
  expect(made.outcome).toBe('ok');
  await until(() => expect(told(listening)).toHaveLength(6));
  expect(told(listening).find(({ type }) => type === 'voucher.created')?.data).toMatchObject({
    voucher_id: made.answer.id,
    amount: 200,
    reference: 'till 4',
  });
  expect(JSON.stringify(told(listening))).not.toContain('Rotich');
});

test('a merchant without webhook or stream creates no event rows', async () => {
  const till = await newTill(system);
  const [gift] = await makeGifts(system, 1, { amount: 1_000 });
  expect((await redeem(system, till, gift?.code ?? '')).outcome).toBe('ok');
  const { rowCount } = await system.owner.query('select from webhook_deliveries where merchant_id = $1', [
    till.merchantId,
  ]);
  expect(rowCount).toBe(0);
});
