import { randomUUID } from 'node:crypto';
import {
  makeWebhookSecret,
  readWebhook,
  readWebhookDelivery,
  saveWebhook,
  sendWebhookAgain,
  testWebhook,
  webhookDeliveries,
} from '@zawadi/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { PeopleApp } from '../../testing/people-app.ts';
import { until } from '../../testing/until.ts';
import { createWebhookWorker, type WebhookWorker } from './create-webhook-worker.ts';
import { leaseDeliveries, removeOldDeliveries } from './delivery-store.ts';
import { publishEvent } from './publish-event.ts';
import {
  deliveriesOf,
  letTimePass,
  makeEvent,
  newListeningShop,
  newShop,
  onlyDelivery,
  startShops,
} from './testing/shop.ts';
import { startReceiver, type Heard, type Receiver } from './testing/start-receiver.ts';

let people: PeopleApp;
let receiver: Receiver;
let workers: WebhookWorker[] = [];
beforeAll(async () => {
  people = await startShops();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await receiver.close();
  await people.owner.query('delete from webhook_deliveries');
});
afterAll(() => people.close());

function startWorker(options: { concurrency?: number; leaseMs?: number } = {}): void {
  workers.push(createWebhookWorker(people.deps, { concurrency: 16, pollMs: 20, ...options }));
}

function verified(secret: string, { body, headers }: Heard): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

const idsHeard = () => receiver.heard.map(({ headers }) => headers['webhook-id']);

test('an event arrives at once, signed and thin, and the log shows it to the byte', async () => {
  const shop = await newListeningShop(people, receiver.url);
  startWorker();
  await makeEvent(people, shop);
  const detail = await until(async () => {
    const found = await onlyDelivery(shop);
    expect(found.state).toBe('delivered');
    return found;
  });
  const [heard] = receiver.heard;
  if (!heard) throw new Error('nothing came');
  expect(verified(shop.secret, heard)).toMatchObject({
    type: 'voucher.redeemed',
    timestamp: detail.createdAt,
    data: { amount: 350, balance: 600, currency: 'KES' },
  });
  expect(heard.headers).toMatchObject({
    'webhook-id': detail.deliveryId,
    'content-type': 'application/json',
  });
  expect(heard.body).toBe(detail.payload);
  expect(detail).toMatchObject({ type: 'voucher.redeemed', tries: 1, lastStatus: 200 });
  expect(detail.attempts).toEqual([
    expect.objectContaining({
      number: 1,
      isDelivered: true,
      status: 200,
      responseBody: 'OK',
      explanation: 'Delivered: it answered 200.',
    }),
  ]);
});

test('a repeated cause is one event; an effect rolled back is none', async () => {
  const shop = await newListeningShop(people, receiver.url);
  const cause = await makeEvent(people, shop);
  await makeEvent(people, shop, { dedupeKey: cause });
  await expect(
    inTransaction(people.deps.db, async (tx) => {
      await publishEvent(tx, {
        merchantId: shop.merchantId,
        type: 'voucher.created',
        dedupeKey: randomUUID(),
        data: { voucher_id: randomUUID(), amount: 1, currency: 'KES', expires_at: '2028-11-20T20:59:59Z' },
      });
      throw new Error('the effect failed');
    }),
  ).rejects.toThrow('the effect failed');
  expect(await deliveriesOf(shop)).toHaveLength(1);
});

test('who has no address, or has switched an event off, is not told and costs no row', async () => {
  const [deaf, choosy] = [await newShop(people), await newListeningShop(people, receiver.url)];
  await choosy.call(saveWebhook, { body: { events: ['voucher.created'] } });
  for (const shop of [deaf, choosy]) await makeEvent(people, shop);
  await makeEvent(people, choosy, { type: 'voucher.created' });
  expect(await deliveriesOf(deaf)).toEqual([]);
  expect((await deliveriesOf(choosy)).map(({ type }) => type)).toEqual(['voucher.created']);
});

test('three workers deliver a hundred events of four merchants once each', async () => {
  const shops = await Promise.all([1, 2, 3, 4].map(() => newListeningShop(people, receiver.url)));
  for (let n = 0; n < 3; n += 1) startWorker({ concurrency: 8 });
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => makeEvent(people, shops[n % 4] ?? { merchantId: '' })),
  );
  await until(() => expect(new Set(idsHeard()).size).toBe(100));
  await until(async () => {
    for (const shop of shops) expect(await deliveriesOf(shop, { state: 'waiting' })).toEqual([]);
  });
  expect(receiver.heard).toHaveLength(100);
});

