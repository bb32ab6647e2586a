import { subscribePush } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { registerAndStart, untilStatus } from '../../../testing/purchase-calls.ts';
import { startPushService, type PushService } from '../../../testing/push-service.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';

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

async function cancelAfter(seconds: number) {
  const buyer = await newConsumer(system);
  const browser = service.newBrowser();
  await system.call(subscribePush, { body: browser.subscription }, buyer);
  const registered = await registerAndStart(system, buyer, { amount: 1_000 });
  await system.owner.query(
    `update orders set created_at = created_at - make_interval(secs => $2) where owner_id = $1`,
    [registered.requestId, seconds],
  );
  await system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { cancel: true });
  await untilStatus(system, buyer, registered, 'CANCELED');
  return browser;
}

test('notifies the buyer’s devices of a payment that fails late, but not of a failure shown on the screen', async () => {
  const atOnce = await cancelAfter(0);
  const late = await cancelAfter(120);
  await until(() => expect(late.heard).toHaveLength(1));
  expect(late.messages()).toMatchObject([
    {
      title: 'Your payment did not go through',
      body: 'KES 1,000: it was cancelled.',
      path: '/dashboard/transactions',
    },
  ]);
  expect(atOnce.heard).toEqual([]);
});
