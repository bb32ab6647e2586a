import {
  addWebhookAddress,
  changeWebhookAddress,
  listWebhookAddresses,
  makeWebhookAddressSecret,
  readWebhook,
  readWebhookEvent,
  removeWebhookAddress,
  saveWebhook,
  sendWebhookAgain,
  testWebhookAddress,
  webhookEvents,
  type LoggedEvent,
  type LoggedEventDetail,
  type WebhookAddress,
} from '@zawadi/contract';
import { afterEach, expect, test } from 'vitest';
import { removeOldDeliveries } from './delivery-store.ts';
import { until } from '../../../testing/until.ts';
import {
  deliveriesOf,
  letTimePass,
  makeEvent,
  newListeningShop,
  newShop,
  signInMemberOf,
} from './testing/shop.ts';
import type { Shop } from './testing/shop.ts';
import { setStage, verified } from './testing/stage.ts';
import { startReceiver, type Receiver } from './testing/start-receiver.ts';

const stage = setStage();

const others: Receiver[] = [];
afterEach(async () => {
  await Promise.all(others.splice(0).map((receiver) => receiver.close()));
});

/** Adds a second webhook address to a shop, with its own receiver. */
async function addReceiver(shop: Shop, body: object = {}) {
  const receiver = await startReceiver();
  others.push(receiver);
  const added = await shop.call(addWebhookAddress, { body: { url: receiver.url, ...body } });
  if (added.status !== 200) throw new Error(`not added: ${added.text}`);
  const address = added.json.body as unknown as WebhookAddress & { signingSecret: string };
  return { receiver, ...address };
}

async function addressesOf(shop: Shop): Promise<WebhookAddress[]> {
  return (await shop.call(listWebhookAddresses)).json.body?.['addresses'] as WebhookAddress[];
}

async function eventsOf(shop: Shop, query: object = {}): Promise<LoggedEvent[]> {
  return (await shop.call(webhookEvents, { query })).json.body?.['events'] as LoggedEvent[];
}

test('sends an event once to each subscribed address, under one id, signed with that address’s secret', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const all = await addReceiver(shop, { description: 'Stock' });
  const made = await addReceiver(shop, { events: ['voucher.created'] });
  stage.startWorker();
  await makeEvent(stage.people, shop);
  await makeEvent(stage.people, shop, { type: 'voucher.created' });
  await until(() => {
    expect(stage.receiver.heard).toHaveLength(2);
    expect(all.receiver.heard).toHaveLength(2);
    expect(made.receiver.heard).toHaveLength(1);
  });
  for (const { receiver, signingSecret } of [all, made, { ...stage, signingSecret: shop.secret }]) {
    for (const heard of receiver.heard) verified(signingSecret, heard);
  }
  const idsAt = ({ heard }: Receiver) => new Set(heard.map(({ headers }) => headers['webhook-id']));
  expect(idsAt(all.receiver)).toEqual(idsAt(stage.receiver));
  expect(idsAt(all.receiver).size).toBe(2);
  await until(async () => expect(await deliveriesOf(shop, { state: 'waiting' })).toEqual([]));
  const [created, redeemed] = await eventsOf(shop);
  expect(created?.deliveries).toHaveLength(3);
  expect(redeemed?.deliveries.map(({ address }) => address)).toEqual([stage.receiver.url, 'Stock']);
});

test('F29 a dead address delays no other address of its merchant, and only its own state shows the failure', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const dead = await addReceiver(shop);
  // The receiver never answers, so each attempt takes its full ten seconds.
  dead.receiver.answer(() => undefined);
  for (let n = 0; n < 20; n += 1) await makeEvent(stage.people, shop);
  stage.startWorker({ concurrency: 6 });
  await until(() => expect(stage.receiver.heard).toHaveLength(20));
  expect(dead.receiver.heard.length).toBeLessThanOrEqual(4);
  dead.receiver.answer((response) => response.writeHead(500).end());
  await shop.call(testWebhookAddress, { params: dead });
  expect((await addressesOf(shop)).map(({ state }) => state)).toEqual(['on', 'on']);
});

