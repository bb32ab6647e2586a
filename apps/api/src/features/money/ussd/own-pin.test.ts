import { allowUssdWithdrawals, ownUssdPin, removeOwnUssdPin } from '@zawadi/contract';
import { DEMO_PASSWORD as password, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { chooseEnglishByUssd, dialUssd, typeUssdPin } from '../../../testing/ussd-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd');
});
afterAll(() => system.close());

const PIN = '830592';

/** Adds a gift by USSD to the wallet of an account that was made on the web. */
async function newWebOwner(): Promise<SignedIn> {
  const owner = await newConsumer(system);
  await makeGift(system, { amount: 1_000, recipient: owner });
  await chooseEnglishByUssd(system, owner.phoneNumber);
  expect((await dialUssd(system, owner).send('1*1*1')).text).toMatch(/^END The gift from /u);
  return owner;
}

const typePin = ({ phoneNumber }: SignedIn, before: string) =>
  typeUssdPin(system, { phoneNumber, before, pin: PIN });

const pinOf = async (owner: SignedIn) => (await system.call(ownUssdPin, {}, owner)).answer.ussdPin;

test('the owner of a web account allows withdrawals with a first PIN, with the password', async () => {
  const owner = await newWebOwner();
  expect(await pinOf(owner)).toBeNull();
  expect((await system.call(allowUssdWithdrawals, { body: { password } }, owner)).outcome).toBe('not_found');
  expect(await typePin(owner, '2*2*100')).toMatch(/^END Your PIN is set\. .* wait 24 hours/u);
  const pin = await pinOf(owner);
  expect(pin?.state).toBe('set');
  expect(Date.parse(pin?.waitsUntil ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const wrong = { body: { password: 'not-the-password' } };
  expect((await system.call(allowUssdWithdrawals, wrong, owner)).outcome).toBe('password_wrong');
  expect((await system.call(allowUssdWithdrawals, { body: { password } }, owner)).answer).toEqual({
    ussdPin: { state: 'set', waitsUntil: null },
  });
  expect(await typePin(owner, '2*2*100')).toMatch(/^END KES 98 goes to /u);
});

test('the owner removes the PIN, and the next one waits 24 hours', async () => {
  const owner = await newWebOwner();
  expect(await typePin(owner, '2*1')).toBe('END Your wallet has KES 950.');
  await system.call(allowUssdWithdrawals, { body: { password } }, owner);
  expect((await system.call(removeOwnUssdPin, { body: { password } }, owner)).outcome).toBe('ok');
  expect(await pinOf(owner)).toBeNull();
  expect((await dialUssd(system, owner).send('2*1')).text).toMatch(/^CON Choose a Zawadi PIN/u);
  expect(await typePin(owner, '2*2*100')).toMatch(/^END Your PIN is set\. .* wait 24 hours/u);
});

test('a person without a PIN of this account sees and removes none', async () => {
  const [owner, other] = [await newWebOwner(), await newConsumer(system)];
  expect(await typePin(owner, '2*1')).toBe('END Your wallet has KES 950.');
  expect(await pinOf(other)).toBeNull();
  expect((await system.call(removeOwnUssdPin, { body: { password } }, other)).outcome).toBe('not_found');
  expect((await pinOf(owner))?.state).toBe('set');
});
