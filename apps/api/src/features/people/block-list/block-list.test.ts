import { randomUUID } from 'node:crypto';
import {
  addBlock,
  listAudit,
  listBlocks,
  maskMsisdn,
  rejectRequest,
  removeBlock,
  signup,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block, blocksOf, requestBlock, unblock } from '../../../testing/block-list-calls.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  maker = await newAdministrator(system, 'support');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const reason = 'Three victims named it';
const newNumber = () => newPerson('Kip', 'Rotich').phoneNumber;

async function requested(value: string): Promise<string> {
  const { answer } = await requestBlock(system, maker, { kind: 'number', value });
  if (answer.action.outcome !== 'waiting') throw new Error('it did not wait');
  return answer.action.approvalId;
}

async function signUpWith(phoneNumber: string, { call }: Pick<TestSystem, 'call'> = system): Promise<string> {
  const body = { ...signup.example.body, phoneNumber, email: `${randomUUID()}@zawadi.test` };
  return (await call(signup, { body })).outcome;
}

const statusOf = async (value: string) => (await blocksOf(system, maker, value)).map(({ status }) => status);

test('an entry waits for a second administrator, and the history names both', async () => {
  const value = newNumber();
  const approvalId = await requested(value);
  expect(await statusOf(value)).toEqual(['Waiting']);
  expect((await requestBlock(system, checker, { kind: 'number', value })).outcome).toBe('already_blocked');
  expect(await signUpWith(value)).toBe('ok');

  expect((await approve(system, checker, approvalId)).outcome).toBe('ok');
  expect(await blocksOf(system, maker, value)).toMatchObject([
    {
      kind: 'number',
      value: maskMsisdn(value),
      status: 'Active',
      hits: 0,
      isRemovalWaiting: false,
      history: [{ act: 'add', status: 'Approved', requestedBy: maker.name, decidedBy: checker.name }],
    },
  ]);
  expect(await signUpWith(value)).toBe('not_available_here');
  expect((await requestBlock(system, maker, { kind: 'number', value })).outcome).toBe('already_blocked');
});

test('A61 the requester alone can neither add nor remove an entry', async () => {
  const finance = await newAdministrator(system, 'finance');
  const value = newNumber();
  const asked = await requestBlock(system, finance, { kind: 'number', value });
  if (asked.answer.action.outcome !== 'waiting') throw new Error('it did not wait');
  const { approvalId } = asked.answer.action;
  expect((await approve(system, finance, approvalId)).outcome).toBe('second_person_needed');
  expect((await approve(system, checker, approvalId)).outcome).toBe('ok');

  const [entry] = await blocksOf(system, maker, value);
  const params = { entryId: entry?.entryId ?? '' };
  const { answer } = await system.call(removeBlock, { params, body: { reason } }, finance);
  if (answer.action.outcome !== 'waiting') throw new Error('it did not wait');
  expect((await approve(system, finance, answer.action.approvalId)).outcome).toBe('second_person_needed');
  expect(await blocksOf(system, maker, value)).toMatchObject([{ status: 'Active', isRemovalWaiting: true }]);
  expect((await system.call(removeBlock, { params, body: { reason } }, maker)).outcome).toBe('approval_open');
  expect(await signUpWith(value)).toBe('not_available_here');
});

test('two administrators remove an entry, which then can be added again', async () => {
  const value = newNumber();
  const entry = await block(system, [maker, checker], { kind: 'number', value });
  await unblock(system, [maker, checker], entry);
  expect(await signUpWith(value)).toBe('ok');
  const [removed] = await blocksOf(system, maker, value);
  expect(removed).toMatchObject({ status: 'Removed', isRemovalWaiting: false });
  expect(removed?.history.map(({ act, status }) => [act, status])).toEqual([
    ['add', 'Approved'],
    ['remove', 'Approved'],
  ]);
  const params = { entryId: entry.entryId };
  expect((await system.call(removeBlock, { params, body: { reason } }, maker)).outcome).toBe(
    'block_not_active',
  );
  await requested(value);
  expect(await statusOf(value)).toEqual(['Waiting', 'Removed']);
});

test('a rejected request blocks nothing', async () => {
  const value = newNumber();
  const approvalId = await requested(value);
  await system.call(rejectRequest, { body: { approvalId, reason } }, checker);
  expect(await statusOf(value)).toEqual(['Declined']);
  // This process may have cached the list; another one has not.
  expect(await signUpWith(value, await system.addApi())).toBe('ok');
});

