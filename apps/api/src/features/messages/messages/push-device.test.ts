import { pushStatus, renewPush, subscribePush, type PushSubscriptionKeys } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKeys } from '../../../platform/crypto/keys.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { startPushService, type Browser, type PushService } from '../../../testing/push-service.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { describePush, subscribeDevice } from './push-device.ts';

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

test('a device says truly whether it gets push, and subscribing again changes nothing', async () => {
  const person = await newConsumer(system);
  const { subscription } = service.newBrowser();
  const isOnHere = async () => (await system.call(pushStatus, {}, person)).answer.isOnHere;
  expect(await isOnHere()).toBe(false);
  for (let times = 0; times < 2; times += 1) {
    expect((await system.call(subscribePush, { body: subscription }, person)).outcome).toBe('ok');
  }
  expect(await isOnHere()).toBe(true);
});

test('a browser that two users share notifies the one who signed in last', async () => {
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

test('a service worker moves a subscription to its new address, and needs the former one for it', async () => {
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
])('an address like %.40s is refused', async (endpoint, status) => {
  const { keys } = service.newBrowser().subscription;
  const reply = await system.call(subscribePush, { body: { endpoint, keys } }, await newConsumer(system));
  expect(reply.status).toBe(status);
});

test.each([
  { p256dh: 'B', auth: 'x' },
  { p256dh: `A${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
])('keys that are none are refused', async (keys) => {
  const { endpoint } = service.newBrowser().subscription;
  const body = { endpoint, keys } satisfies PushSubscriptionKeys;
  expect((await system.call(subscribePush, { body }, await newConsumer(system))).status).toBe(422);
});

test('only the sandbox sends to this machine', async () => {
  const deps = { ...system.deps, config: { ...system.deps.config, provider: 'daraja' as const } };
  const device = { userId: 'no-user', sessionId: 'none' };
  const { subscription } = service.newBrowser();
  await expect(subscribeDevice(deps, device, subscription)).rejects.toThrow('cannot reach');
});

test('the key browsers subscribe with outlives restarts, and is another one for another secret', async () => {
  const person = await newConsumer(system);
  const keyWith = async (byte: number) =>
    (await describePush({ db: system.deps.db, keys: deriveKeys(Buffer.alloc(32, byte)) }, person.user.id))
      .publicKey;
  expect(await keyWith(1)).toBe(await keyWith(1));
  expect(await keyWith(1)).not.toBe(await keyWith(2));
  expect(Buffer.from(await keyWith(3), 'base64url')).toHaveLength(65);
});
