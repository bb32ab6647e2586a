import { randomUUID } from 'node:crypto';
import {
  addAdministrator,
  adminLogin,
  listApprovals,
  rejectRequest,
  updateAdministrator,
  type AdministratorRole,
} from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { approve, refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
let witness: Administrator;
beforeAll(async () => {
  system = await createTestSystem({ APPROVAL_FROM: '100' });
  administrator = await newAdministrator(system, 'administrator');
  witness = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const reason = 'Another task';

async function idOf({ name }: Administrator): Promise<string> {
  const { rows } = await system.owner.query<{ id: string }>('select id from administrators where name = $1', [
    name,
  ]);
  return rows[0]?.id ?? '';
}

/** Changes an administrator by SQL, like another process at the same moment. */
async function writeDown(by: Administrator, change: string): Promise<void> {
  await system.owner.query(`update administrators set ${change} where name = $1`, [by.name]);
}

async function ask(maker: Administrator, gift?: Gift): Promise<string> {
  const asked = gift ?? (await makeGift(system, { amount: 200 }));
  const { answer } = await refund(system, maker, asked);
  if (answer.outcome !== 'waiting') throw new Error('the refund did not wait');
  return answer.approvalId;
}

/** Adds an administrator, with the approval of a second administrator; sets the password by SQL. */
async function addedBy(by: Administrator, staffRole: AdministratorRole): Promise<Administrator> {
  const name = `Administrator ${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const { email } = newPerson('Wanjiru', 'Njoroge');
  const { action } = (await system.call(addAdministrator, { body: { name, email, staffRole } }, by)).answer;
  if (action.outcome === 'waiting') await approve(system, witness, action.approvalId);
  await system.owner.query(
    `update administrators set must_change_password = false,
       password_hash = (select password_hash from administrators where name = $1)
     where name = $2`,
    [by.name, name],
  );
  const { answer } = await system.call(adminLogin, { body: { email, password: DEMO_PASSWORD } });
  return { name, bearer: answer.accessToken };
}

test('an administrator who was just disabled or demoted cannot approve, even in a new session', async () => {
  const [maker, left, demoted] = [
    await newAdministrator(system),
    await newAdministrator(system),
    await newAdministrator(system),
  ];
  const approvalId = await ask(maker);
  for (const by of [left, demoted]) await system.call(listApprovals, { query: {} }, by);
  await writeDown(left, `status = 'DISABLED'`);
  await writeDown(demoted, `role = 'support'`);
  expect((await approve(system, left, approvalId)).outcome).toBe('forbidden');
  expect((await approve(system, demoted, approvalId)).outcome).toBe('forbidden');
});

test('a request by a disabled or demoted administrator can only be rejected', async () => {
  const checker = await newAdministrator(system);
  for (const changes of [{ status: 'DISABLED' }, { staffRole: 'support' }] as const) {
    const maker = await newAdministrator(system);
    const gift = await makeGift(system, { amount: 200 });
    const approvalId = await ask(maker, gift);
    const params = { administratorId: await idOf(maker) };
    expect(
      (await system.call(updateAdministrator, { params, body: { ...changes, reason } }, administrator))
        .outcome,
    ).toBe('ok');
    expect((await approve(system, checker, approvalId)).outcome).toBe('requester_ineligible');
    expect(await leftOn(system, gift)).toBe(190);
    const body = { approvalId, reason };
    expect((await system.call(rejectRequest, { body }, checker)).outcome).toBe('ok');
  }
});

test('A40 an administrator cannot approve a request by the administrator who admitted them, not even a year later', async () => {
  const puppet = await addedBy(administrator, 'finance');
  const asked = await ask(administrator);
  expect((await approve(system, puppet, asked)).outcome).toBe('second_person_needed');
  const { answer } = await system.call(listApprovals, { query: { status: 'Open' } }, puppet);
  expect(answer.approvals.find((one) => one.approvalId === asked)).toMatchObject({
    canApprove: false,
    obstacle: 'let-in',
  });
  expect((await approve(system, administrator, await ask(puppet))).outcome).toBe('second_person_needed');
  await system.owner.query(
    `update administrator_admissions set admitted_at = admitted_at - interval '1 year'`,
  );
  const refused = await approve(system, puppet, await ask(administrator));
  expect(refused.outcome).toBe('second_person_needed');
  expect(refused.refusal).toMatchObject({ customerMessage: expect.stringContaining('npm run admin:create') });
});

test('S321 an administrator cannot approve a request by an administrator who admitted them through others', async () => {
  const middle = await addedBy(administrator, 'administrator');
  const last = await addedBy(middle, 'finance');
  expect((await approve(system, last, await ask(administrator))).outcome).toBe('second_person_needed');
  expect((await approve(system, last, await ask(middle))).outcome).toBe('second_person_needed');
  expect((await approve(system, administrator, await ask(last))).outcome).toBe('second_person_needed');
});

test('S322 two administrators admitted by the same person, or added by the server command, may approve each other’s requests', async () => {
  const [one, two] = [await addedBy(administrator, 'finance'), await addedBy(administrator, 'finance')];
  expect((await approve(system, two, await ask(one))).outcome).toBe('ok');
  expect(
    (await approve(system, await newAdministrator(system, 'administrator'), await ask(administrator)))
      .outcome,
  ).toBe('ok');
});

test('a change of role by another administrator does not hide who admitted an administrator', async () => {
  const [puppet, other] = [
    await addedBy(administrator, 'finance'),
    await newAdministrator(system, 'administrator'),
  ];
  const params = { administratorId: await idOf(puppet) };
  for (const staffRole of ['support', 'finance'] as const) {
    const { answer } = await system.call(updateAdministrator, { params, body: { staffRole, reason } }, other);
    if (answer.action.outcome === 'waiting') await approve(system, administrator, answer.action.approvalId);
  }
  expect((await approve(system, puppet, await ask(other))).outcome).toBe('second_person_needed');
  expect((await approve(system, puppet, await ask(administrator))).outcome).toBe('second_person_needed');
});
