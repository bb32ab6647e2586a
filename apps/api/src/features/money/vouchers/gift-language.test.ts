import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function kiswahiliBuyer(): Promise<string> {
  const { user } = await newConsumer(system);
  await system.owner.query(`update users set language = 'sw' where id = $1`, [user.id]);
  return user.id;
}

test('a recipient without an account gets the gift’s messages in the buyer’s language', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  await makeGift(system, { amount: 1_000, buyerId: await kiswahiliBuyer(), recipient });
  expect(await system.sandbox.sms(recipient.phoneNumber, /amekutumia zawadi ya/u)).toBeDefined();
  expect(await system.sandbox.mail(recipient.email, /amekutumia zawadi/u)).toBeDefined();
});

test('a recipient with an account gets them in the language of that account', async () => {
  const recipient = await newConsumer(system);
  await makeGift(system, { amount: 1_000, buyerId: await kiswahiliBuyer(), recipient });
  expect(await system.sandbox.sms(recipient.phoneNumber, /sent you a gift of/u)).toBeDefined();
});
