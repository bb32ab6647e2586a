import { claimVoucher, paidNumbers, recipients } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('suggests earlier recipients of gifts, each once, latest first', async () => {
  const [me, other] = [await newConsumer(system), await newConsumer(system)];
  const [kip, juma] = [newPerson('Kip', 'Rotich'), newPerson('Juma', 'Ali')];
  for (const recipient of [kip, juma, kip]) {
    await makeGift(system, { amount: 100, buyerId: me.user.id, recipient });
  }
  const { answer } = await system.call(recipients, {}, me);
  expect(answer.recipients.map(({ msisdn, email }) => [msisdn, email])).toEqual([
    [kip.phoneNumber, kip.email],
    [juma.phoneNumber, juma.email],
  ]);
  expect((await system.call(recipients, {}, other)).answer.recipients).toEqual([]);
});

test('suggests earlier phone numbers of withdrawals, only to the user who withdrew to them', async () => {
  const [me, other] = [await newConsumer(system), await newConsumer(system)];
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: me });
  await system.call(claimVoucher, { body: { claimToken } }, me);
  for (const amount of [100, 110]) {
    const withdrawal = await registerAndStartWithdrawal(system, me, amount);
    await untilWithdrawal(system, me, withdrawal, 'COMPLETED');
  }
  const { answer } = await system.call(paidNumbers, {}, me);
  expect(answer.numbers).toMatchObject([
    {
      msisdn: me.phoneNumber,
      name: 'Neema Achieng',
      registeredName: expect.stringMatching(/^\p{L}+ \p{L}+/u),
    },
  ]);
  // Removes the name of one withdrawal, as if M-PESA had reported none: the earlier name must stay.
  await system.owner.query(
    `update withdrawals set paid_to_name = null where user_id = $1 and amount_cents = 11000`,
    [me.user.id],
  );
  const { answer: later } = await system.call(paidNumbers, {}, me);
  expect(later.numbers).toEqual(answer.numbers);
  expect((await system.call(paidNumbers, {}, other)).answer.numbers).toEqual([]);
});
