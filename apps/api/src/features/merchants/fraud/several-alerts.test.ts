import {
  assignFraudAlerts,
  closeFraudAlert,
  closeFraudAlerts,
  listAdministrators,
  readDeskAlert,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { raiseAlert } from '../../../testing/fraud-alerts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let support: Administrator;
let supportId: string;
let userId: string;
beforeAll(async () => {
  system = await createTestSystem();
  support = await newAdministrator(system, 'support');
  const { administrators } = (await system.call(listAdministrators, {}, support)).answer;
  supportId = administrators.find(({ isSelf }) => isSelf)?.administratorId ?? '';
  userId = (await newConsumer(system)).user.id;
});
afterAll(() => system.close());

const readAlert = async (alertId: string) =>
  (await system.call(readDeskAlert, { params: { alertId } }, support)).answer;

async function audited(action: string, ids: string[]): Promise<string[]> {
  const { rows } = await system.owner.query<{ id: string }>(
    'select subject_id as id from audit_log where action = $1 and subject_id = any($2) order by seq',
    [action, ids],
  );
  return rows.map(({ id }) => id);
}

test('closes several alerts with one reason, and says for each refused alert why', async () => {
  const open = [await raiseAlert(system, { userId }), await raiseAlert(system, { userId })];
  const closed = await raiseAlert(system, { userId });
  const colleague = await newAdministrator(system, 'administrator');
  const earlier = { outcome: 'confirmed', reason: 'Known to the police' } as const;
  await system.call(closeFraudAlert, { params: { alertId: closed }, body: earlier }, colleague);
  const own = await raiseAlert(system, { administratorId: supportId });
  const unknown = randomUUID();
  const alertIds = [open[0] ?? '', closed, own, unknown, open[1] ?? ''];
  const body = { alertIds, outcome: 'false_alarm', reason: 'A school bought gifts' } as const;
  const { results } = (await system.call(closeFraudAlerts, { body }, support)).answer;
  expect(results.map(({ alertId, isDone, refusal }) => [alertId, isDone, refusal?.code])).toEqual([
    [open[0], true, undefined],
    [closed, false, 'fraud_alert_closed'],
    [own, false, 'fraud_alert_about_you'],
    [unknown, false, 'not_found'],
    [open[1], true, undefined],
  ]);
  expect(results[1]?.refusal?.message).toMatch(/closed/u);
  for (const alertId of open) {
    expect(await readAlert(alertId)).toMatchObject({
      closed: { outcome: 'false_alarm', by: support.name },
      events: [{ kind: 'closed', text: body.reason }],
    });
  }
  expect((await readAlert(closed)).closed).toMatchObject({ outcome: 'confirmed', by: colleague.name });
  expect(await audited('fraud-alert.closed', alertIds)).toEqual([closed, ...open]);
  const again = (await system.call(closeFraudAlerts, { body }, support)).answer;
  expect(again).toEqual({ results });
  expect(await audited('fraud-alert.closed', alertIds)).toHaveLength(3);
});

test('assigns several alerts; an alert named twice has one entry', async () => {
  const ids = [await raiseAlert(system, { userId }), await raiseAlert(system, { userId })];
  const body = { alertIds: [...ids, ...ids], administratorId: supportId };
  const { results } = (await system.call(assignFraudAlerts, { body }, support)).answer;
  expect(results).toEqual(ids.map((alertId) => ({ alertId, isDone: true })));
  for (const alertId of ids) expect((await readAlert(alertId)).assignedTo?.name).toBe(support.name);
  expect(await audited('fraud-alert.assigned', ids)).toEqual(ids);
});

test('refuses more than fifty alerts at once, and read-only administrators', async () => {
  const alertIds = Array.from({ length: 51 }, () => randomUUID());
  const body = { alertIds, administratorId: null };
  expect((await system.call(assignFraudAlerts, { body }, support)).outcome).toBe('validation_failed');
  const reader = await newAdministrator(system, 'read-only');
  const some = { alertIds: alertIds.slice(1), administratorId: null };
  expect((await system.call(assignFraudAlerts, { body: some }, reader)).outcome).toBe('forbidden');
});
