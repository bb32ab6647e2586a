import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, verifyPhoneOf } from '../../../testing/people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

test('the application’s database role cannot freeze, rename, promote or delete an account', async () => {
  await newSignedIn(people);
  for (const statement of [
    `update users set status = 'ACTIVE'`,
    `update users set email = 'mine@example.test'`,
    `delete from users`,
    `update users set phone_msisdn = '254712345678', phone_verified_at = now()`,
    `update users set phone_changed_at = null`,
    `insert into users (id, first_name, last_name, email, email_verified_at, signup_phone_msisdn, password_hash)
       values (gen_random_uuid(), 'A', 'B', 'a@example.test', now(), '254712345678', '')`,
    `update vouchers set recipient_msisdn = '254712345678'`,
    `update vouchers set recipient_email = 'mine@example.test'`,
    `update vouchers set code_sealed = ''`,
    `update vouchers set corrections = 0`,
    `delete from user_contact_history`,
    `update sessions set subject_id = gen_random_uuid()`,
    `update merchants set api_key = 'mine'`,
    `update merchant_staff set role = 'owner'`,
    `update administrators set role = 'administrator'`,
    `delete from administrators`,
    `truncate limited_attempts`,
    `update administrators set status = 'ACTIVE'`,
    `update approvals set requested_by = closed_by`,
    `update adjustments set amount_cents = 1`,
    `create table mine ()`,
  ]) {
    await expect(sql.raw(statement).execute(people.deps.db), statement).rejects.toThrow('permission denied');
  }
});

test('the database verifies a phone number only with the code sent to it, and records every change of contact', async () => {
  const [user, thief] = [await newSignedIn(people), await newSignedIn(people)];
  const { phoneNumber } = user.person;
  const code = randomUUID();
  const verify = async (person: string) => {
    const { rows } = await sql<{ email: string | null }>`
      select own_email as email from verify_phone(${person}, ${phoneNumber}, ${code})`.execute(
      people.deps.db,
    );
    return rows[0]?.email ?? undefined;
  };
  expect(await verify(user.userId)).toBeUndefined();
  await verifyPhoneOf(people, user);
  await people.owner.query(
    `insert into one_time_codes (purpose, subject_id, id, target, code_hash, expires_at)
     values ('phone', $1, $2, $3, '\\x00', now() + interval '1 hour')`,
    [thief.userId, code, phoneNumber],
  );
  // The thief's account has not requested this phone number.
  expect(await verify(thief.userId)).toBeUndefined();
  const { rows } = await people.owner.query(
    'select kind, former, present from user_contact_history where user_id = $1 order by id',
    [user.userId],
  );
  expect(rows).toEqual([
    { kind: 'phone', former: null, present: phoneNumber.replace(/^(.{4}).*(.{3})$/u, '$1****$2') },
  ]);
});
