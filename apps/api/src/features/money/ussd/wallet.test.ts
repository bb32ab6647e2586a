import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newUssdCaller } from '../../../testing/ussd-callers.ts';
import { chooseEnglishByUssd, dialUssd, typeUssdPin } from '../../../testing/ussd-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd', 'aliases');
});
afterAll(() => system.close());

const PIN = '830592';

const dial = (phoneNumber: string) => dialUssd(system, { phoneNumber });

const chooseEnglish = (phoneNumber: string) => chooseEnglishByUssd(system, phoneNumber);

const typePin = (phoneNumber: string, before: string) =>
  typeUssdPin(system, { phoneNumber, before, pin: PIN });

const withdraw = (phoneNumber: string, amount: number) => typePin(phoneNumber, `2*2*${amount}`);

const newCaller = (amount?: number) => newUssdCaller(system, amount);

/** Adds a gift by USSD to the wallet of an account that was made on the web. */
async function newWebOwner(): Promise<{ phoneNumber: string; id: string }> {
  const { user } = await newConsumer(system);
  const { rows } = await system.owner.query<{ phone: string; email: string }>(
    'select phone_msisdn as phone, email from users where id = $1',
    [user.id],
  );
  const [{ phone, email } = { phone: '', email: '' }] = rows;
  await makeGift(system, { amount: 1_000, recipient: { phoneNumber: phone, email } });
  await chooseEnglish(phone);
  const session = dial(phone);
  await session.send('1');
  expect((await session.send('1*1*1')).text).toMatch(/^END The gift from /u);
  return { phoneNumber: phone, id: user.id };
}

async function withdrawalsTo(phoneNumber: string) {
  const { rows } = await system.owner.query<{ status: string; shillings: number; fee: number }>(
    `select status, (amount_cents / 100)::int as shillings, (fee_cents / 100)::int as fee from withdrawals
     where msisdn = $1 and is_by_ussd order by registered_at`,
    [phoneNumber],
  );
  return rows;
}

test('a wallet that was opened on this phone shows balance and movements, and is withdrawn from at once', async () => {
  const { phoneNumber } = await newCaller();
  const before = (await system.sandbox.phone(phoneNumber)).balance;
  const session = dial(phoneNumber);
  expect((await session.send('2')).text).toBe(
    'CON My wallet\n1. Balance\n2. Withdraw\n3. Last movements\n0. Back',
  );
  expect((await session.send('2*2')).text).toBe(
    'CON Type the amount to withdraw, from KES 10 to KES 20,000:\n0. Back',
  );
  expect((await session.send('2*2*5')).text).toMatch(/^CON This amount is not possible/u);
  expect((await session.send('2*2*5*500')).text).toMatch(
    /^CON KES 500, fee KES 12: KES 488 goes to 07\d{8}\.\nChoose a Zawadi PIN/u,
  );
  const paid = (await session.send(`2*2*5*500*${PIN}`)).text;
  expect(paid).toMatch(/^END KES 488 goes to 07\d{8} by M-PESA\. An SMS will confirm it\.$/u);
  expect((await session.send(`2*2*5*500*${PIN}`)).text).toBe(paid);
  await eventually('the money on the phone', async () =>
    (await system.sandbox.phone(phoneNumber)).balance === before + 488 ? true : undefined,
  );
  await eventually('a completed withdrawal', async () =>
    (await withdrawalsTo(phoneNumber))[0]?.status === 'COMPLETED' ? true : undefined,
  );
  expect(await withdrawalsTo(phoneNumber)).toEqual([{ status: 'COMPLETED', shillings: 500, fee: 12 }]);
  expect(await typePin(phoneNumber, '2*1')).toBe('END Your wallet has KES 450.');
  expect(await typePin(phoneNumber, '2*3')).toMatch(
    /^END \d\d\/\d\d -500 Withdrawal\n\d\d\/\d\d \+950 Gift$/u,
  );
});

