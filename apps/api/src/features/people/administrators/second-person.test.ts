import { randomUUID } from 'node:crypto';
import {
  addAdministrator,
  listAdministrators,
  resetAdministratorTwoFactor,
  updateAdministrator,
  type AdministratorRole,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
let other: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  [administrator, other] = [
    await newAdministrator(system, 'administrator'),
    await newAdministrator(system, 'administrator'),
  ];
});
afterAll(() => system.close());

const reason = 'She does the settlements from now on';

async function add(staffRole: AdministratorRole, by = administrator) {
  const { email } = newPerson('Wanjiru', 'Njoroge');
  const body = { name: `Wanjiru ${randomUUID().replace(/[^a-f]/gu, '')}`, email, staffRole };
  return { email, ...(await system.call(addAdministrator, { body }, by)) };
}

async function find(email: string) {
  const { answer } = await system.call(listAdministrators, {}, administrator);
  return answer.administrators.find((one) => one.email === email);
}

async function change(administratorId: string, changes: object, by = administrator) {
  const body = { ...changes, reason };
  return system.call(updateAdministrator, { params: { administratorId }, body }, by);
}

function approvalOf({ answer }: { answer: { action: { outcome: string } } }): string {
  if (!('approvalId' in answer.action)) throw new Error('the change did not wait for approval');
  return String(answer.action.approvalId);
}

test.each(['finance', 'administrator'] as const)(
  'adds an administrator with the role %s, and mails the password, only after a second administrator approves',
  async (staffRole) => {
    const asked = await add(staffRole);
    expect(asked.answer).toEqual({ action: { outcome: 'waiting', approvalId: expect.any(String) } });
    expect(await find(asked.email)).toBeUndefined();
    const approvalId = approvalOf(asked);
    expect((await approve(system, administrator, approvalId)).outcome).toBe('second_person_needed');
    expect((await approve(system, other, approvalId)).outcome).toBe('ok');
    expect(await find(asked.email)).toMatchObject({ staffRole, mustChangePassword: true });
    expect(await system.sandbox.mail(asked.email, /password:?\s+(\S{12,})/iu)).toBeTruthy();
  },
);

test.each(['support', 'read-only'] as const)(
  'adds an administrator with the role %s at once',
  async (staffRole) => {
    const { answer, email } = await add(staffRole);
    expect(answer).toMatchObject({ action: { outcome: 'done' }, email, staffRole });
  },
);

test('S323 a role with more rights over money waits for a second administrator; a new name applies at once', async () => {
  const { answer } = await add('support');
  const administratorId = answer.administratorId ?? '';
  const asked = await change(administratorId, { staffRole: 'finance', name: 'Wanjiru Otieno' });
  expect(asked.answer).toMatchObject({ staffRole: 'support', name: 'Wanjiru Otieno' });
  expect((await change(administratorId, { staffRole: 'finance' })).outcome).toBe('approval_open');
  expect((await approve(system, other, approvalOf(asked))).outcome).toBe('ok');
  const raised = await change(administratorId, { staffRole: 'administrator' });
  expect(raised.answer).toMatchObject({ staffRole: 'finance' });
  expect((await approve(system, other, approvalOf(raised))).outcome).toBe('ok');
  const lowered = await change(administratorId, { staffRole: 'read-only' });
  expect(lowered.answer).toMatchObject({ action: { outcome: 'done' }, staffRole: 'read-only' });
});

test('another role and a disabled account are mailed to the administrator, once they are in force', async () => {
  const { email } = await add('support');
  const { administratorId = '' } = (await find(email)) ?? {};
  const asked = await change(administratorId, { staffRole: 'finance' });
  expect((await approve(system, other, approvalOf(asked))).outcome).toBe('ok');
  expect(await system.sandbox.mail(email, /Your role is now finance/u)).toBeTruthy();
  await change(administratorId, { status: 'DISABLED' });
  expect(await system.sandbox.mail(email, /You can no longer sign in as an administrator/u)).toBeTruthy();
});

