import { generatePasswordOtp, generatePhoneOtp, login } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn } from '../../../testing/people.ts';
import { deleteExpired } from '../sessions/index.ts';
import { deleteExpiredCodes } from './index.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function countOf(table: string, where = 'true'): Promise<number> {
  const { rows } = await people.owner.query<{ count: number }>(
    `select count(*)::int as count from ${table} where ${where}`,
  );
  return rows[0]?.count ?? 0;
}

test('deletes expired codes and links, and keeps valid ones', async () => {
  await people.call(generatePasswordOtp, { email: newPerson().email });
  await newSignedIn(people);
  await people.owner.query(`update one_time_codes set expires_at = now() - interval '1 second'`);
  await people.owner.query(`update user_email_verifications set expires_at = now() - interval '1 second'`);
  const user = await newSignedIn(people);
  await people.call(generatePhoneOtp, {}, { token: user.accessToken });
  await deleteExpiredCodes(people.deps);
  expect(await countOf('one_time_codes')).toBe(1);
  expect(await countOf('user_email_verifications')).toBe(1);
});

test('deletes sessions and their tokens a month after they expire, except each account’s last session', async () => {
  const { person, userId } = await newSignedIn(people);
  await people.call(login, { email: person.email, password: person.password });
  await people.owner.query(
    `update sessions set expires_at = now() - interval '31 days' where subject_id = $1`,
    [userId],
  );
  await people.owner.query(`update limited_attempts set last_at = now() - interval '3 days'`);
  await deleteExpired(people.deps);
  const rest = `subject_id = '${userId}'`;
  expect(await countOf('sessions', rest)).toBe(1);
  expect(await countOf('refresh_tokens', `session_id in (select id from sessions where ${rest})`)).toBe(1);
  expect(await countOf('limited_attempts')).toBe(0);
});
