import {
  addMember,
  listMembers,
  merchantLogin,
  merchantMe,
  readMerchantSettings,
  resetMemberPassword,
  updateMember,
  type MemberAccount,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage } from '../../../testing/people.ts';
import {
  activitiesOf,
  callAt,
  newOwner,
  newMember,
  signInMember,
  type Owner,
} from '../../../testing/portal-people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

const JUMA = { name: 'Juma Otieno', handle: 'juma', staffRole: 'cashier' } as const;

async function membersOf({ token }: Owner): Promise<MemberAccount[]> {
  const reply = await people.call(listMembers, undefined, { token });
  return reply.json.body?.['staff'] as MemberAccount[];
}

function change(staffId: string, changes: Record<string, unknown>, token: string) {
  return callAt(people, updateMember, { params: { staffId } }, { body: changes, token });
}

function reset(staffId: string, token: string) {
  return callAt(people, resetMemberPassword, { params: { staffId } }, { body: {}, token });
}

async function statusOf(token: string): Promise<number> {
  return (await people.call(merchantMe, undefined, { token })).status;
}

test('a cashier whom the owner adds gets a temporary password by mail and signs in with merchant code and handle', async () => {
  const owner = await newOwner(people);
  const { email } = newPerson();
  const added = await people.call(addMember, { ...JUMA, email }, { token: owner.token });
  expect(added.json.body).toMatchObject({
    signInCode: `${owner.merchantCode}.JUMA`,
    name: 'Juma Otieno',
    email,
    staffRole: 'cashier',
    status: 'ACTIVE',
    mustChangePassword: true,
    lastLogin: null,
  });
  const mail = await lastMessage(people, email, 'member-welcome');
  expect(added.text).not.toContain(mail['password']);
  await signInMember(people, mail['signInCode'] ?? '', mail['password'] ?? '');
  expect(await membersOf(owner)).toMatchObject([
    { signInCode: owner.merchantCode, name: 'Njeri Kamau', staffRole: 'owner', email: owner.contactEmail },
    { signInCode: `${owner.merchantCode}.JUMA`, lastLogin: expect.any(String) },
  ]);
  expect(await activitiesOf(people, owner.merchantId)).toMatchObject([
    { kind: 'member-added', actorKind: 'member', details: { staffRole: 'cashier' } },
  ]);
});

test('the temporary password of a staff member without email address is mailed to the contact', async () => {
  const owner = await newOwner(people);
  await people.call(addMember, JUMA, { token: owner.token });
  const mail = await lastMessage(people, owner.contactEmail, 'member-welcome');
  expect(mail).toMatchObject({ name: 'Juma Otieno', signInCode: `${owner.merchantCode}.JUMA` });
  const me = await people.call(merchantMe, undefined, {
    token: await signInMember(people, mail['signInCode'] ?? '', mail['password'] ?? ''),
  });
  expect(me.json.body).toMatchObject({ name: 'Juma Otieno', email: owner.contactEmail });
});

test('of concurrent requests for the same handle exactly one succeeds', async () => {
  const owner = await newOwner(people);
  const replies = await Promise.all(
    ['juma', 'JUMA', 'Juma', 'jUMA', 'juma '].map((handle) =>
      people.call(addMember, { ...JUMA, handle }, { token: owner.token }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ json }) => json.code === 'handle_taken')).toHaveLength(4);
  expect(await membersOf(owner)).toHaveLength(2);
  const neighbour = await newOwner(people);
  expect((await people.call(addMember, JUMA, { token: neighbour.token })).status).toBe(200);
});

test('managers and cashiers cannot manage staff, and cashiers cannot see the settings', async () => {
  const owner = await newOwner(people);
  const manager = await newMember(people, owner, 'manager');
  const cashier = await newMember(people, owner, 'cashier');
  for (const { token } of [manager, cashier]) {
    const calls = [
      await people.call(listMembers, undefined, { token }),
      await people.call(addMember, JUMA, { token }),
      await change(cashier.staffId, { staffRole: 'manager' }, token),
      await reset(manager.staffId, token),
    ];
    for (const reply of calls) expect(reply).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  }
  const settings = (token: string) => people.call(readMerchantSettings, undefined, { token });
  expect([(await settings(manager.token)).status, (await settings(cashier.token)).status]).toEqual([
    200, 403,
  ]);
});

