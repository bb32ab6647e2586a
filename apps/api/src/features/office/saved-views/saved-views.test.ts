import { randomUUID } from 'node:crypto';
import {
  deleteSavedView,
  listSavedViews,
  readSavedView,
  saveView,
  type NewSavedView,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let owner: Administrator;
let colleague: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  owner = await newAdministrator(system, 'support');
  colleague = await newAdministrator(system, 'read-only');
});
afterAll(() => system.close());

const newList = () => `/admin/list-${randomUUID()}`;
const save = (
  by: Administrator,
  view: Partial<NewSavedView> & { list: string },
  viewId: string = randomUUID(),
) =>
  system.call(
    saveView,
    { params: { viewId }, body: { name: 'Mine', filters: {}, isShared: false, ...view } },
    by,
  );
const viewsOf = async (by: Administrator, list: string) =>
  (await system.call(listSavedViews, { query: { list } }, by)).answer.views;
const namesOf = async (by: Administrator, list: string) => (await viewsOf(by, list)).map(({ name }) => name);

test('keeps the filters and the relative period of a view', async () => {
  const list = newList();
  const view = {
    list,
    name: 'Failed',
    filters: { status: 'Failed', isUnconfirmed: true, minimumAmount: 500 },
  };
  const { answer } = await save(owner, { ...view, period: 'last-7-days' });
  expect(answer).toEqual({
    ...view,
    viewId: expect.any(String),
    period: 'last-7-days',
    isShared: false,
    isOwn: true,
    ownerName: owner.name,
  });
  expect(await viewsOf(owner, list)).toEqual([answer]);
  const read = await system.call(readSavedView, { params: { viewId: answer.viewId } }, owner);
  expect(read.answer).toEqual(answer);
});

test('shows a shared view to every administrator, and a private one to its owner only', async () => {
  const list = newList();
  const { viewId } = (await save(owner, { list, name: 'Private' })).answer;
  const shared = (await save(owner, { list, name: 'Shared', isShared: true })).answer;
  await save(colleague, { list, name: 'Zebra' });
  expect(await namesOf(owner, list)).toEqual(['Private', 'Shared']);
  expect(await namesOf(colleague, list)).toEqual(['Zebra', 'Shared']);
  expect(await namesOf(colleague, newList())).toEqual([]);
  expect((await system.call(readSavedView, { params: { viewId } }, colleague)).outcome).toBe('not_found');
  const { answer } = await system.call(readSavedView, { params: { viewId: shared.viewId } }, colleague);
  expect(answer).toMatchObject({ isOwn: false, ownerName: owner.name });
});

test('only the owner changes and deletes a view; the same id restores it', async () => {
  const list = newList();
  const { viewId } = (await save(owner, { list, name: 'Shared', isShared: true })).answer;
  const params = { viewId };
  expect((await save(colleague, { list, name: 'Taken', isShared: true }, viewId)).outcome).toBe('not_found');
  expect((await system.call(deleteSavedView, { params }, colleague)).outcome).toBe('not_found');
  await save(owner, { list, name: 'Renamed', isShared: true }, viewId);
  expect(await namesOf(colleague, list)).toEqual(['Renamed']);
  expect((await system.call(deleteSavedView, { params }, owner)).outcome).toBe('ok');
  expect(await namesOf(colleague, list)).toEqual([]);
  await save(owner, { list, name: 'Renamed', isShared: true }, viewId);
  expect(await namesOf(colleague, list)).toEqual(['Renamed']);
});

test('hides the shared views of an administrator who has left', async () => {
  const list = newList();
  const leaver = await newAdministrator(system, 'finance');
  await save(leaver, { list, name: 'Old', isShared: true });
  await system.owner.query(`update administrators set status = 'DISABLED' where name = $1`, [leaver.name]);
  expect(await namesOf(owner, list)).toEqual([]);
});

test('refuses a second view with the same name, and more than 50 views of one list', async () => {
  const list = newList();
  const first = await save(owner, { list, name: 'View 1' });
  expect((await save(owner, { list, name: 'View 1' })).outcome).toBe('view_name_used');
  for (let n = 2; n < 50; n += 1) await save(owner, { list, name: `View ${n}` });
  const together = await Promise.all([save(owner, { list, name: 'A' }), save(owner, { list, name: 'B' })]);
  expect(together.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'views_full']);
  expect((await save(owner, { list, name: 'Changed' }, first.answer.viewId)).outcome).toBe('ok');
});

test.each([
  'https://elsewhere.test',
  '//elsewhere.test',
  '/admin',
  '/admin/../login x',
  '/admin/users?x=1',
  '/dashboard',
])('refuses a view of %s', async (list) => {
  expect((await save(owner, { list })).status).toBe(422);
});
