import {
  assignFraudCase,
  auditCsv,
  closeFraudAlert,
  closeFraudCase,
  listAdministrators,
  listAudit,
  listFraudCases,
  noteFraudCase,
  openFraudCase,
  readDeskAlert,
  readFraudCase,
  reopenFraudCase,
  type CallInput,
  type Endpoint,
  type FraudCaseDetail,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { raiseAlert } from '../../../testing/fraud-alerts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
let helper: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  helper = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

type About = CallInput<typeof openFraudCase>['body']['about'];

const open = (about: About, by = administrator, caseId: string = randomUUID()) =>
  system.call(openFraudCase, { body: { caseId, about, text: 'Many gifts to one wallet' } }, by);

const read = async (caseId: string, by = administrator): Promise<FraudCaseDetail> =>
  (await system.call(readFraudCase, { params: { caseId } }, by)).answer;

const list = async (query: NonNullable<CallInput<typeof listFraudCases>['query']>, by = administrator) =>
  (await system.call(listFraudCases, { query }, by)).answer.cases.map(({ caseId }) => caseId);

const idOf = async (who: Administrator) => {
  const { administrators } = (await system.call(listAdministrators, {}, administrator)).answer;
  return administrators.find(({ name }) => name === who.name)?.administratorId ?? '';
};

test('a case has all alerts about its subject, also later ones, until it is closed', async () => {
  const { user } = await newConsumer(system);
  const before = await raiseAlert(system, { userId: user.id });
  await raiseAlert(system, { userId: (await newConsumer(system)).user.id });
  const { caseId } = (await open({ kind: 'user', userId: user.id })).answer;
  const later = await raiseAlert(system, { userId: user.id });
  const alertsOf = async (id: string) => (await read(id)).alerts.map(({ alertId }) => alertId).toSorted();
  expect(await alertsOf(caseId)).toEqual([before, later].toSorted());

  const params = { alertId: before };
  const falseAlarm = { outcome: 'false_alarm', reason: 'A birthday' } as const;
  await system.call(closeFraudAlert, { params, body: falseAlarm }, helper);
  const closing = {
    params: { caseId },
    body: { outcome: 'confirmed', reason: 'The owner admits it' },
  } as const;
  const { answer } = await system.call(closeFraudCase, closing, helper);
  expect(answer).toMatchObject({ status: 'closed', closed: { outcome: 'confirmed', by: helper.name } });
  const outcomes = new Map(answer.alerts.map(({ alertId, closed }) => [alertId, closed?.outcome]));
  expect(outcomes).toEqual(
    new Map([
      [before, 'false_alarm'],
      [later, 'confirmed'],
    ]),
  );
  const alert = (await system.call(readDeskAlert, { params: { alertId: later } }, helper)).answer;
  expect(alert.events).toMatchObject([{ kind: 'closed', text: expect.not.stringContaining('case') }]);

  const next = await raiseAlert(system, { userId: user.id });
  expect(await alertsOf(caseId)).toEqual([before, later].toSorted());
  const second = (await open({ kind: 'user', userId: user.id })).answer;
  expect(second.alerts.map(({ alertId }) => alertId)).toEqual([next]);
  const again = { params: { caseId }, body: { reason: 'New facts' } };
  expect((await system.call(reopenFraudCase, again, helper)).outcome).toBe('fraud_case_exists');
});

test('records each step of work on a case: assignment, note, outcome, reopening', async () => {
  const shop = await newShop(system);
  const { rows } = await system.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [shop.merchantId],
  );
  const merchantCode = rows[0]?.code.toLowerCase() ?? '';
  const opened = (await open({ kind: 'merchant', merchantCode })).answer;
  const { caseId, number } = opened;
  expect(opened).toMatchObject({
    about: { kind: 'merchant', merchantId: shop.merchantId, name: 'Mama Njeri' },
    status: 'open',
    openedBy: administrator.name,
    assignedTo: { name: administrator.name },
    alertCount: 0,
  });
  const params = { caseId };
  const administratorId = await idOf(helper);
  const steps: [Endpoint, object][] = [
    [assignFraudCase, { administratorId }],
    [noteFraudCase, { noteId: randomUUID(), text: 'Called the owner.\nNo answer.' }],
    [closeFraudCase, { outcome: 'unclear', reason: 'Nothing proven' }],
    [reopenFraudCase, { reason: 'It happened again' }],
    [assignFraudCase, { administratorId: null }],
  ];
  for (const [endpoint, body] of steps) {
    // Sends each request twice, as after a lost answer. The second one changes nothing.
    for (const _ of [1, 2]) await system.call(endpoint, { params, body }, helper);
  }
  const worked = await read(caseId, helper);
  expect(worked.status).toBe('open');
  expect(worked.assignedTo).toBeUndefined();
  expect(worked.events).toMatchObject([
    { kind: 'opened', by: administrator.name, text: 'Many gifts to one wallet' },
    { kind: 'assigned', by: helper.name, assignedTo: helper.name },
    { kind: 'note', text: 'Called the owner.\nNo answer.' },
    { kind: 'closed', outcome: 'unclear', text: 'Nothing proven' },
    { kind: 'reopened', text: 'It happened again' },
    { kind: 'unassigned' },
  ]);
  const { entries } = (await system.call(listAudit, { query: { subjectId: caseId } }, administrator)).answer;
  expect(entries.map(({ action }) => action).toReversed()).toEqual([
    'fraud-case.opened',
    'fraud-case.assigned',
    'fraud-case.noted',
    'fraud-case.closed',
    'fraud-case.reopened',
    'fraud-case.assigned',
  ]);
  expect(entries[0]?.subjectName).toBe(`Case ${number}`);
  const body = { reason: 'Once more' };
  expect((await system.call(reopenFraudCase, { params, body }, helper)).outcome).toBe('fraud_case_open');
  await system.call(closeFraudCase, { params, body: { outcome: 'unclear', reason: 'Old' } }, helper);
  const late = { params, body: { outcome: 'confirmed', reason: 'Late' } } as const;
  expect((await system.call(closeFraudCase, late, administrator)).outcome).toBe('fraud_case_closed');
  const assigning = { params, body: { administratorId } };
  expect((await system.call(assignFraudCase, assigning, helper)).outcome).toBe('fraud_case_closed');
});

