import {
  acknowledgeFraudAlert,
  assignFraudAlert,
  closeFraudAlert,
  countDeskAlerts,
  deskAlertsCsv,
  fraudAlerts,
  freezeUser,
  listAdministrators,
  listAudit,
  listDeskAlerts,
  noteFraudAlert,
  previewFraudRules,
  readDeskAlert,
  readFraudRules,
  reopenFraudAlert,
  type CallInput,
  type DeskAlertDetail,
  type Endpoint,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { defaultRules } from './fraud-rules.ts';
import { watchForFraud } from './index.ts';

let system: TestSystem;
let administrator: Administrator;
let helper: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  helper = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

const idOf = async (who: Administrator) => {
  const { administrators } = (await system.call(listAdministrators, {}, administrator)).answer;
  return administrators.find(({ name }) => name === who.name)?.administratorId ?? '';
};

/** Creates a shop that is closed all week and has redeemed a voucher: one alert of severity Low. */
async function alertedShop(): Promise<{ shop: Shop; alertId: string; redemptionId: string }> {
  const shop = await newShop(system);
  const closed = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' }));
  await system.owner.query('update merchant_places set opening_hours = $2 where id = $1', [
    shop.merchantId,
    JSON.stringify(closed),
  ]);
  const { code } = await makeGift(system, { amount: 1_000 });
  const { answer } = await redeemAtTillPage(system, shop.cashier, code, { amount: 100 });
  await watchForFraud(system.deps);
  const [alert] = (await system.call(fraudAlerts, { query: {} }, shop.owner)).answer.alerts;
  return { shop, alertId: alert?.alertId ?? '', redemptionId: answer.redemptionId };
}

const list = async (query: NonNullable<CallInput<typeof listDeskAlerts>['query']>, by = administrator) =>
  (await system.call(listDeskAlerts, { query }, by)).answer;

test('records each step of work on an alert: assignment, note, outcome, reopening', async () => {
  const { shop, alertId, redemptionId } = await alertedShop();
  const params = { alertId };
  const read = async () => (await system.call(readDeskAlert, { params }, administrator)).answer;
  expect(await read()).toMatchObject({
    about: { kind: 'merchant', merchantId: shop.merchantId, name: 'Mama Njeri', status: 'ACTIVE' },
    description: expect.stringContaining('outside its opening hours'),
    transactions: [{ type: 'Redemption', transactionId: redemptionId, amount: 100, name: 'Kip Rotich' }],
    events: [],
    mayWork: true,
  });
  await system.call(acknowledgeFraudAlert, { body: { alertId } }, shop.owner);
  const seen = await read();
  expect(seen.acknowledged?.by).toBe('Njeri Kamau');
  expect(seen.closed).toBeUndefined();

  const administratorId = await idOf(helper);
  const steps: [Endpoint, object][] = [
    [assignFraudAlert, { administratorId }],
    [noteFraudAlert, { noteId: randomUUID(), text: 'Called the owner.\nThe clock was wrong.' }],
    [closeFraudAlert, { outcome: 'false_alarm', reason: 'A wrong clock' }],
    [reopenFraudAlert, { reason: 'It happened again' }],
    [closeFraudAlert, { outcome: 'confirmed', reason: 'The cashier did it' }],
  ];
  for (const [endpoint, body] of steps) {
    // Sends each request twice, as after a lost answer. The second one changes nothing.
    for (const _ of [1, 2]) await system.call(endpoint, { params, body }, helper);
  }
  const worked = await read();
  expect(worked.closed).toMatchObject({ outcome: 'confirmed', by: helper.name });
  expect(worked.assignedTo).toEqual({ administratorId, name: helper.name });
  expect(worked.events).toMatchObject([
    { kind: 'assigned', by: helper.name, assignedTo: helper.name },
    { kind: 'note', text: 'Called the owner.\nThe clock was wrong.' },
    { kind: 'closed', outcome: 'false_alarm', text: 'A wrong clock' },
    { kind: 'reopened', text: 'It happened again' },
    { kind: 'closed', outcome: 'confirmed', text: 'The cashier did it' },
  ]);
  const { entries } = (await system.call(listAudit, { query: { subjectId: alertId } }, administrator)).answer;
  expect(entries.map(({ action, reason }) => [action, reason]).toReversed()).toEqual([
    ['fraud-alert.assigned', ''],
    ['fraud-alert.noted', ''],
    ['fraud-alert.closed', 'A wrong clock'],
    ['fraud-alert.reopened', 'It happened again'],
    ['fraud-alert.closed', 'The cashier did it'],
  ]);
  const again = { outcome: 'unclear', reason: 'Who knows' } as const;
  expect((await system.call(closeFraudAlert, { params, body: again }, administrator)).outcome).toBe(
    'fraud_alert_closed',
  );
  expect(
    (await system.call(assignFraudAlert, { params, body: { administratorId: null } }, administrator)).outcome,
  ).toBe('fraud_alert_closed');
  // The merchant's own list of alerts shows nothing of the administrators' work.
  const own = (await system.call(fraudAlerts, { query: { state: 'all' } }, shop.owner)).answer.alerts;
  expect(JSON.stringify(own)).not.toMatch(/confirmed|Called|Administrator/u);
});

test('a read-only administrator can neither work on an alert nor be assigned one', async () => {
  const { alertId } = await alertedShop();
  const params = { alertId };
  const reader = await newAdministrator(system, 'read-only');
  expect((await system.call(readDeskAlert, { params }, reader)).status).toBe(200);
  expect((await system.call(countDeskAlerts, {}, reader)).status).toBe(200);
  const { rules } = (await system.call(readFraudRules, {}, reader)).answer;
  for (const [endpoint, input] of [
    [assignFraudAlert, { params, body: { administratorId: null } }],
    [noteFraudAlert, { params, body: { noteId: randomUUID(), text: 'Seen' } }],
    [closeFraudAlert, { params, body: { outcome: 'unclear', reason: 'Seen' } }],
    [reopenFraudAlert, { params, body: { reason: 'Seen' } }],
    [previewFraudRules, { body: { rules } }],
  ] as [Endpoint, object][]) {
    expect((await system.call(endpoint, input as never, reader)).status).toBe(403);
  }
  for (const administratorId of [await idOf(reader), randomUUID()]) {
    const given = await system.call(assignFraudAlert, { params, body: { administratorId } }, helper);
    expect(given.outcome).toBe('assignee_unsuitable');
  }
  const unknown = { params: { alertId: randomUUID() }, body: { reason: 'Seen' } };
  expect((await system.call(reopenFraudAlert, unknown, helper)).status).toBe(404);
  expect((await system.call(reopenFraudAlert, { params, body: { reason: 'Seen' } }, helper)).outcome).toBe(
    'fraud_alert_open',
  );
});

test('an administrator cannot work on an alert about their own actions', async () => {
  const finance = await newAdministrator(system, 'finance');
  const administratorId = await idOf(finance);
  await refund(system, finance, await makeGift(system, { amount: 100 }));
  await system.owner.query(
    `insert into fraud_alerts (id, administrator_id, rule, severity, subject, details, concerns)
     select gen_random_uuid(), $1::uuid, 'many_refunds', 'High', 'administrator ' || $1::uuid,
       '{"of": "administrator", "count": 20, "amount": 2000, "hours": 24}',
       jsonb_build_object('refunds', array(select id from refunds where requested_by = $1::uuid))`,
    [administratorId],
  );
  const [alert] = (await list({ search: finance.name })).alerts;
  const params = { alertId: alert?.alertId ?? '' };
  const own: DeskAlertDetail = (await system.call(readDeskAlert, { params }, finance)).answer;
  expect(own).toMatchObject({ mayWork: false, transactions: [{ type: 'Refund', amount: 100 }] });
  const body = { outcome: 'false_alarm', reason: 'All asked for by buyers' } as const;
  expect((await system.call(closeFraudAlert, { params, body }, finance)).outcome).toBe(
    'fraud_alert_about_you',
  );
  const toThem = { params, body: { administratorId } };
  expect((await system.call(assignFraudAlert, toThem, administrator)).outcome).toBe('assignee_unsuitable');
  expect((await system.call(closeFraudAlert, { params, body }, administrator)).outcome).toBe('ok');
});

test('filters the alerts by state, severity, rule, merchant, user, assignee and day, searches them, and exports them', async () => {
  const { shop, alertId } = await alertedShop();
  const buyer = await newConsumer(system);
  for (const amount of [150_000, 100_000]) await makeGift(system, { amount, buyerId: buyer.user.id });
  await watchForFraud(system.deps);
  const [detail] = (await list({ state: 'all', userId: buyer.user.id })).alerts;
  const { rows } = await system.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [shop.merchantId],
  );
  const merchantCode = rows[0]?.code ?? '';
  const ids = async (query: Parameters<typeof list>[0], by = administrator) =>
    (await list(query, by)).alerts.map((one) => one.alertId);
  for (const query of [
    { merchantCode: merchantCode.toLowerCase() },
    { search: merchantCode },
    { merchantCode, severity: 'Low', rule: 'outside_opening_hours', assigned: 'unassigned' },
  ] as const)
    expect(await ids(query)).toEqual([alertId]);
  expect(await ids({ search: buyer.phoneNumber })).toEqual([detail?.alertId]);
  expect(await ids({ search: 'neema ach', rule: 'buyer_velocity' })).toEqual([detail?.alertId]);
  expect(await ids({ search: '100%' })).toEqual([]);
  expect(await ids({ merchantCode, severity: 'High' })).toEqual([]);
  expect(await ids({ merchantCode, from: '2026-01-01', to: '2026-01-02' })).toEqual([]);
  const params = { alertId };
  await system.call(assignFraudAlert, { params, body: { administratorId: await idOf(helper) } }, helper);
  expect(await ids({ merchantCode, assigned: 'me' }, helper)).toEqual([alertId]);
  expect(await ids({ merchantCode, assigned: 'me' })).toEqual([]);
  const mine = (await system.call(countDeskAlerts, {}, helper)).answer;
  expect(mine.mine).toBe(1);
  expect(mine.open).toBe(mine.unassigned + 1);
  expect(mine.oldestUnassigned?.assignedTo).toBeUndefined();

  const body = { outcome: 'unclear', reason: '=HYPERLINK("x")' } as const;
  await system.call(closeFraudAlert, { params, body }, helper);
  expect(await ids({ merchantCode })).toEqual([]);
  expect(await ids({ merchantCode, state: 'closed', outcome: 'unclear' })).toEqual([alertId]);
  const file = await system.http.inject({
    url: `${deskAlertsCsv.path}?state=all&merchantCode=${merchantCode}`,
    headers: { authorization: `Bearer ${administrator.bearer}` },
  });
  expect(file.headers['content-disposition']).toMatch(/fraud-alerts-\d{4}-\d\d-\d\d\.csv/u);
  expect(file.body.trim().split('\r\n')).toHaveLength(2);
  expect(file.body).toContain(`"${merchantCode}"`);

  const first = await list({ state: 'all', limit: 1 });
  const next = await list({ state: 'all', limit: 1, cursor: first.nextCursor });
  expect(first.total.count).toBeGreaterThan(1);
  expect(next.alerts[0]?.alertId).not.toBe(first.alerts[0]?.alertId);
});

test('an alert shows the current state of the account that it is about', async () => {
  const buyer = await newConsumer(system);
  const { purchases } = defaultRules.buyerVelocity;
  for (let n = 0; n < purchases; n += 1) await makeGift(system, { amount: 10, buyerId: buyer.user.id });
  await watchForFraud(system.deps);
  const [alert] = (await list({ userId: buyer.user.id })).alerts;
  const body = { reason: 'Stolen phone' };
  await system.call(freezeUser, { params: { userId: buyer.user.id }, body }, administrator);
  const { answer } = await system.call(
    readDeskAlert,
    { params: { alertId: alert?.alertId ?? '' } },
    administrator,
  );
  expect(answer.about).toMatchObject({ kind: 'user', status: 'FROZEN' });
  expect(answer.accounts).toMatchObject([{ userId: buyer.user.id, status: 'FROZEN' }]);
  expect(answer.transactions).toHaveLength(purchases);
  expect(answer.transactions[0]).toMatchObject({ type: 'Deposit', amount: 10 });
});
