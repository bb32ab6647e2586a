import { newPerson } from '@zawadi/story/people';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { armCrashPoints } from '../../../platform/crash-points.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { chooseEnglishByUssd, dialUssd } from '../../../testing/ussd-calls.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd');
});
afterEach(() => armCrashPoints(undefined));
afterAll(() => system.close());

const PIN = '830592';

/** Sends each input in a request whose process dies after the commit, and then again. Returns the last screen. */
async function dyingAtEachStep(phoneNumber: string, inputs: string[]): Promise<string> {
  const session = dialUssd(system, { phoneNumber });
  let shown = '';
  for (let count = 0; count <= inputs.length; count += 1) {
    const text = inputs.slice(0, count).join('*');
    let died = 0;
    armCrashPoints((step, kind) => {
      if (step !== 'call-committed' || kind !== 'ussd' || died > 0) return;
      died += 1;
      throw new Error('the process dies here');
    });
    await session.send(text);
    expect(died).toBe(1);
    armCrashPoints(undefined);
    shown = (await session.send(text)).text;
  }
  return shown;
}

test('a process that dies between commit and answer, at every step, claims once and withdraws once', async () => {
  const person = newPerson('Amina', 'Otieno');
  const { phoneNumber } = person;
  await makeGift(system, { amount: 1_000, recipient: person });
  await chooseEnglishByUssd(system, phoneNumber);
  const { balance: before } = await system.sandbox.phone(phoneNumber);
  expect(await dyingAtEachStep(phoneNumber, ['1', '1', '1', 'Amina', 'Otieno', '1'])).toMatch(
    /^END The gift from \w+.* is in your wallet/u,
  );
  // A process that dies does not ask about the SIM card. This one does.
  await dialUssd(system, person).send('2*2');
  await system.idle();
  expect(await dyingAtEachStep(phoneNumber, ['2', '2', '500', PIN])).toMatch(/^END KES 488 goes to /u);
  // The dead process has not sent the order. The worker's job does.
  await system.owner.query(`update orders set next_poll_at = moment() where state = 'INTENT'`);
  await pollOrders(system.deps);
  await until(async () => expect((await system.sandbox.phone(phoneNumber)).balance).toBe(before + 488));
  expect(await dyingAtEachStep(phoneNumber, ['2', '1', PIN])).toBe('END Your wallet has KES 450.');
});