test('the audit log keeps the number masked, with the entry as subject', async () => {
  const value = newNumber();
  const { entryId } = await block(system, [maker, checker], { kind: 'number', value });
  const { answer } = await system.call(listAudit, { query: { subjectId: entryId } }, checker);
  const actions = answer.entries.map(({ action, actorName }) => [action, actorName]);
  expect(actions).toContainEqual(['block.added', checker.name]);
  expect(actions).toContainEqual(['approval.requested', maker.name]);
  expect(JSON.stringify(answer)).not.toContain(value);
});

test.each([
  ['number', '0712 000 345', '2547****345'],
  ['address', '41.90.64.7', '41.90.64.7/32'],
  ['address', '41.90.65.7/24', '41.90.65.0/24'],
  ['address', '2c0f:fe38:2100:5::7', '2c0f:fe38:2100:5::/64'],
  ['address', '2C0F:FE38:4400::/40', '2c0f:fe38:4400::/40'],
  ['device', 'A'.repeat(43), 'A'.repeat(43)],
] as const)('stores the %s %s as %s', async (kind, value, stored) => {
  await requestBlock(system, maker, { kind, value });
  const { answer } = await system.call(listBlocks, { query: { kind, limit: 1 } }, maker);
  expect(answer.entries).toMatchObject([{ kind, value: stored }]);
});

test.each([
  ['number', '12345'],
  ['device', 'my phone'],
  ['address', 'example.com'],
  ['address', '0712000001'],
  ['address', '127.0.0.1'],
  ['address', '10.1.2.3'],
  ['address', '192.168.0.0/16'],
  ['address', '100.64.0.0/16'],
  ['address', '169.254.1.1'],
  ['address', '::1'],
  ['address', 'fd00::1'],
  ['address', '::ffff:10.1.2.3'],
  ['address', '41.0.0.0/15'],
  ['address', '2c0f::/31'],
  ['address', '2c0f:fe38::1/128'],
  ['address', '0.0.0.0/0'],
  ['address', '041.90.64.7'],
  ['address', '0x29.0x5a.0x40.0x7'],
  ['address', '041.90.64.0/24'],
] as const)('refuses the %s %s', async (kind, value) => {
  const { outcome, refusal } = await requestBlock(system, maker, { kind, value });
  expect(outcome).toBe('validation_failed');
  expect(refusal).toMatchObject({ fields: [{ path: 'value' }] });
});

test('refuses a last day in the past, and ends an entry at the end of its last day in Nairobi', async () => {
  const value = newNumber();
  const past = await requestBlock(system, maker, { kind: 'number', value, lastDay: '2020-01-01' });
  expect(past).toMatchObject({ outcome: 'validation_failed', refusal: { fields: [{ path: 'lastDay' }] } });
  const entry = await block(system, [maker, checker], { kind: 'number', value, lastDay: '2100-12-31' });
  expect(entry.endsAt).toBe('2100-12-31T20:59:59.999Z');
});

test('the list filters by status and kind, finds an address in its network, and pages', async () => {
  await block(system, [maker, checker], { kind: 'address', value: '196.201.212.0/22' });
  expect(await blocksOf(system, maker, '196.201.214.9')).toMatchObject([{ value: '196.201.212.0/22' }]);
  expect(await blocksOf(system, maker, '196.201.216.9')).toEqual([]);
  const query = { status: 'Active', kind: 'address' } as const;
  const { answer } = await system.call(listBlocks, { query }, maker);
  expect(answer.entries.map(({ value }) => value)).toEqual(['196.201.212.0/22']);
  const first = await system.call(listBlocks, { query: { limit: 2 } }, maker);
  const cursor = first.answer.nextCursor;
  const second = await system.call(listBlocks, { query: { limit: 2, cursor } }, maker);
  const ids = [...first.answer.entries, ...second.answer.entries].map(({ entryId }) => entryId);
  expect(new Set(ids).size).toBe(4);
});

test('blocks the number of a named consumer, which the page masks', async () => {
  const { user, phoneNumber } = await newConsumer(system);
  const ask = (userId: string) => system.call(addBlock, { body: { kind: 'number', userId, reason } }, maker);
  expect((await ask(user.id)).outcome).toBe('ok');
  expect(await statusOf(phoneNumber)).toEqual(['Waiting']);
  expect((await ask(randomUUID())).outcome).toBe('not_found');
  const device = { kind: 'device', userId: user.id, reason } as const;
  expect((await system.call(addBlock, { body: device }, maker)).outcome).toBe('validation_failed');
});

test('a read-only administrator sees the list and cannot change it', async () => {
  const reader = await newAdministrator(system, 'read-only');
  expect((await system.call(listBlocks, { query: {} }, reader)).outcome).toBe('ok');
  const asked = await requestBlock(system, reader, { kind: 'number', value: newNumber() });
  expect(asked.outcome).toBe('forbidden');
});
