import {
  addAdministrator,
  administratorDetails,
  adminLogin,
  changePassword,
  enableTwoFactor,
  listAdministrators,
  merchantDetails,
  resetAdministratorPassword,
  resetAdministratorTwoFactor,
  startTwoFactor,
  updateAdministrator,
  type AdministratorRole,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokensOf } from '../../../testing/people.ts';
import { callAt, newAdministrator, type Administrator } from '../../../testing/portal-people.ts';

let people: PeopleApp;
let administrator: Administrator;

beforeAll(async () => {
  people = await startPeopleApp();
  administrator = await newAdministrator(people);
  // A second checker, because changes to the last one wait for approval.
  await newAdministrator(people);
});

afterAll(() => people.close());

const NEW_PASSWORD = 'My-own-battery-1';
const reason = 'Asked for by the head of support';

async function add(staffRole: AdministratorRole = 'support', email = newPerson().email) {
  const wanted = { name: 'Wanjiru Njoroge', email, staffRole };
  return people.call(addAdministrator, wanted, { token: administrator.token });
}

function change(administratorId: string, changes: object, by = administrator) {
  const body = { reason, ...changes };
  return callAt(people, updateAdministrator, { params: { administratorId } }, { body, token: by.token });
}

async function statusOf(token: string): Promise<number> {
  return (await people.call(listAdministrators, undefined, { token })).status;
}

async function auditOf(subjectId: string): Promise<{ action: string; reason: string }[]> {
  const { rows } = await people.owner.query(
    `select action, reason from audit_log where subject_kind = 'administrator' and subject_id = $1 and action <> 'administrator.signed-in'
     order by seq`,
    [subjectId],
  );
  return rows;
}

test('a new administrator gets a temporary password by mail and must replace it before any other call', async () => {
  const added = await add();
  expect(added.json.body).toMatchObject({ staffRole: 'support', mustChangePassword: true, isSelf: false });
  const email = String(added.json.body?.['email']);
  const { password: temporary = '' } = await lastMessage(people, email, 'administrator-welcome');
  const first = tokensOf(await people.call(adminLogin, { email, password: temporary })).accessToken;
  for (const refused of [
    await people.call(listAdministrators, undefined, { token: first }),
    await people.call(merchantDetails, { merchantCode: 'DUKA001' }, { token: first }),
  ]) {
    expect([refused.status, refused.json.code]).toEqual([409, 'must_change_password']);
  }
  const details = await people.call(administratorDetails, undefined, { token: first });
  expect(details.json.body).toMatchObject({ mustChangePassword: true, mustEnrolTwoFactor: false });

  const wanted = { currentPassword: temporary, newPassword: NEW_PASSWORD };
  const changed = tokensOf(await people.call(changePassword, wanted, { token: first }));
  expect(await statusOf(changed.accessToken)).toBe(200);
  const actions = (await auditOf(String(added.json.body?.['administratorId']))).map(({ action }) => action);
  expect(actions).toEqual([
    'administrator.created',
    'administrator.password-changed',
    'administrator.session-continued',
  ]);
});

test('the temporary password is not in the audit log', async () => {
  const added = await add();
  const { password = '' } = await lastMessage(
    people,
    String(added.json.body?.['email']),
    'administrator-welcome',
  );
  const { rows } = await people.owner.query('select from audit_log l where position($1 in l::text) > 0', [
    password,
  ]);
  expect(rows).toEqual([]);
});

test('refuses a second administrator with the same email address', async () => {
  expect((await add('finance', administrator.email)).json.code).toBe('administrator_known');
});

