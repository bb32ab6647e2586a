import { pushStatus, renewPush, subscribePush, type PushSubscriptionKeys } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKeys, type Key } from '../../../platform/crypto/keys.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { startPushService, type Browser, type PushService } from '../../../testing/push-service.ts';
import { unmark } from '../../../testing/seal-without-key-id.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { subscribeDevice } from './push-device.ts';
import { derivedPair, readVapidKeys } from './vapid-keys.ts';

let system: TestSystem;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  system = await createTestSystem();
});
afterAll(async () => {
  await system.close();
  await service.close();
});

test('a device shows whether it gets push messages, and subscribing again has no effect', async () => {
  const person = await newConsumer(system);
  const { subscription } = service.newBrowser();
  const isOnHere = async () => (await system.call(pushStatus, {}, person)).answer.isOnHere;
  expect(await isOnHere()).toBe(false);
  for (let times = 0; times < 2; times += 1) {
    expect((await system.call(subscribePush, { body: subscription }, person)).outcome).toBe('ok');
  }
  expect(await isOnHere()).toBe(true);
});

test('a browser that two users share notifies the user who signed in last', async () => {
  const [first, second] = [await newConsumer(system), await newConsumer(system)];
  const browser = service.newBrowser();
  for (const person of [first, second]) {
    await system.call(subscribePush, { body: browser.subscription }, person);
  }
  expect((await system.call(pushStatus, {}, first)).answer.isOnHere).toBe(false);
  await makeGift(system, { amount: 1_000, recipient: first });
  await makeGift(system, { amount: 2_000, recipient: second });
  await until(() =>
    expect(browser.messages()).toMatchObject([{ body: 'Neema Achieng sent you KES 1,900.' }]),
  );
});

test('a service worker moves a subscription to its new endpoint only if it knows the former endpoint', async () => {
  const person = await newConsumer(system);
  const [former, next, stranger] = [service.newBrowser(), service.newBrowser(), service.newBrowser()];
  await system.call(subscribePush, { body: former.subscription }, person);
  const renew = (from: string, { subscription }: Browser) =>
    system.call(renewPush, { body: { formerEndpoint: from, subscription } });
  expect((await renew(`${former.subscription.endpoint}x`, stranger)).outcome).toBe('ok');
  expect((await renew(former.subscription.endpoint, next)).outcome).toBe('ok');
  await makeGift(system, { amount: 1_000, recipient: person });
  await until(() => expect(next.messages()).toHaveLength(1));
  expect([former.heard, stranger.heard]).toEqual([[], []]);
});

test.each([
  ['http://push.example/x', 422],
  ['https://192.168.1.1/x', 422],
  ['https://169.254.169.254/latest', 422],
  ['https://[fd00::1]/x', 422],
  ['ftp://push.example/x', 422],
  [`https://push.example/${'x'.repeat(1_000)}`, 422],
])('refuses a push endpoint like %.40s', async (endpoint, status) => {
  const { keys } = service.newBrowser().subscription;
  const reply = await system.call(subscribePush, { body: { endpoint, keys } }, await newConsumer(system));
  expect(reply.status).toBe(status);
});

test.each([
  { p256dh: 'B', auth: 'x' },
  { p256dh: `A${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
])('refuses a push subscription with invalid keys', async (keys) => {
  const { endpoint } = service.newBrowser().subscription;
  const body = { endpoint, keys } satisfies PushSubscriptionKeys;
  expect((await system.call(subscribePush, { body }, await newConsumer(system))).status).toBe(422);
});

test('only in sandbox mode, push messages may go to this machine', async () => {
  const deps = { ...system.deps, config: { ...system.deps.config, provider: 'daraja' as const } };
  const device = { userId: 'no-user', sessionId: 'none' };
  const { subscription } = service.newBrowser();
  await expect(subscribeDevice(deps, device, subscription)).rejects.toThrow('cannot reach');
});

test('concurrent processes generate the push key pair once, and it survives a change of the secret', async () => {
  const fresh = await createTestSystem();
  const keyWith = async (...bytes: number[]) => {
    const keys = deriveKeys(...bytes.map((byte) => Buffer.alloc(32, byte)));
    // A second database handle has an empty cache, like another process.
    const db = openDatabase(fresh.deps.config.database.url ?? '', { connections: 1, name: 'test' });
    const { publicKey } = await readVapidKeys({ db, keys });
    await db.destroy();
    return publicKey;
  };
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => keyWith(1)));
  expect(new Set(others)).toEqual(new Set([first]));
  expect(Buffer.from(first ?? '', 'base64url')).toHaveLength(65);
  expect(await keyWith(2, 1)).toBe(first);
  await expect(keyWith(2)).rejects.toThrow('is not in APP_SECRETS');
  await fresh.close();
});

test('keeps the derived push key pair if devices subscribed before the pair was stored', async () => {
  const { db, keys } = system.deps;
  await system.call(subscribePush, { body: service.newBrowser().subscription }, await newConsumer(system));
  await unmark(system.owner, keys, {
    table: 'push_subscriptions',
    key: 'session_id',
    column: 'subscription_sealed',
  });
  const [next] = deriveKeys(Buffer.alloc(32, 9));
  const pairOf = async (...ring: [Key, ...Key[]]) => {
    await system.owner.query('delete from app_secrets');
    // A second database handle has an empty cache, like another process.
    const another = openDatabase(system.deps.config.database.url ?? '', { connections: 1, name: 'test' });
    const pair = await readVapidKeys({ db: another, keys: ring });
    await another.destroy();
    return pair;
  };
  expect(await pairOf(next, keys[0])).toEqual(derivedPair(keys[0]));
  expect(await pairOf(keys[0], next)).toEqual(derivedPair(keys[0]));
  await system.owner.query('delete from app_secrets');
  expect(await readVapidKeys({ db, keys })).toBeDefined();
});
