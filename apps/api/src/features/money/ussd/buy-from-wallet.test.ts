import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newUssdCaller } from '../../../testing/ussd-callers.ts';
import { chooseEnglishByUssd, dialUssd, typeUssdPin } from '../../../testing/ussd-calls.ts';
import { giftInputs, ussdPurchasesOf } from '../../../testing/ussd-purchases.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd', 'giftsFromWallet');
});
afterAll(() => system.close());

const PIN = '830592';
const WRONG = '719304';
const PAID = /^END Your wallet has paid/u;

const inputs = (amount = 500) => `${giftInputs(newPerson('Njeri', 'Kamau').phoneNumber, amount)}*2`;
const pay = (phoneNumber: string, pin: string, amount?: number) =>
  typeUssdPin(system, { phoneNumber, before: inputs(amount), pin });
const balanceOf = (phoneNumber: string) => typeUssdPin(system, { phoneNumber, before: '2*1', pin: PIN });

test('wrong PINs at a purchase lock the PIN, a repeated request counts once, and nothing is paid', async () => {
  const { phoneNumber } = await newUssdCaller(system);
  expect(await balanceOf(phoneNumber)).toBe('END Your wallet has KES 950.');
  const session = dialUssd(system, { phoneNumber });
  const before = inputs();
  await session.send(before);
  const wrong = `${before}*${WRONG}`;
  await Promise.all([session.send(wrong), session.send(wrong)]);
  expect((await session.send(wrong)).text).toMatch(/^END Wrong PIN\. 2 tries are left/u);
  expect((await session.send(`${wrong}*${PIN}`)).text).toMatch(/^END Please dial again/u);
  expect(await pay(phoneNumber, WRONG)).toMatch(/^END Wrong PIN\. 1 try is left/u);
  expect(await pay(phoneNumber, WRONG)).toMatch(/^END Your PIN is locked/u);
  expect(await pay(phoneNumber, PIN)).toMatch(/^END Your PIN is locked/u);
  expect(await ussdPurchasesOf(system, phoneNumber)).toEqual([]);
});

test('a dialled string with the PIN pays nothing', async () => {
  const { phoneNumber } = await newUssdCaller(system);
  await balanceOf(phoneNumber);
  const { text } = await dialUssd(system, { phoneNumber }).send(`${inputs()}*${PIN}`);
  expect(text).toMatch(/^END Never dial your PIN/u);
  expect(await ussdPurchasesOf(system, phoneNumber)).toEqual([]);
});

test('the PIN at two processes at once pays once, and two sessions share one balance', async () => {
  const { url } = await system.addApi();
  const { phoneNumber } = await newUssdCaller(system);
  await balanceOf(phoneNumber);
  const session = dialUssd(system, { phoneNumber });
  const other = dialUssd(system, { phoneNumber, url, sessionId: session.sessionId });
  const before = inputs(500);
  await session.send(before);
  await Promise.all([session.send(`${before}*${PIN}`), other.send(`${before}*${PIN}`)]);
  expect((await other.send(`${before}*${PIN}`)).text).toMatch(PAID);
  expect(await ussdPurchasesOf(system, phoneNumber)).toHaveLength(1);
  await Promise.all([pay(phoneNumber, PIN, 300), pay(phoneNumber, PIN, 300)]);
  expect(await balanceOf(phoneNumber)).toBe('END Your wallet has KES 150.');
});

test('a first PIN on an account that existed before pays for nothing for a day', async () => {
  const { phoneNumber } = await newConsumer(system);
  await chooseEnglishByUssd(system, phoneNumber);
  expect(await pay(phoneNumber, PIN)).toMatch(
    /^END Your PIN is set\. For your safety, gifts from your wallet wait/u,
  );
  expect(await pay(phoneNumber, PIN)).toMatch(/^END For your safety, gifts from your wallet wait 24 hours/u);
});

test('a frozen wallet pays for nothing, and neither does any wallet while the feature is off', async () => {
  const { phoneNumber, userId } = await newUssdCaller(system);
  await system.owner.query(
    `update users set wallet_frozen_at = now(), wallet_frozen_by = 'phone' where id = $1`,
    [userId],
  );
  expect(await pay(phoneNumber, PIN)).toMatch(/^END This is not possible with this number/u);
  const session = dialUssd(system, { phoneNumber });
  const before = inputs();
  await session.send(before);
  await switchFeatures(system, false, 'giftsFromWallet');
  expect((await session.send(`${before}*${PIN}`)).text).toMatch(/^END You cannot pay this amount now/u);
  expect((await dialUssd(system, { phoneNumber }).send(before)).text).not.toContain('2. My wallet');
  await switchFeatures(system, true, 'giftsFromWallet');
  expect(await ussdPurchasesOf(system, phoneNumber)).toEqual([]);
});