test('refuses a second open case about the same subject', async () => {
  const { user, phoneNumber } = await newConsumer(system);
  const about = { kind: 'user', userId: user.id } as const;
  const answers = await Promise.all([administrator, helper, administrator].map((by) => open(about, by)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
    'fraud_case_exists',
    'fraud_case_exists',
    'ok',
  ]);
  const caseId = (await list({ userId: user.id }))[0] ?? '';
  const [sameId, byPhone] = [
    await open(about, helper, caseId),
    await open({ kind: 'contact', contact: phoneNumber }),
  ];
  expect(sameId.answer.caseId).toBe(caseId);
  expect(byPhone.outcome).toBe('fraud_case_exists');
  for (const unknown of [
    { kind: 'contact', contact: 'unknown@example.test' },
    { kind: 'user', userId: randomUUID() },
    { kind: 'merchant', merchantCode: 'NOSHOP1' },
  ] as const)
    expect((await open(unknown)).outcome).toBe('not_found');
});

test('filters the cases by status, assignee, subject, name and number', async () => {
  const shop = await newShop(system);
  const { user, email } = await newConsumer(system);
  const first = (await open({ kind: 'contact', contact: email.toUpperCase() }, helper)).answer;
  const { rows } = await system.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [shop.merchantId],
  );
  const merchantCode = rows[0]?.code ?? '';
  const second = (await open({ kind: 'merchant', merchantCode })).answer;
  const ids = [first.caseId, second.caseId];
  const found = async (query: Parameters<typeof list>[0], by = administrator) =>
    (await list(query, by)).filter((id) => ids.includes(id));
  expect(await found({})).toEqual(ids.toReversed());
  expect(await found({ assigned: 'me' })).toEqual([second.caseId]);
  expect(await found({ assigned: 'unassigned' })).toEqual([]);
  expect(await found({ userId: user.id })).toEqual([first.caseId]);
  expect(await found({ merchantCode })).toEqual([second.caseId]);
  expect(await found({ search: String(first.number) })).toEqual([first.caseId]);
  expect(await found({ search: 'neema ACH' })).toEqual([first.caseId]);
  expect(await found({ search: '%' })).toEqual([]);
  const params = { caseId: first.caseId };
  const body = { outcome: 'false_alarm', reason: 'A birthday' } as const;
  await system.call(closeFraudCase, { params, body }, helper);
  expect(await found({})).toEqual([second.caseId]);
  expect(await found({ status: 'closed' })).toEqual([first.caseId]);
  expect(await found({ status: 'open' })).toEqual([second.caseId]);
  expect(await found({ status: 'all' })).toEqual(ids.toReversed());
  const page = (await system.call(listFraudCases, { query: { status: 'all', limit: 1 } }, helper)).answer;
  const query = { status: 'all', limit: 1, cursor: page.nextCursor } as const;
  const next = (await system.call(listFraudCases, { query }, helper)).answer;
  expect([page, next].map(({ cases }) => cases[0]?.caseId)).toEqual(ids.toReversed());
  expect(next.total.count).toBeGreaterThan(1);
});

