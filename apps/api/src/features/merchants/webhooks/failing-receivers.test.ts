import { readWebhook, saveWebhook, sendWebhookAgain } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { timelineOf as readTimelineOf } from '../../people/merchants/timeline.ts';
import { describeWebhookState } from './describe-webhook.ts';
import {
  deliveriesOf,
  letTimePass,
  makeEvent,
  newListeningShop,
  onlyDelivery,
  type Shop,
} from './testing/shop.ts';
import { setStage, verified } from './testing/stage.ts';
import { startReceiver } from './testing/start-receiver.ts';

const stage = setStage();

const stateOf = (shop: Shop) => describeWebhookState(stage.people.deps, shop);

function timelineOf({ merchantId }: Shop) {
  return readTimelineOf(stage.people.deps.db, { merchantId, query: { limit: 20 } });
}

test('retries a failed event with the same id and body, and a new signature', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  stage.receiver.answer((response) => response.writeHead(500).end('no'));
  stage.startWorker();
  await makeEvent(stage.people, shop);
  // An attempt counts when it begins. Once it is listed, it has ended, and the next one is scheduled.
  await until(async () => {
    const delivery = await onlyDelivery(shop);
    expect(delivery).toMatchObject({ state: 'waiting', tries: 1 });
    expect(delivery.attempts).toHaveLength(1);
  });
  const waitMs = Date.parse((await onlyDelivery(shop)).nextTryAt ?? '') - Date.now();
  expect(waitMs).toBeGreaterThan(2_000);
  expect(waitMs).toBeLessThan(7_000);
  expect((await shop.call(readWebhook)).json.body).toMatchObject({
    state: 'failing',
    explanation: 'The last try failed. We keep trying for about three days.',
  });
  expect(await stateOf(shop)).toEqual({
    state: 'failing',
    host: new URL(stage.receiver.url).host,
    failingSince: expect.any(String),
    lastDelivery: { at: expect.any(String), type: 'voucher.redeemed', isDelivered: false, status: 500 },
    waiting: 1,
  });
  stage.receiver.answer((response) => response.end('OK'));
  await letTimePass(stage.people, shop);
  await until(async () => expect((await onlyDelivery(shop)).state).toBe('delivered'));
  expect(await stateOf(shop)).toMatchObject({
    state: 'on',
    lastDelivery: { isDelivered: true, status: 200 },
    waiting: 0,
  });
  expect(new Set(stage.idsHeard()).size).toBe(1);
  expect(new Set(stage.receiver.heard.map(({ body }) => body)).size).toBe(1);
  for (const heard of stage.receiver.heard) verified(shop.secret, heard);
  expect((await onlyDelivery(shop)).attempts.map(({ status }) => status)).toEqual([200, 500]);
  expect((await shop.call(readWebhook)).json.body).toMatchObject({ state: 'on' });
});

test('stops after the tenth attempt; Send again starts a new round under the same id', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  stage.receiver.answer((response) => response.writeHead(500).end());
  stage.startWorker();
  await makeEvent(stage.people, shop);
  for (let tries = 1; tries <= 10; tries += 1) {
    await until(async () => expect((await onlyDelivery(shop)).attempts).toHaveLength(tries));
    await letTimePass(stage.people, shop);
  }
  const given = await onlyDelivery(shop);
  expect(given).toMatchObject({ state: 'failed', tries: 10 });
  stage.receiver.answer((response) => response.end('OK'));
  const again = await shop.call(sendWebhookAgain, { params: given });
  expect(again.json.body).toMatchObject({ deliveryId: given.deliveryId, state: 'waiting' });
  await until(async () => expect(await onlyDelivery(shop)).toMatchObject({ state: 'delivered', tries: 11 }));
  expect(new Set(stage.idsHeard()).size).toBe(1);
});

test('F29 a receiver that never answers delays no other, and gets at most four events at a time', async () => {
  const [dead, alive] = [await startReceiver(), await newListeningShop(stage.people, stage.receiver.url)];
  const open = { now: 0, most: 0 };
  dead.answer((response) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.on('close', () => {
      open.now -= 1;
    });
  });
  const stuck = await newListeningShop(stage.people, dead.url);
  for (let n = 0; n < 20; n += 1) await makeEvent(stage.people, stuck);
  stage.startWorker({ concurrency: 6 });
  await until(() => expect(open.now).toBe(4));
  for (let n = 0; n < 20; n += 1) await makeEvent(stage.people, alive);
  await until(() => expect(stage.receiver.heard).toHaveLength(20));
  expect(open.most).toBe(4);
  await dead.close();
});

test('410 switches an address off, gives up its deliveries and emails the owner; saving switches it on again', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  stage.receiver.answer((response) => response.writeHead(410).end());
  for (let n = 0; n < 6; n += 1) await makeEvent(stage.people, shop);
  stage.startWorker();
  await until(async () => expect(await deliveriesOf(shop, { state: 'failed' })).toHaveLength(6));
  const settings = (await shop.call(readWebhook)).json.body;
  expect(settings).toMatchObject({ state: 'switched-off', explanation: expect.stringContaining('410') });
  const mails = (await stage.people.messagesTo(shop.email)).map(({ template }) => template);
  expect(mails).toEqual(['webhook-switched-off']);
  expect(await stateOf(shop)).toMatchObject({
    state: 'switched-off',
    switchedOffAt: expect.any(String),
    switchedOffReason: 'gone',
  });
  const [latest] = (await timelineOf(shop)).events;
  expect(latest).toMatchObject({
    description: 'Webhook switched off: its system answered 410',
    actorKind: 'system',
  });
  await makeEvent(stage.people, shop);
  const deliveries = await deliveriesOf(shop);
  expect(deliveries).toHaveLength(6);
  const refused = await shop.call(sendWebhookAgain, { params: deliveries[0] ?? {} });
  expect(refused.json.code).toBe('webhook_switched_off');
  stage.receiver.answer((response) => response.end());
  expect((await shop.call(saveWebhook, { body: { url: stage.receiver.url } })).json.body).toMatchObject({
    state: 'on',
  });
  await shop.call(sendWebhookAgain, { params: deliveries[0] ?? {} });
  await until(async () => expect(await deliveriesOf(shop, { state: 'delivered' })).toHaveLength(1));
});

test('F29 emails the owner after a day without a success, and switches the address off after three days', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  stage.receiver.answer((response) => response.writeHead(500).end());
  stage.startWorker();
  await makeEvent(stage.people, shop);
  const failFor = async (interval: string, attempts: number) => {
    await stage.people.owner.query(
      'update webhook_addresses set failing_since = now() - $2::interval where merchant_id = $1',
      [shop.merchantId, interval],
    );
    await letTimePass(stage.people, shop);
    await until(async () => expect((await onlyDelivery(shop)).attempts).toHaveLength(attempts));
    return (await stage.people.messagesTo(shop.email)).map(({ template }) => template);
  };
  await until(async () => expect((await onlyDelivery(shop)).attempts).toHaveLength(1));
  expect(await failFor('23 hours', 2)).toEqual([]);
  expect(await failFor('25 hours', 3)).toEqual(['webhook-failing']);
  expect(await failFor('50 hours', 4)).toEqual(['webhook-failing']);
  expect(await failFor('73 hours', 5)).toEqual(['webhook-failing', 'webhook-switched-off']);
  expect((await shop.call(readWebhook)).json.body).toMatchObject({ state: 'switched-off' });
});