test('A9 a disabled staff member is signed out within a second, and cannot sign in, reset or use an old session', async () => {
  const owner = await newOwner(people);
  const cashier = await newMember(people, owner, 'cashier');
  expect(await statusOf(cashier.token)).toBe(200);
  const disabled = await change(cashier.staffId, { status: 'DISABLED' }, owner.token);
  expect(disabled.json.body).toMatchObject({ status: 'DISABLED' });
  await expect.poll(() => statusOf(cashier.token), { timeout: 1_500 }).toBe(401);
  const signIn = { merchantCode: cashier.signInCode, password: cashier.password };
  expect((await people.call(merchantLogin, signIn)).json.code).toBe('invalid_credentials');
  await change(cashier.staffId, { status: 'ACTIVE' }, owner.token);
  expect(await statusOf(cashier.token)).toBe(401);
  await signInMember(people, cashier.signInCode, cashier.password);
});

test('A9 a staff member’s new role applies within a second, even to tokens issued for the old role', async () => {
  const owner = await newOwner(people);
  const cashier = await newMember(people, owner, 'cashier');
  const settings = async () =>
    (await people.call(readMerchantSettings, undefined, { token: cashier.token })).status;
  expect(await settings()).toBe(403);
  await change(cashier.staffId, { staffRole: 'manager' }, owner.token);
  await expect.poll(settings, { timeout: 1_500 }).toBe(200);
  await change(cashier.staffId, { staffRole: 'cashier' }, owner.token);
  await expect.poll(settings, { timeout: 1_500 }).toBe(403);
});

test('changing a staff member leaves omitted fields unchanged, and can remove the email address', async () => {
  const owner = await newOwner(people);
  const { staffId, email } = await newMember(people, owner, 'cashier');
  const renamed = await change(staffId, { name: 'Juma O.' }, owner.token);
  expect(renamed.json.body).toMatchObject({ name: 'Juma O.', email, staffRole: 'cashier', status: 'ACTIVE' });
  expect((await change(staffId, { email: null }, owner.token)).json.body).toMatchObject({
    name: 'Juma O.',
    email: null,
  });
});

test('resetting a staff member’s password makes it temporary and ends every session', async () => {
  const owner = await newOwner(people);
  const cashier = await newMember(people, owner, 'cashier');
  const reply = await reset(cashier.staffId, owner.token);
  expect(reply.json.body).toMatchObject({ mustChangePassword: true, twoFactorEnabled: false });
  expect(await statusOf(cashier.token)).toBe(401);
  const old = { merchantCode: cashier.signInCode, password: cashier.password };
  expect((await people.call(merchantLogin, old)).status).toBe(401);
  const { password = '' } = await lastMessage(people, cashier.email, 'member-password-reset');
  const token = await signInMember(people, cashier.signInCode, password);
  const me = await people.call(merchantMe, undefined, { token });
  expect(me.json.body).toMatchObject({ mustChangePassword: true });
});

test('staff management finds neither the owner nor staff of another merchant', async () => {
  const [owner, other] = [await newOwner(people), await newOwner(people)];
  const theirs = await newMember(people, other, 'cashier');
  const [self] = await membersOf(owner);
  for (const staffId of [theirs.staffId, self?.staffId ?? '']) {
    expect((await change(staffId, { status: 'DISABLED' }, owner.token)).status).toBe(404);
    expect((await reset(staffId, owner.token)).status).toBe(404);
  }
  expect(await statusOf(theirs.token)).toBe(200);
  expect(await statusOf(owner.token)).toBe(200);
});

test('refuses to add a staff member with the role of owner, or a dot or space in the handle', async () => {
  const { token } = await newOwner(people);
  for (const wrong of [{ staffRole: 'owner' }, { handle: 'a.b' }, { handle: 'a b' }, { handle: '' }]) {
    const reply = await people.call(addMember, { ...JUMA, ...wrong }, { token });
    expect(reply.json.code).toBe('validation_failed');
  }
});
