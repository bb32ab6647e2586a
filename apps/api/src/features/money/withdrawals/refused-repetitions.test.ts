import { paths } from '@zawadi/mpesa/wire/paths';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  checkStatus,
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  system.atEnd(await watchBooks(system));
});
afterAll(() => system.close());

test('F39 keeps the money of an executed pay-out whose repetitions M-PESA refuses, until a status query shows the payment', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({
    executeThenRefuse: { path: paths.b2c, times: 1 },
    callback: { drop: true },
  });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  await eventually('the money on the phone', async () =>
    (await phoneBalance(system, person)) === 50_975 ? true : undefined,
  );
  await pollOrdersNow(system);
  expect((await checkStatus(system, person, registered)).answer).toMatchObject({
    orderStatus: 'PENDING',
    walletBalance: 900,
  });
  await system.provider.reset();
  await pollOrdersNow(system);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(await phoneBalance(system, person)).toBe(50_975);
});