test('a failed event comes again under the same id with the same bytes and a fresh signature', async () => {
  const shop = await newListeningShop(people, receiver.url);
  receiver.answer((response) => response.writeHead(500).end('no'));
  startWorker();
  await makeEvent(people, shop);
  await until(async () => expect(await onlyDelivery(shop)).toMatchObject({ state: 'waiting', tries: 1 }));
  const waitMs = Date.parse((await onlyDelivery(shop)).nextTryAt ?? '') - Date.now();
  expect(waitMs).toBeGreaterThan(2_000);
  expect(waitMs).toBeLessThan(7_000);
  expect((await shop.call(readWebhook)).json.body).toMatchObject({
    state: 'failing',
    explanation: 'The last try failed. We keep trying for about three days.',
  });
  receiver.answer((response) => response.end('OK'));
  await letTimePass(people, shop);
  await until(async () => expect((await onlyDelivery(shop)).state).toBe('delivered'));
  expect(new Set(idsHeard()).size).toBe(1);
  expect(new Set(receiver.heard.map(({ body }) => body)).size).toBe(1);
  for (const heard of receiver.heard) verified(shop.secret, heard);
  expect((await onlyDelivery(shop)).attempts.map(({ status }) => status)).toEqual([200, 500]);
  expect((await shop.call(readWebhook)).json.body).toMatchObject({ state: 'on' });
});

test('after the tenth try there is no more; Send again starts over under the same id', async () => {
  const shop = await newListeningShop(people, receiver.url);
  receiver.answer((response) => response.writeHead(500).end());
  startWorker();
  await makeEvent(people, shop);
  for (let tries = 1; tries <= 10; tries += 1) {
    await until(async () => expect((await onlyDelivery(shop)).attempts).toHaveLength(tries));
    await letTimePass(people, shop);
  }
  const given = await onlyDelivery(shop);
  expect(given).toMatchObject({ state: 'failed', tries: 10 });
  receiver.answer((response) => response.end('OK'));
  const again = await shop.call(sendWebhookAgain, { params: given });
  expect(again.json.body).toMatchObject({ deliveryId: given.deliveryId, state: 'waiting' });
  await until(async () => expect(await onlyDelivery(shop)).toMatchObject({ state: 'delivered', tries: 11 }));
  expect(new Set(idsHeard()).size).toBe(1);
});

test('what a dead worker held is tried again after its lease', async () => {
  const shop = await newListeningShop(people, receiver.url);
  await makeEvent(people, shop);
  // Leased by a process that is killed before it can do anything.
  const held = await leaseDeliveries(people.deps.db, { limit: 10, perMerchant: 4, leaseMs: 300 });
  expect(held).toHaveLength(1);
  expect(await leaseDeliveries(people.deps.db, { limit: 10, perMerchant: 4, leaseMs: 300 })).toEqual([]);
  startWorker();
  await until(async () => expect(await onlyDelivery(shop)).toMatchObject({ state: 'delivered', tries: 2 }));
});

test('a receiver that never answers holds up nobody else, and gets four messages at a time at most', async () => {
  const [dead, alive] = [await startReceiver(), await newListeningShop(people, receiver.url)];
  const open = { now: 0, most: 0 };
  dead.answer((response) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.on('close', () => {
      open.now -= 1;
    });
  });
  const stuck = await newListeningShop(people, dead.url);
  for (let n = 0; n < 20; n += 1) await makeEvent(people, stuck);
  startWorker({ concurrency: 6 });
  await until(() => expect(open.now).toBe(4));
  for (let n = 0; n < 20; n += 1) await makeEvent(people, alive);
  await until(() => expect(receiver.heard).toHaveLength(20));
  expect(open.most).toBe(4);
  await dead.close();
});

test('nothing is sent for a suspended merchant until it is active again', async () => {
  const shop = await newListeningShop(people, receiver.url);
  await makeEvent(people, shop);
  await people.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [shop.merchantId]);
  const options = { limit: 10, perMerchant: 4, leaseMs: 1_000 };
  expect(await leaseDeliveries(people.deps.db, options)).toEqual([]);
  await people.owner.query(`update merchants set status = 'ACTIVE' where id = $1`, [shop.merchantId]);
  startWorker();
  await until(() => expect(receiver.heard).toHaveLength(1));
});

test('410 switches off, gives up what waits and mails the owner; saving the address switches on', async () => {
  const shop = await newListeningShop(people, receiver.url);
  receiver.answer((response) => response.writeHead(410).end());
  for (let n = 0; n < 6; n += 1) await makeEvent(people, shop);
  startWorker();
  await until(async () => expect(await deliveriesOf(shop, { state: 'failed' })).toHaveLength(6));
  const settings = (await shop.call(readWebhook)).json.body;
  expect(settings).toMatchObject({ state: 'switched-off', explanation: expect.stringContaining('410') });
  const mails = (await people.messagesTo(shop.email)).map(({ template }) => template);
  expect(mails).toEqual(['webhook-switched-off']);
  await makeEvent(people, shop);
  const deliveries = await deliveriesOf(shop);
  expect(deliveries).toHaveLength(6);
  const refused = await shop.call(sendWebhookAgain, { params: deliveries[0] ?? {} });
  expect(refused.json.code).toBe('webhook_switched_off');
  receiver.answer((response) => response.end());
  expect((await shop.call(saveWebhook, { body: { url: receiver.url } })).json.body).toMatchObject({
    state: 'on',
  });
  await shop.call(sendWebhookAgain, { params: deliveries[0] ?? {} });
  await until(async () => expect(await deliveriesOf(shop, { state: 'delivered' })).toHaveLength(1));
});