test('A9 S239 another role or a disabled account takes effect within a second', async () => {
  const other = await newAdministrator(people);
  expect((await change(other.administratorId, { staffRole: 'read-only' })).status).toBe(200);
  const add = { name: 'X', email: newPerson().email, staffRole: 'support' };
  expect((await people.call(addAdministrator, add, { token: other.token })).json.code).toBe('forbidden');
  expect(await statusOf(other.token)).toBe(200);

  const disabled = await change(other.administratorId, { status: 'DISABLED' });
  expect(disabled.json.body).toMatchObject({ status: 'DISABLED', staffRole: 'read-only' });
  expect(await statusOf(other.token)).toBe(401);
  await change(other.administratorId, { status: 'ACTIVE' });
  expect(await statusOf(other.token)).toBe(401);
  expect((await people.call(adminLogin, other)).status).toBe(200);
  expect(await auditOf(other.administratorId)).toEqual([
    { action: 'administrator.created', reason: '' },
    { action: 'administrator.updated', reason },
    { action: 'administrator.disabled', reason },
    { action: 'administrator.enabled', reason },
  ]);
});

test('administrators cannot change, disable or reset their own account', async () => {
  const params = { administratorId: administrator.administratorId };
  const calls = [
    change(administrator.administratorId, { status: 'DISABLED' }),
    change(administrator.administratorId, { staffRole: 'finance' }),
    callAt(people, resetAdministratorPassword, { params }, { body: { reason }, token: administrator.token }),
    callAt(people, resetAdministratorTwoFactor, { params }, { body: { reason }, token: administrator.token }),
  ];
  for (const reply of await Promise.all(calls)) expect(reply.json.code).toBe('own_account');
});

test('when two administrators disable each other at the same instant, one stays active', async () => {
  const [one, two] = [await newAdministrator(people), await newAdministrator(people)];
  const replies = await Promise.all([
    change(two.administratorId, { status: 'DISABLED' }, one),
    change(one.administratorId, { status: 'DISABLED' }, two),
  ]);
  const [done, refused] = replies.toSorted((left, right) => left.status - right.status);
  expect(done?.status).toBe(200);
  expect(refused?.json.code).toMatch(/^(?:forbidden|unauthenticated)$/u);
  const { rows } = await people.owner.query(
    `select count(*)::int as active from administrators where status = 'ACTIVE' and id = any($1)`,
    [[one.administratorId, two.administratorId]],
  );
  expect(rows).toEqual([{ active: 1 }]);
});

test('S241 an administrator who lost password and phone signs in with a temporary password alone', async () => {
  const other = await newAdministrator(people, 'finance');
  const { token, password, administratorId } = other;
  const started = await people.call(startTwoFactor, { password }, { token });
  const otp = generateSync({ secret: String(started.json.body?.['secret']) });
  expect((await people.call(enableTwoFactor, { otp }, { token })).status).toBe(200);

  const params = { administratorId };
  const by = { body: { reason }, token: administrator.token };
  expect((await callAt(people, resetAdministratorTwoFactor, { params }, by)).json.body).toMatchObject({
    twoFactorEnabled: false,
  });
  expect(await statusOf(token)).toBe(401);
  await lastMessage(people, other.email, 'two-factor-off');
  const again = await callAt(people, resetAdministratorTwoFactor, { params }, by);
  expect(again.json.code).toBe('two_factor_off');

  await callAt(people, resetAdministratorPassword, { params }, by);
  expect((await people.call(adminLogin, other)).json.code).toBe('invalid_credentials');
  const sent = await lastMessage(people, other.email, 'administrator-password-reset');
  const { email } = other;
  expect((await people.call(adminLogin, { email, password: sent['password'] })).status).toBe(200);
});

test.each(['finance', 'support', 'read-only'] as const)(
  'the role %s can list administrators but not change them',
  async (role) => {
    const { token } = await newAdministrator(people, role);
    const listed = await people.call(listAdministrators, undefined, { token });
    expect(listed.json.body).toMatchObject({ isTwoFactorRequired: false });
    const params = { administratorId: administrator.administratorId };
    const wanted = { name: 'X', email: newPerson().email, staffRole: 'administrator' };
    const replies = [
      await people.call(addAdministrator, wanted, { token }),
      await callAt(people, updateAdministrator, { params }, { body: { reason }, token }),
      await callAt(people, resetAdministratorPassword, { params }, { body: { reason }, token }),
      await callAt(people, resetAdministratorTwoFactor, { params }, { body: { reason }, token }),
    ];
    expect(replies.map(({ json }) => json.code)).toEqual(Array(4).fill('forbidden'));
  },
);
