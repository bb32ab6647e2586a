import { addAdministrator, adminLogin, rejectRequest } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approvableActions } from '../../../approvable-actions.ts';
import { createAdministrator } from '../../people/administrators/index.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { approve, refund } from '../../../testing/refund-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { closeLapsedRequests, notifyRequesters, notifyApprovers } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem({ APPROVAL_FROM: '100' });
});
beforeEach(async () => {
  await system.owner.query(
    `update approvals set closed_as = 'EXPIRED', closed_at = now() where closed_as is null`,
  );
  await system.owner.query(`update administrators set status = 'DISABLED'`);
});
afterAll(() => system.close());

type Person = { name: string; email: string; bearer: string };

async function newPersonOf(staffRole: 'administrator' | 'finance' | 'support'): Promise<Person> {
  const name = `Administrator ${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const sign = { email: `${randomUUID()}@example.test`, password: DEMO_PASSWORD };
  await createAdministrator(system.deps, { ...sign, name, staffRole });
  const { answer } = await system.call(adminLogin, { body: sign });
  return { name, email: sign.email, bearer: answer.accessToken };
}

async function ask(maker: Person, amount = 200): Promise<string> {
  const { answer } = await refund(system, maker, await makeGift(system, { amount }));
  if (answer.outcome !== 'waiting') throw new Error('the refund did not wait');
  return answer.approvalId;
}

const tell = () => notifyApprovers({ ...system.deps, actions: approvableActions(system.deps) });

/** Lists `<template> <name>` for each mail about requests since the start of the test, sorted. */
async function notifiedSince(marks: Person[]): Promise<string[]> {
  const { rows } = await system.owner.query<{ told: string }>(
    `select split_part(o.dedupe_key, ':', 1) || ' ' || a.name as told
     from outbox o join administrators a on a.id::text = split_part(o.dedupe_key, ':', 3)
     where o.dedupe_key like 'approvals-%' and a.name = any($1) order by 1`,
    [marks.map(({ name }) => name)],
  );
  return rows.map(({ told }) => told);
}

const lapseIn = (approvalId: string, hours: number) =>
  system.owner.query(`update approvals set expires_at = now() + make_interval(hours => $2) where id = $1`, [
    approvalId,
    hours,
  ]);

test('notifies each approver once, however many workers run, and never the requester', async () => {
  const [maker, finance, administrator, support] = [
    await newPersonOf('finance'),
    await newPersonOf('finance'),
    await newPersonOf('administrator'),
    await newPersonOf('support'),
  ];
  const all = [maker, finance, administrator, support];
  await ask(maker, 20_000);
  await Promise.all([tell(), tell(), tell()]);
  await tell();
  expect(await notifiedSince(all)).toEqual(
    [`approvals-waiting ${finance.name}`, `approvals-waiting ${administrator.name}`].toSorted(),
  );
  const [text] = await system.sandbox.mail(administrator.email, /[^]*Asked by[^]*/u);
  expect(text).toContain(`Refund KES 20,000`);
  expect(text).toContain(maker.name);
});

test('does not notify administrators whom the requester admitted, or who admitted the requester, directly or through others', async () => {
  const [administrator, witness] = [await newPersonOf('administrator'), await newPersonOf('administrator')];
  const { email } = newPerson('Wanjiru', 'Njoroge');
  const name = `Administrator ${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const body = { name, email, staffRole: 'finance' as const };
  const { action } = (await system.call(addAdministrator, { body }, administrator)).answer;
  if (action.outcome === 'waiting') await approve(system, witness, action.approvalId);
  await ask(administrator);
  await tell();
  expect(await notifiedSince([administrator, witness, { ...administrator, name }])).toEqual([
    `approvals-waiting ${witness.name}`,
  ]);
});

test('notifies only administrators with the role `administrator` of a request that only this role may decide', async () => {
  const [administrator, other, finance] = [
    await newPersonOf('administrator'),
    await newPersonOf('administrator'),
    await newPersonOf('finance'),
  ];
  const body = { name: 'Kip Rotich', email: newPerson('Kip', 'Rotich').email, staffRole: 'finance' as const };
  await system.call(addAdministrator, { body }, administrator);
  await tell();
  expect(await notifiedSince([administrator, other, finance])).toEqual([`approvals-waiting ${other.name}`]);
});

test('reminds approvers twelve hours before a request expires, but not of a decided request', async () => {
  const [maker, checker] = [await newPersonOf('finance'), await newPersonOf('finance')];
  const [open, decided] = [await ask(maker), await ask(maker)];
  await tell();
  expect(await notifiedSince([maker, checker])).toEqual([`approvals-waiting ${checker.name}`]);
  await lapseIn(open, 13);
  await tell();
  expect(await notifiedSince([maker, checker])).toHaveLength(1);
  await approve(system, checker, decided);
  await Promise.all([lapseIn(open, 12), lapseIn(decided, 12)]);
  await Promise.all([tell(), tell()]);
  await tell();
  expect(await notifiedSince([maker, checker])).toEqual([
    `approvals-lapsing ${checker.name}`,
    `approvals-waiting ${checker.name}`,
  ]);
  await system.sandbox.mail(checker.email, /About to lapse/u);
});

test('notifies the requester once how the request ended, unless the requester closed it', async () => {
  const [maker, checker] = [await newPersonOf('finance'), await newPersonOf('finance')];
  const [approved, rejected, lapsed, withdrawn] = [
    await ask(maker),
    await ask(maker),
    await ask(maker),
    await ask(maker),
  ];
  await approve(system, checker, approved);
  await system.call(
    rejectRequest,
    { body: { approvalId: rejected, reason: 'Ask the buyer first' } },
    checker,
  );
  await system.call(rejectRequest, { body: { approvalId: withdrawn, reason: 'A mistake' } }, maker);
  await lapseIn(lapsed, -1);
  await closeLapsedRequests({ ...system.deps, actions: approvableActions(system.deps) });
  await Promise.all([notifyRequesters(system.deps), notifyRequesters(system.deps)]);
  await notifyRequesters(system.deps);
  const { rows } = await system.owner.query<{ key: string }>(
    `select dedupe_key as key from outbox where dedupe_key like 'approval-ended:%' and dedupe_key = any($1)`,
    [[approved, rejected, lapsed, withdrawn].map((id) => `approval-ended:${id}`)],
  );
  expect(rows.map(({ key }) => key).toSorted()).toEqual(
    [approved, rejected, lapsed].map((id) => `approval-ended:${id}`).toSorted(),
  );
  await system.sandbox.mail(maker.email, /Rejected[^]*Ask the buyer first/u);
  await system.sandbox.mail(maker.email, /Not decided in time[^]*You can request it again/u);
});
