import { randomUUID } from 'node:crypto';
import { makeWebhookSecret, saveWebhook, testWebhook } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { until } from '../../../testing/until.ts';
import { leaseDeliveries } from './delivery-store.ts';
import { publishEvent } from '../../services/merchant-events/index.ts';
import { deliveriesOf, makeEvent, newListeningShop, newShop, onlyDelivery } from './testing/shop.ts';
import { setStage, verified } from './testing/stage.ts';

const stage = setStage();

test('delivers an event at once, signed and without personal data, and logs its exact bytes', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  stage.startWorker();
  await makeEvent(stage.people, shop);
  const detail = await until(async () => {
    const found = await onlyDelivery(shop);
    expect(found.state).toBe('delivered');
    return found;
  });
  const [heard] = stage.receiver.heard;
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

test('a repeated cause creates one event; a rolled back one creates none', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const cause = await makeEvent(stage.people, shop);
  await makeEvent(stage.people, shop, { dedupeKey: cause });
  await expect(
    inTransaction(stage.people.deps.db, async (tx) => {
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

test('creates no delivery for an event without an address, or with its event switched off', async () => {
  const [deaf, choosy] = [
    await newShop(stage.people),
    await newListeningShop(stage.people, stage.receiver.url),
  ];
  await choosy.call(saveWebhook, { body: { events: ['voucher.created'] } });
  for (const shop of [deaf, choosy]) await makeEvent(stage.people, shop);
  await makeEvent(stage.people, choosy, { type: 'voucher.created' });
  expect(await deliveriesOf(deaf)).toEqual([]);
  expect((await deliveriesOf(choosy)).map(({ type }) => type)).toEqual(['voucher.created']);
});

test('three workers deliver a hundred events of four merchants, each once', async () => {
  const shops = await Promise.all([1, 2, 3, 4].map(() => newListeningShop(stage.people, stage.receiver.url)));
  for (let n = 0; n < 3; n += 1) stage.startWorker({ concurrency: 8 });
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => makeEvent(stage.people, shops[n % 4] ?? { merchantId: '' })),
  );
  await until(() => expect(new Set(stage.idsHeard()).size).toBe(100));
  await until(async () => {
    for (const shop of shops) expect(await deliveriesOf(shop, { state: 'waiting' })).toEqual([]);
  });
  expect(stage.receiver.heard).toHaveLength(100);
});

test('retries a dead worker’s deliveries after their lease', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  await makeEvent(stage.people, shop);
  // Leased by a process that dies before it sends anything.
  const held = await leaseDeliveries(stage.people.deps.db, { limit: 10, perAddress: 4, leaseMs: 300 });
  expect(held).toHaveLength(1);
  expect(await leaseDeliveries(stage.people.deps.db, { limit: 10, perAddress: 4, leaseMs: 300 })).toEqual([]);
  stage.startWorker();
  await until(async () => expect(await onlyDelivery(shop)).toMatchObject({ state: 'delivered', tries: 2 }));
});

test('A10 sends nothing for a suspended merchant until it is active again', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  await makeEvent(stage.people, shop);
  await stage.people.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [
    shop.merchantId,
  ]);
  const options = { limit: 10, perAddress: 4, leaseMs: 1_000 };
  expect(await leaseDeliveries(stage.people.deps.db, options)).toEqual([]);
  await stage.people.owner.query(`update merchants set status = 'ACTIVE' where id = $1`, [shop.merchantId]);
  stage.startWorker();
  await until(() => expect(stage.receiver.heard).toHaveLength(1));
});

test('for a day after a secret rotation, a receiver with the old or the new secret accepts events', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const made = String((await shop.call(makeWebhookSecret)).json.body?.['signingSecret']);
  await shop.call(testWebhook);
  const [first] = stage.receiver.heard;
  for (const secret of [shop.secret, made]) expect(first && verified(secret, first)).toBeDefined();
  await stage.people.owner.query(
    'update webhook_addresses set old_secret_until = now() where merchant_id = $1',
    [shop.merchantId],
  );
  await shop.call(testWebhook);
  const second = stage.receiver.heard[1];
  expect(second && verified(made, second)).toBeDefined();
  expect(() => second && verified(shop.secret, second)).toThrow('No matching signature');
});

test('a paused worker sends nothing, and sends the waiting events when it continues', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  await makeEvent(stage.people, shop);
  let isPaused = true;
  let asked = 0;
  stage.startWorker({
    isPaused: async () => {
      asked += 1;
      return isPaused;
    },
  });
  await until(() => expect(asked).toBeGreaterThan(3));
  expect(await onlyDelivery(shop)).toMatchObject({ state: 'waiting', tries: 0 });
  isPaused = false;
  await until(() => expect(stage.receiver.heard).toHaveLength(1));
});