test('a 410 switches off only the address that sent it, and the email to the owner names the address', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const gone = await addReceiver(shop, { description: 'Stock' });
  gone.receiver.answer((response) => response.writeHead(410).end());
  stage.startWorker();
  await makeEvent(stage.people, shop);
  await until(async () =>
    expect((await addressesOf(shop)).map(({ state }) => state)).toEqual(['on', 'switched-off']),
  );
  const mails = await stage.people.messagesTo(shop.email);
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).toContain(`Stock (${gone.url})`);
  await until(() => expect(stage.receiver.heard).toHaveLength(1));
  const [event] = await eventsOf(shop);
  expect(event?.deliveries.map(({ state, canBeSentAgain }) => [state, canBeSentAgain])).toEqual([
    ['delivered', true],
    ['failed', false],
  ]);
  const params = { deliveryId: event?.deliveries[1]?.deliveryId };
  expect((await shop.call(sendWebhookAgain, { params })).json.code).toBe('webhook_switched_off');
  gone.receiver.answer((response) => response.end());
  await shop.call(changeWebhookAddress, { params: gone, body: { url: gone.url } });
  await shop.call(sendWebhookAgain, { params });
  await until(() => expect(gone.receiver.heard).toHaveLength(2));
  expect(stage.receiver.heard).toHaveLength(1);
});

test('Send again sends to one address only, under the same id', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const { receiver } = await addReceiver(shop);
  stage.startWorker();
  await makeEvent(stage.people, shop);
  await until(async () => expect(await deliveriesOf(shop, { state: 'delivered' })).toHaveLength(2));
  const [event] = await eventsOf(shop);
  await shop.call(sendWebhookAgain, { params: { deliveryId: event?.deliveries[1]?.deliveryId } });
  await until(() => expect(receiver.heard).toHaveLength(2));
  expect(stage.receiver.heard).toHaveLength(1);
  expect(
    new Set([...stage.receiver.heard, ...receiver.heard].map((one) => one.headers['webhook-id'])),
  ).toEqual(new Set([event?.eventId]));
  await until(async () => {
    const { json } = await shop.call(readWebhookEvent, { params: { eventId: event?.eventId } });
    const detail = json.body as unknown as LoggedEventDetail;
    expect(detail.deliveries.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
      [200],
      [200, 200],
    ]);
    expect(detail.payload).toBe(receiver.heard[0]?.body);
  });
});

test('refuses a sixth address or an existing URL, even with concurrent requests', async () => {
  const shop = await newShop(stage.people);
  const url = (n: number) => `http://127.0.0.1:9/hook/${n}`;
  const replies = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((n) => shop.call(addWebhookAddress, { body: { url: url(n) } })),
  );
  expect(replies.map(({ json }) => json.code ?? 'ok').toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 'ok'),
    ...Array.from({ length: 2 }, () => 'webhook_addresses_full'),
  ]);
  const addresses = await addressesOf(shop);
  expect(addresses).toHaveLength(5);
  expect((await shop.call(readWebhook)).json.body).toMatchObject({ url: addresses[0]?.url, state: 'on' });
  await shop.call(removeWebhookAddress, { params: addresses[4] ?? {} });
  const twice = await shop.call(addWebhookAddress, { body: { url: addresses[1]?.url } });
  expect(twice.json.fields).toEqual([{ path: 'url', message: 'You have this address already.' }]);
  const moved = { params: addresses[2] ?? {}, body: { url: addresses[1]?.url } };
  expect((await shop.call(changeWebhookAddress, moved)).json.code).toBe('validation_failed');
});