test('a read-only administrator reads cases, and can neither work on one nor be assigned one', async () => {
  const reader = await newAdministrator(system, 'read-only');
  const { user } = await newConsumer(system);
  const about = { kind: 'user', userId: user.id } as const;
  expect((await open(about, reader)).status).toBe(403);
  const { caseId } = (await open(about)).answer;
  const params = { caseId };
  expect((await read(caseId, reader)).number).toBeGreaterThan(0);
  for (const [endpoint, body] of [
    [assignFraudCase, { administratorId: null }],
    [noteFraudCase, { noteId: randomUUID(), text: 'Seen' }],
    [closeFraudCase, { outcome: 'unclear', reason: 'Seen' }],
    [reopenFraudCase, { reason: 'Seen' }],
  ] as [Endpoint, object][])
    expect((await system.call(endpoint, { params, body } as never, reader)).status).toBe(403);
  for (const administratorId of [await idOf(reader), randomUUID()]) {
    const given = await system.call(assignFraudCase, { params, body: { administratorId } }, helper);
    expect(given.outcome).toBe('assignee_unsuitable');
  }
});

test('an administrator sees no case about themselves: not in lists, pages or the audit log', async () => {
  const suspect = await newAdministrator(system, 'administrator');
  const administratorId = await idOf(suspect);
  const about = { kind: 'administrator', administratorId } as const;
  expect((await open(about, suspect)).outcome).toBe('fraud_case_about_you');
  await raiseAlert(system, { administratorId });
  const { caseId } = (await open(about)).answer;
  expect((await open(about, suspect)).outcome).toBe('fraud_case_about_you');
  const params = { caseId };
  expect(await list({ administratorId })).toEqual([caseId]);
  expect(await list({ administratorId }, suspect)).toEqual([]);
  for (const [endpoint, body] of [
    [readFraudCase, undefined],
    [noteFraudCase, { noteId: randomUUID(), text: 'Mine' }],
    [closeFraudCase, { outcome: 'false_alarm', reason: 'Mine' }],
  ] as [Endpoint, object][])
    expect((await system.call(endpoint, { params, body } as never, suspect)).status).toBe(404);
  const toSuspect = await system.call(assignFraudCase, { params, body: { administratorId } }, helper);
  expect(toSuspect.outcome).toBe('assignee_unsuitable');

  const entriesFor = async (by: Administrator) =>
    (await system.call(listAudit, { query: { subjectId: caseId } }, by)).answer.entries.length;
  expect([await entriesFor(administrator), await entriesFor(suspect)]).toEqual([1, 0]);
  const { body: file } = await system.http.inject({
    url: auditCsv.path,
    headers: { authorization: `Bearer ${suspect.bearer}` },
  });
  expect(file).toContain('administrator.');
  expect(file).not.toContain(caseId);
});
