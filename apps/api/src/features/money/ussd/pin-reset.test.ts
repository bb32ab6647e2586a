import { adminUserDetail, resetUssdPin } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newUssdCaller } from '../../../testing/ussd-callers.ts';
import { typeUssdPin } from '../../../testing/ussd-calls.ts';

let system: TestSystem;
let helper: Administrator;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd');
  helper = await newAdministrator(system, 'support');
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const typePin = (phoneNumber: string, before: string, pin: string) =>
  typeUssdPin(system, { phoneNumber, before, pin });

const pinOf = async (userId: string) =>
  (await system.call(adminUserDetail, { params: { userId } }, helper)).answer.ussdPin;

test('two administrators remove a locked PIN; the next one withdraws only after 24 hours', async () => {
  const { phoneNumber, userId } = await newUssdCaller(system);
  const ask = () =>
    system.call(resetUssdPin, { params: { userId }, body: { reason: 'Called from this number' } }, helper);
  expect((await ask()).outcome).toBe('not_found');
  expect(await typePin(phoneNumber, '2*1', '830592')).toBe('END Your wallet has KES 950.');
  expect(await pinOf(userId)).toBe('set');
  for (let n = 0; n < 3; n += 1) await typePin(phoneNumber, '2*1', '640275');
  expect(await pinOf(userId)).toBe('locked');

  const { action } = (await ask()).answer;
  const approvalId = action.outcome === 'waiting' ? action.approvalId : '';
  expect(await pinOf(userId)).toBe('locked');
  expect((await approve(system, helper, approvalId)).outcome).toBe('forbidden');
  expect((await approve(system, administrator, approvalId)).outcome).toBe('ok');
  expect(await pinOf(userId)).toBeUndefined();
  await system.sandbox.sms(phoneNumber, /^Support removed your Zawadi PIN/u);

  expect(await typePin(phoneNumber, '2*2*100', '640275')).toMatch(/^END Your PIN is set\. .*24 hours/u);
  expect(await typePin(phoneNumber, '2*1', '640275')).toBe('END Your wallet has KES 950.');
});