test('removing an address gives up its pending deliveries, and keeps its events in the log', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const address = await addReceiver(shop);
  await makeEvent(stage.people, shop);
  expect((await shop.call(removeWebhookAddress, { params: address })).status).toBe(200);
  stage.startWorker();
  await until(() => expect(stage.receiver.heard).toHaveLength(1));
  expect(await addressesOf(shop)).toHaveLength(1);
  const [event] = await eventsOf(shop);
  expect(event?.deliveries[1]).toMatchObject({ state: 'failed', tries: 0, canBeSentAgain: false });
  expect(event?.deliveries[1]).not.toHaveProperty('address');
  for (const endpoint of [removeWebhookAddress, changeWebhookAddress, testWebhookAddress]) {
    expect((await shop.call(endpoint, { params: address })).json.code).toBe('not_found');
  }
  expect((await shop.call(makeWebhookAddressSecret, { params: address })).json.code).toBe('not_found');
  await makeEvent(stage.people, shop);
  expect((await eventsOf(shop))[0]?.deliveries).toHaveLength(1);
  await stage.people.owner.query(`update webhook_addresses set updated_at = now() - interval '31 days'`);
  await removeOldDeliveries(stage.people.deps.db);
  const { rows } = await stage.people.owner.query('select id from webhook_addresses where merchant_id = $1', [
    shop.merchantId,
  ]);
  expect(rows).toEqual([{ id: shop.merchantId }]);
});

test('rotating an address’s secret keeps the old one for a day, and changes no other address', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const address = await addReceiver(shop);
  const made = (await shop.call(makeWebhookAddressSecret, { params: address })).json.body;
  const secret = String(made?.['signingSecret']);
  await shop.call(testWebhookAddress, { params: address });
  const [heard] = address.receiver.heard;
  for (const one of [secret, address.signingSecret]) expect(heard && verified(one, heard)).toBeDefined();
  expect(() => heard && verified(shop.secret, heard)).toThrow('No matching signature');
  const [first, second] = await addressesOf(shop);
  expect(second?.secret?.oldValidUntil).toBe(made?.['oldValidUntil']);
  expect(first?.secret).not.toHaveProperty('oldValidUntil');
});

test('A10 a suspended merchant’s addresses all pause', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const { receiver } = await addReceiver(shop);
  const become = (status: string) =>
    stage.people.owner.query('update merchants set status = $2 where id = $1', [shop.merchantId, status]);
  await become('SUSPENDED');
  await makeEvent(stage.people, shop);
  const { rows } = await stage.people.owner.query(
    `select count(*)::int as waiting from webhook_deliveries where merchant_id = $1 and state = 'pending'`,
    [shop.merchantId],
  );
  expect(rows).toEqual([{ waiting: 2 }]);
  stage.startWorker();
  await become('ACTIVE');
  await until(() => expect([receiver.heard.length, stage.receiver.heard.length]).toEqual([1, 1]));
  expect((await addressesOf(shop)).map(({ state }) => state)).toEqual(['on', 'on']);
});

test('a manager adds an address without seeing its secret; another merchant cannot change it', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const manager = await signInMemberOf(stage.people, shop, 'manager');
  const added = await manager(addWebhookAddress, { body: { url: 'http://127.0.0.1:9/manager' } });
  expect(added.status).toBe(200);
  expect(added.json.body).not.toHaveProperty('signingSecret');
  const params = { addressId: added.json.body?.['addressId'] };
  expect((await manager(makeWebhookAddressSecret, { params })).json.code).toBe('forbidden');
  const other = await newShop(stage.people);
  expect((await other.call(removeWebhookAddress, { params })).json.code).toBe('not_found');
  expect((await other.call(changeWebhookAddress, { params, body: { description: 'x' } })).json.code).toBe(
    'not_found',
  );
  await letTimePass(stage.people, shop);
  await shop.call(saveWebhook, { body: { url: null } });
  expect((await addressesOf(shop)).map(({ url }) => url)).toEqual(['http://127.0.0.1:9/manager']);
  const again = await shop.call(addWebhookAddress, { body: { url: stage.receiver.url } });
  expect(again.json.body).toMatchObject({ addressId: shop.merchantId, signingSecret: expect.any(String) });
  expect(again.json.body?.['signingSecret']).not.toBe(shop.secret);
});