test('the owner hears of a day without a success, and after three days the webhook is off', async () => {
  const shop = await newListeningShop(people, receiver.url);
  receiver.answer((response) => response.writeHead(500).end());
  startWorker();
  await makeEvent(people, shop);
  const failFor = async (interval: string, attempts: number) => {
    await people.owner.query(
      'update webhook_endpoints set failing_since = now() - $2::interval where merchant_id = $1',
      [shop.merchantId, interval],
    );
    await letTimePass(people, shop);
    await until(async () => expect((await onlyDelivery(shop)).attempts).toHaveLength(attempts));
    return (await people.messagesTo(shop.email)).map(({ template }) => template);
  };
  await until(async () => expect((await onlyDelivery(shop)).attempts).toHaveLength(1));
  expect(await failFor('23 hours', 2)).toEqual([]);
  expect(await failFor('25 hours', 3)).toEqual(['webhook-failing']);
  expect(await failFor('50 hours', 4)).toEqual(['webhook-failing']);
  expect(await failFor('73 hours', 5)).toEqual(['webhook-failing', 'webhook-switched-off']);
  expect((await shop.call(readWebhook)).json.body).toMatchObject({ state: 'switched-off' });
});

test('a test is sent once, verified, and answers what came back, also when that is no', async () => {
  const shop = await newListeningShop(people, receiver.url);
  const passed = (await shop.call(testWebhook)).json.body;
  expect(passed).toMatchObject({ type: 'webhook.test', state: 'delivered', attempts: [{ status: 200 }] });
  const [heard] = receiver.heard;
  expect(heard && verified(shop.secret, heard)).toMatchObject({ type: 'webhook.test' });
  receiver.answer((response) => response.writeHead(401).end('who are you?'));
  const failed = (await shop.call(testWebhook)).json.body;
  expect(failed).toMatchObject({
    state: 'failed',
    attempts: [{ status: 401, responseBody: 'who are you?', isDelivered: false }],
  });
  expect((await shop.call(readWebhook)).json.body).toMatchObject({ state: 'on' });
});

test('for a day after a change of secrets a receiver with either of them accepts', async () => {
  const shop = await newListeningShop(people, receiver.url);
  const made = String((await shop.call(makeWebhookSecret)).json.body?.['signingSecret']);
  await shop.call(testWebhook);
  const [first] = receiver.heard;
  for (const secret of [shop.secret, made]) expect(first && verified(secret, first)).toBeDefined();
  await people.owner.query('update webhook_endpoints set old_secret_until = now() where merchant_id = $1', [
    shop.merchantId,
  ]);
  await shop.call(testWebhook);
  const second = receiver.heard[1];
  expect(second && verified(made, second)).toBeDefined();
  expect(() => second && verified(shop.secret, second)).toThrow('No matching signature');
});

test('the log is read page by page, by state and by type, and is nobody else’s', async () => {
  const [shop, other] = [await newListeningShop(people, receiver.url), await newShop(people)];
  for (let n = 0; n < 5; n += 1) await makeEvent(people, shop);
  await makeEvent(people, shop, { type: 'voucher.created' });
  const all = await deliveriesOf(shop);
  expect(all).toHaveLength(6);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  const paged: string[] = [];
  let cursor: unknown;
  do {
    const { json } = await shop.call(webhookDeliveries, {
      query: { limit: 4, ...(cursor !== undefined && { cursor }) },
    });
    paged.push(
      ...(json.body?.['deliveries'] as { deliveryId: string }[]).map(({ deliveryId }) => deliveryId),
    );
    cursor = json.body?.['nextCursor'];
  } while (cursor !== undefined);
  expect(paged).toEqual(all.map(({ deliveryId }) => deliveryId));
  expect(await deliveriesOf(shop, { type: 'voucher.created' })).toHaveLength(1);
  expect(await deliveriesOf(shop, { state: 'delivered' })).toEqual([]);
  for (const endpoint of [readWebhookDelivery, sendWebhookAgain]) {
    expect((await other.call(endpoint, { params: all[0] ?? {} })).json.code).toBe('not_found');
  }
});

test('what is over is forgotten after 30 days with its tries, what waits is not', async () => {
  const shop = await newListeningShop(people, receiver.url);
  await shop.call(testWebhook);
  await makeEvent(people, shop);
  await people.owner.query(`update webhook_deliveries set created_at = now() - interval '31 days'`);
  expect(await removeOldDeliveries(people.deps.db)).toBe(1);
  expect((await deliveriesOf(shop)).map(({ state }) => state)).toEqual(['waiting']);
  expect(
    (await people.owner.query('select from webhook_tries where merchant_id = $1', [shop.merchantId]))
      .rowCount,
  ).toBe(0);
});