test('refuses to approve a role change when the role has changed since the request', async () => {
  const { answer } = await add('support');
  const administratorId = answer.administratorId ?? '';
  const asked = await change(administratorId, { staffRole: 'finance' });
  await change(administratorId, { staffRole: 'read-only' });
  expect((await approve(system, other, approvalOf(asked))).outcome).toBe('approval_outdated');
});

test('only a full administrator approves a new account; an email address has one account and one open request', async () => {
  const asked = await add('finance');
  const finance = await newAdministrator(system, 'finance');
  const refused = await approve(system, finance, approvalOf(asked));
  expect([refused.status, refused.outcome]).toEqual([403, 'forbidden']);
  const body = { name: 'Wanjiru', email: asked.email, staffRole: 'finance' as const };
  expect((await system.call(addAdministrator, { body }, other)).outcome).toBe('approval_open');
  expect((await approve(system, other, approvalOf(asked))).outcome).toBe('ok');
  expect((await system.call(addAdministrator, { body }, other)).outcome).toBe('administrator_known');
});

test('an administrator cannot approve accounts requested by the administrator who added them', async () => {
  const puppet = await newAdministrator(system, 'administrator');
  await system.owner.query(
    `insert into administrator_admissions (administrator_id, admitted_by, admitted_at)
     select p.id, b.id, now() - interval '30 days' from administrators p, administrators b
     where p.name = $1 and b.name = $2`,
    [puppet.name, administrator.name],
  );
  expect((await approve(system, puppet, approvalOf(await add('finance')))).outcome).toBe(
    'second_person_needed',
  );
});

test('A51 changes to the last checker wait for approval: role, account and second factor', async () => {
  const alone = await createTestSystem();
  const [maker, last] = [
    await newAdministrator(alone, 'administrator'),
    await newAdministrator(alone, 'administrator'),
  ];
  const { rows } = await alone.owner.query<{ id: string }>('select id from administrators where name = $1', [
    last.name,
  ]);
  const params = { administratorId: rows[0]?.id ?? '' };
  await alone.owner.query(
    `insert into second_factors (subject_id, secret_sealed, enabled_at) values ($1, '\\x00', now())`,
    [params.administratorId],
  );
  const update = (body: object) =>
    alone.call(updateAdministrator, { params, body: { reason, ...body } }, maker);
  const reset = () => alone.call(resetAdministratorTwoFactor, { params, body: { reason } }, maker);
  for (const staffRole of ['finance', 'support', 'read-only'] as const) {
    expect((await update({ staffRole })).answer).toMatchObject({
      staffRole: 'administrator',
      action: { outcome: 'waiting' },
    });
    await alone.owner.query('delete from approvals');
  }
  const disabled = await update({ status: 'DISABLED', name: 'Odhiambo' });
  expect(disabled.answer).toMatchObject({
    status: 'ACTIVE',
    name: 'Odhiambo',
    action: { outcome: 'waiting' },
  });
  expect((await reset()).answer).toMatchObject({ twoFactorEnabled: true, action: { outcome: 'waiting' } });
  expect((await approve(alone, maker, approvalOf(disabled))).outcome).toBe('second_person_needed');

  // The maker admitted this administrator, who therefore cannot check the maker.
  const friend = await newAdministrator(alone, 'administrator');
  await alone.owner.query(
    `insert into administrator_admissions
     select f.id, m.id, now() from administrators f, administrators m where f.name = $1 and m.name = $2`,
    [friend.name, maker.name],
  );
  expect((await update({ staffRole: 'support' })).answer.action.outcome).toBe('waiting');
  await newAdministrator(alone, 'administrator');
  expect((await reset()).answer).toMatchObject({ twoFactorEnabled: false, action: { outcome: 'done' } });
  expect((await update({ status: 'DISABLED' })).answer).toMatchObject({ status: 'DISABLED' });
  await alone.close();
});
