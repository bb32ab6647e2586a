import { paths } from '@zawadi/mpesa/wire/paths';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newUssdCaller } from '../../../testing/ussd-callers.ts';
import { dialUssd } from '../../../testing/ussd-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd');
});
beforeEach(() => system.sandbox.behave({ swappedSims: {}, missingProducts: [], failHttp: null }));
afterAll(() => system.close());

const HOUR_MS = 3_600_000;

const swapped = (msisdn: string, hoursAgo: number) =>
  system.sandbox.behave({
    swappedSims: { [msisdn]: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() },
  });

/** Types amount and PIN, and waits before the PIN until Safaricom's answer is stored. */
async function withdraw(phoneNumber: string): Promise<string> {
  const session = dialUssd(system, { phoneNumber });
  await session.send('2*2*100');
  await system.idle();
  return (await session.send('2*2*100*830592')).text;
}

test('a withdrawal by USSD waits 24 hours after the SIM card was swapped', async () => {
  const { phoneNumber } = await newUssdCaller(system);
  await swapped(phoneNumber, 23);
  expect(await withdraw(phoneNumber)).toMatch(/^END Your PIN is set\. .* after a new PIN, SIM card/u);
  await swapped(phoneNumber, 25);
  expect(await withdraw(phoneNumber)).toMatch(/^END KES 98 goes to /u);
});

test('without an answer of Safaricom no money leaves, until there is one', async () => {
  const { phoneNumber } = await newUssdCaller(system);
  await system.sandbox.behave({ failHttp: { path: paths.simSwap, status: 500, times: 10 } });
  expect(await withdraw(phoneNumber)).toMatch(/^END We could not check your SIM card/u);
  await system.sandbox.behave({ failHttp: null });
  expect(await withdraw(phoneNumber)).toMatch(/^END KES 98 goes to /u);
});

test('an operator who has not bought the product of Safaricom pays out as before', async () => {
  const { phoneNumber } = await newUssdCaller(system);
  await system.sandbox.behave({ missingProducts: [paths.simSwap] });
  expect(await withdraw(phoneNumber)).toMatch(/^END KES 98 goes to /u);
});