test('a first PIN on an account that existed before moves no money for 24 hours, and we notify its owner', async () => {
  const { phoneNumber } = await newWebOwner();
  expect(await withdraw(phoneNumber, 100)).toMatch(/^END Your PIN is set\. .* wait 24 hours/u);
  await system.sandbox.sms(phoneNumber, /^A PIN for USSD was set for your Zawadi wallet/u);
  expect(await typePin(phoneNumber, '2*1')).toBe('END Your wallet has KES 950.');
  expect(await withdraw(phoneNumber, 100)).toMatch(/^END For your safety, withdrawals wait 24 hours/u);
  expect(await withdrawalsTo(phoneNumber)).toEqual([]);
  await system.owner.query(
    `update ussd_numbers set money_waits_until = now() - interval '1 second' where msisdn = $1`,
    [phoneNumber],
  );
  expect(await withdraw(phoneNumber, 100)).toMatch(/^END KES 98 goes to /u);
  expect(await withdrawalsTo(phoneNumber)).toHaveLength(1);
});

test('at most KES 20,000 a day leave a wallet by USSD', async () => {
  const { phoneNumber } = await newCaller(40_000);
  expect(await withdraw(phoneNumber, 15_000)).toMatch(/^END KES 14,625 goes to /u);
  expect(await withdraw(phoneNumber, 5_001)).toMatch(/^END You cannot withdraw this amount now/u);
  expect(await withdraw(phoneNumber, 5_000)).toMatch(/^END KES 4,875 goes to /u);
  expect(await withdraw(phoneNumber, 10)).toMatch(/^END You cannot withdraw this amount now/u);
  expect(await withdrawalsTo(phoneNumber)).toHaveLength(2);
});

test('no more than the balance is withdrawn, and nothing from a frozen wallet or after a password reset', async () => {
  const { phoneNumber } = await newCaller();
  expect(await typePin(phoneNumber, '2*1')).toBe('END Your wallet has KES 950.');
  expect(await withdraw(phoneNumber, 951)).toMatch(/^END You cannot withdraw this amount now/u);
  const change = (set: string) =>
    system.owner.query(`update users set ${set} where phone_msisdn = $1`, [phoneNumber]);
  await change(`wallet_frozen_at = now(), wallet_frozen_by = 'session'`);
  expect(await withdraw(phoneNumber, 100)).toMatch(/^END This is not possible with this number/u);
  await change(
    `wallet_frozen_at = null, wallet_frozen_by = null, password_reset_at = now(), password_reset_by = 'sms'`,
  );
  expect(await withdraw(phoneNumber, 100)).toMatch(/^END For your safety, withdrawals wait 24 hours/u);
  await change(`password_reset_at = null, password_reset_by = null, phone_changed_at = now()`);
  expect(await withdraw(phoneNumber, 100)).toMatch(/24 hours/u);
  expect(await withdrawalsTo(phoneNumber)).toEqual([]);
});

test('an account that has not used the number for 90 days is not this caller’s', async () => {
  const { phoneNumber } = await newCaller();
  expect(await typePin(phoneNumber, '2*1')).toBe('END Your wallet has KES 950.');
  await system.owner.query(
    `update users set phone_verified_at = now() - interval '91 days', ussd_used_at = now() - interval '91 days'
     where phone_msisdn = $1`,
    [phoneNumber],
  );
  expect((await dial(phoneNumber).send('2*1')).text).toMatch(/^END This is not possible/u);
});

test('a line without M-PESA cannot withdraw, and a caller without an account has no wallet', async () => {
  const { phoneNumber } = await newCaller();
  expect((await dial(phoneNumber).send('2*2', { networkCode: '63903' })).text).toMatch(
    /^END This line has no M-PESA/u,
  );
  const stranger = newPerson('Kip', 'Rotich').phoneNumber;
  await chooseEnglish(stranger);
  expect((await dial(stranger).send('2')).text).toMatch(/^END You have no wallet yet/u);
});
