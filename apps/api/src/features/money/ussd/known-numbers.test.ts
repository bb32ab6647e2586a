import { generatePhonePasswordOtp, resetPasswordByPhone } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, RetryTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { beginUssd } from '../../../testing/ussd-calls.ts';
import { requireFreeNumber } from '../../people/users/index.ts';
import { openAccount } from './add-to-wallet.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd');
});
afterAll(() => system.close());

const begin = (phoneNumber: string) => beginUssd(system, phoneNumber);
const someone = () => newPerson('Amina', 'Otieno');

const giftTo = (phoneNumber: string): Promise<Gift> =>
  makeGift(system, { amount: 1_000, recipient: { phoneNumber, email: someone().email } });

/** Opens an account by adding a gift. */
async function openWallet(): Promise<string> {
  const { phoneNumber } = someone();
  await giftTo(phoneNumber);
  const { text } = await (await begin(phoneNumber)).send('1*1*1*1*Amina*Otieno*1');
  expect(text).toMatch(/^END The gift from /u);
  return phoneNumber;
}

/** Sets how many days ago the account proved its number, and last used it by USSD. */
async function age(phoneNumber: string, proven: number, used: number | null): Promise<void> {
  await system.owner.query(
    `update users set phone_verified_at = now() - make_interval(days => $2),
       ussd_used_at = now() - make_interval(days => $3) where phone_msisdn = $1`,
    [phoneNumber, proven, used],
  );
}

const UNUSED = /^END The wallet of this number was not used for 90 days\./u;

test('a gift is not added to a wallet that has not used its number for 90 days: the caller may be another person', async () => {
  const { phoneNumber } = await newConsumer(system);
  await age(phoneNumber, 91, null);
  const gift = await giftTo(phoneNumber);
  expect((await (await begin(phoneNumber)).send('1*1*1*1')).text).toMatch(UNUSED);
  expect(await leftOn(system, gift)).toBe(950);
  await age(phoneNumber, 89, null);
  expect((await (await begin(phoneNumber)).send('1*1*1')).text).toMatch(/^END The gift from /u);
});

test('a USSD session within 90 days keeps the number in use, and a later one does not bring it back', async () => {
  const phoneNumber = await openWallet();
  await age(phoneNumber, 89, null);
  await begin(phoneNumber);
  await system.owner.query(
    `update users set phone_verified_at = now() - interval '200 days' where phone_msisdn = $1`,
    [phoneNumber],
  );
  const gift = await giftTo(phoneNumber);
  expect((await (await begin(phoneNumber)).send('1*1*1')).text).toMatch(/^END The gift from /u);
  expect(await leftOn(system, gift)).toBe(0);
  await system.call(generatePhonePasswordOtp, { body: { phone: phoneNumber } });
  const [, otp = ''] = await system.sandbox.sms(phoneNumber, /^(\d{6}) sets a new Zawadi password/u);
  const reset = { body: { phone: phoneNumber, otp, password: 'Four-goats-and-a-kite' } };
  await age(phoneNumber, 200, 91);
  await begin(phoneNumber);
  expect((await system.call(resetPasswordByPhone, reset)).outcome).toBe('reset_needs_email');
  await age(phoneNumber, 200, 89);
  expect((await system.call(resetPasswordByPhone, reset)).outcome).toBe('ok');
});

const NOT_POSSIBLE = /^END This is not possible with this number\. Help: /u;
const OPENS = /^CON We open a wallet for you\./u;

/** Expects that no account can be opened for a number, until `end` has run. */
async function expectTakenUntil(phoneNumber: string, end: () => Promise<unknown>): Promise<void> {
  await giftTo(phoneNumber);
  const session = await begin(phoneNumber);
  await session.send('1');
  expect((await session.send('1*1*1*1')).text).toMatch(NOT_POSSIBLE);
  await expect(requireFreeNumber(system.deps.db, phoneNumber)).rejects.toMatchObject({
    code: 'number_has_account',
  });
  await end();
  expect((await (await begin(phoneNumber)).send('1*1*1')).text).toMatch(OPENS);
  await requireFreeNumber(system.deps.db, phoneNumber);
}

test('no account is opened for a number that its former owner can still take back', async () => {
  const { user } = await newConsumer(system);
  const [former, wanted] = [someone().phoneNumber, someone().phoneNumber];
  const id = newId();
  await system.owner.query(
    `insert into contact_changes (id, token_hash, audience, subject_id, kind, former, former_verified_at, wanted)
     values ($1, sha256(gen_random_uuid()::text::bytea), 'consumer', $2, 'phone', $3, now(), $4)`,
    [id, user.id, former, wanted],
  );
  await expectTakenUntil(former, () =>
    system.owner.query(`update contact_changes set expires_at = now() - interval '1 second' where id = $1`, [
      id,
    ]),
  );
});

test('no account is opened for a number that an open lost-contact case names', async () => {
  const { user } = await newConsumer(system);
  const { phoneNumber } = someone();
  const id = newId();
  await system.owner.query(
    `insert into lost_contact_cases (id, user_id, msisdn, registered_name, facts, note)
     values ($1, $2, $3, 'NEEMA ACHIENG', '{gift-bought,withdrawal}', 'Named both')`,
    [id, user.id, phoneNumber],
  );
  await expectTakenUntil(phoneNumber, () =>
    system.owner.query(`update lost_contact_cases set ended_at = now(), ended_as = 'not-me' where id = $1`, [
      id,
    ]),
  );
});

test('a request whose account another session has opened in between is retried, and finds it', async () => {
  const { phoneNumber: msisdn } = await newConsumer(system);
  const names = { firstName: 'Amina', lastName: 'Otieno' };
  const call = { sessionId: newId(), position: 0, msisdn, language: 'en' as const };
  const opened = inTransaction(system.deps.db, (tx) => openAccount({ ...call, tx }, names));
  await expect(opened).rejects.toThrow(RetryTransaction);
});

test('only a new account without a password proves its number as a caller', async () => {
  const { user, phoneNumber } = await newConsumer(system, { phone: false, email: false });
  const { rows } = await system.owner.query('select verify_calling_phone($1, $2) as done', [
    user.id,
    phoneNumber,
  ]);
  expect(rows).toEqual([{ done: false }]);
});
