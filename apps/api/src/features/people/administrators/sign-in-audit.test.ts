import { adminLogin, enableTwoFactor, startTwoFactor } from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newAdministrator } from '../../../testing/portal-people.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

/** Reads the administrator's audit entries since the first sign-in, in order. */
async function entriesOf(administratorId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await people.owner.query<Record<string, unknown>>(
    `select action, actor_name as "actorName", address, after - 'since' - 'sessionId' as after from audit_log
     where subject_id = $1 and action <> 'administrator.created' order by seq offset 1`,
    [administratorId],
  );
  return rows;
}

function signIn(who: { email: string; password: string }, address: string, otp?: string) {
  const { email, password } = who;
  return people.call(adminLogin, { email, password, ...(otp !== undefined && { otp }) }, { address });
}

test('logs an administrator’s failed sign-ins as one count, the lock-out, and that count at the next sign-in', async () => {
  const administrator = await newAdministrator(people);
  const wrong = { ...administrator, password: 'wrong' };
  for (let count = 0; count < 10; count += 1) await signIn(wrong, `10.1.0.${count}`);
  for (let count = 0; count < 10; count += 1) await signIn(wrong, '10.2.0.1');
  expect((await signIn(wrong, '10.2.0.1')).status).toBe(429);
  expect((await signIn(administrator, '10.3.0.1')).status).toBe(200);
  const failed = { action: 'administrator.sign-in-failed', actorName: 'Unknown' };
  expect(await entriesOf(administrator.administratorId)).toEqual([
    { ...failed, address: '10.1.0.0', after: { failures: 1 } },
    { ...failed, address: '10.1.0.9', after: { failures: 10 } },
    { action: 'administrator.locked-out', actorName: 'Unknown', address: '10.2.0.1', after: { failures: 1 } },
    {
      action: 'administrator.signed-in',
      actorName: 'Achieng Odhiambo',
      address: '10.3.0.1',
      after: { failuresBefore: 21 },
    },
  ]);
});

test('sign-in attempts with unknown email addresses leave no audit entry', async () => {
  const countEntries = async () =>
    (await people.owner.query<{ count: string }>('select count(*) from audit_log')).rows[0]?.count;
  const before = await countEntries();
  for (let count = 0; count < 12; count += 1) await signIn(newPerson(), '10.4.0.1');
  expect(await countEntries()).toBe(before);
});

test('a wrong code after the right password has its own audit entry', async () => {
  const administrator = await newAdministrator(people);
  const { password, token } = administrator;
  const started = await people.call(startTwoFactor, { password }, { token });
  const otp = generateSync({ secret: String(started.json.body?.['secret']) });
  await people.call(enableTwoFactor, { otp }, { token });
  expect((await signIn(administrator, '10.5.0.1', 'AAAAA-AAAAA')).status).toBe(401);
  expect((await entriesOf(administrator.administratorId)).at(-1)).toEqual({
    action: 'administrator.second-factor-failed',
    actorName: 'Unknown',
    address: '10.5.0.1',
    after: { failures: 1 },
  });
});
