import { paths } from '@zawadi/mpesa/wire/paths';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { everyRow } from '../../../testing/every-row.ts';
import { registerAndStart, start, stateOf, untilStatus } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const REASONS = [
  ['1', 'insufficient_funds'],
  ['2', 'limit_exceeded'],
  ['3', 'limit_exceeded'],
  ['4', 'limit_exceeded'],
  ['8', 'limit_exceeded'],
  ['17', 'provider_error'],
  ['26', 'provider_error'],
  ['1001', 'provider_error'],
  ['1019', 'expired'],
  ['1025', 'provider_error'],
  ['1032', 'cancelled_by_user'],
  ['1037', 'unreachable'],
  ['2001', 'wrong_pin'],
  ['2028', 'provider_error'],
  ['8006', 'wrong_pin'],
  ['9999', 'provider_error'],
  ['SFC_IC0003', 'provider_error'],
  ['E3008', 'provider_error'],
] as const;

test(
  'each result cancels with its reason, and the purchase can be tried again',
  { timeout: 240_000 },
  async () => {
    await everyRow(
      REASONS,
      ([resultCode]) => resultCode,
      async ([resultCode, failureReason]) => {
        await system.provider.reset();
        const buyer = await newConsumer(system);
        await system.sandbox.behave({ endWith: { path: paths.stkPush, resultCode, times: 1 } });
        const registered = await registerAndStart(system, buyer, { amount: 500 });
        const canceled = await untilStatus(system, buyer, registered, 'CANCELED');
        expect(canceled.failureReason).toBe(failureReason);
        expect(canceled.voucher).toBeUndefined();
        expect((await start(system, buyer, registered)).answer.orderStatus).toBe('PENDING');
      },
    );
  },
);

test('after an M-PESA result code that requires a pause, the purchase’s state says when to try again', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ endWith: { path: paths.stkPush, resultCode: '17', times: 1 } });
  const registered = await registerAndStart(system, buyer, { amount: 510 });
  const { retryAt = '' } = await untilStatus(system, buyer, registered, 'CANCELED');
  const waitSeconds = (Date.parse(retryAt) - Date.now()) / 1000;
  expect(waitSeconds).toBeGreaterThan(60);
  expect(waitSeconds).toBeLessThanOrEqual(125);
});

test('S395 an unknown M-PESA result code leaves the purchase pending, however often we query M-PESA', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ endWith: { path: paths.stkPush, resultCode: '4242', times: 1 } });
  const registered = await registerAndStart(system, buyer, { amount: 520 });
  for (let n = 0; n < 3; n += 1) {
    await system.owner.query('update orders set next_poll_at = now() where next_poll_at is not null');
    await pollOrders(system.deps);
  }
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
});

test('S497 tells the payer about a wrong PIN, missing funds or a cancellation', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.setBalance(buyer.phoneNumber, 5);
  const answers = [
    [{ pin: '0000' }, 'wrong_pin'],
    [{ pin: '1234' }, 'insufficient_funds'],
    [{ cancel: true }, 'cancelled_by_user'],
  ] as const;
  for (const [answer, failureReason] of answers) {
    const registered = await registerAndStart(system, buyer, { amount: 530 });
    await system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, answer);
    expect(await untilStatus(system, buyer, registered, 'CANCELED')).toMatchObject({ failureReason });
  }
});
