import {
  changeFraudRules,
  claimVoucher,
  listDeskAlerts,
  previewFraudRules,
  readDeskAlert,
  readFraudRules,
  type DeskAlert,
  type FraudRule,
  type FraudRules,
} from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import type { SignedIn } from '@zawadi/story/people';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { recordAudit } from '../../services/audit/index.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { defaultRules } from './fraud-rules.ts';
import { watchForFraud } from './index.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

/** Runs the fraud watch, then lists the alerts of a rule about a consumer or an administrator. */
async function found(rule: FraudRule, about: { userId?: string; name?: string }): Promise<DeskAlert[]> {
  await watchForFraud(system.deps);
  const query = { state: 'all', rule, limit: 100 } as const;
  const { alerts } = (await system.call(listDeskAlerts, { query }, administrator)).answer;
  return alerts.filter(({ about: whom }) =>
    whom.kind === 'user' ? whom.userId === about.userId : whom.name === about.name,
  );
}

async function detailOf(alert: DeskAlert | undefined) {
  const params = { alertId: alert?.alertId ?? '' };
  return (await system.call(readDeskAlert, { params }, administrator)).answer;
}

/** Makes rules stricter, so that a test needs fewer events. */
async function setRules(part: Partial<FraudRules>) {
  const { rules, latestVersionId: basedOn } = (await system.call(readFraudRules, {}, administrator)).answer;
  const body = { rules: { ...rules, ...part }, reason: 'A test', basedOn };
  const { action } = (await system.call(changeFraudRules, { body }, administrator)).answer;
  expect(action).toEqual({ outcome: 'done' });
}

/** The person claims a gift, of another buyer if none is given. */
async function receive(person: SignedIn, amount: number, buyerId?: string): Promise<void> {
  const gift = await makeGift(system, { amount, recipient: person, ...(buyerId && { buyerId }) });
  const body = { claimToken: gift.claimToken };
  expect((await system.call(claimVoucher, { body }, { bearer: person.bearer })).outcome).toBe('ok');
}

async function withdraw(person: SignedIn, amount: number): Promise<void> {
  const registered = await registerAndStartWithdrawal(system, person, amount);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
}

/** Inserts a purchase that the person has paid. */
async function bought(person: SignedIn, amount: number, hoursAgo: number, now = new Date()): Promise<void> {
  await system.owner.query(
    `insert into purchases
       (home_id, id, buyer_id, amount_cents, fee_cents, bill_reference, payer_msisdn, status, pending_since,
        completed_at)
     select gen_random_uuid(), gen_random_uuid(), $1, $2, 0, 'ZWTEST', '254700000000', 'COMPLETED', at, at
     from (select $3::timestamptz) moment (at)`,
    [person.user.id, amount * 100, new Date(now.getTime() - hoursAgo * HOUR_MS)],
  );
}

/** Inserts a withdrawal that M-PESA has paid. */
async function withdrew(person: SignedIn, amount: number, at: Date): Promise<void> {
  await system.owner.query(
    `insert into withdrawals
       (user_id, id, amount_cents, fee_cents, bill_reference, msisdn, recipient_name, recipient_email, status, completed_at)
     values ($1, gen_random_uuid(), $2, 0, 'ZWTEST', '254700000000', 'Kip', 'kip@example.test', 'COMPLETED', $3)`,
    [person.user.id, amount * 100, at],
  );
}

test('A37 gifts just below KES 10,000 that are claimed and withdrawn at once raise an alert with their evidence', async () => {
  const person = await newConsumer(system);
  const about = { userId: person.user.id };
  for (const amount of [9_900, 9_901]) await receive(person, amount);
  await withdraw(person, 18_000);
  expect(await found('pass_through', about)).toEqual([]);
  for (const amount of [9_902, 9_903, 9_904]) await receive(person, amount);
  await withdraw(person, 29_000);
  const [alert, ...more] = await found('pass_through', about);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ severity: 'Medium', about: { kind: 'user', ...about } });
  expect(alert?.description).toMatch(/^KES.47,000 was received and withdrawn within 24 hours\.$/u);
  const { transactions, accounts } = await detailOf(alert);
  expect(transactions.map(({ type }) => type).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 'Claim'),
    'Withdrawal',
    'Withdrawal',
  ]);
  expect(accounts).toMatchObject([about]);
});

test('a large sum that passes through a wallet makes its open alert more serious', async () => {
  const person = await newConsumer(system);
  await receive(person, 30_000);
  await withdraw(person, 25_000);
  const [alert] = await found('pass_through', { userId: person.user.id });
  expect(alert).toMatchObject({ severity: 'Medium' });
  await receive(person, 100_000);
  await withdraw(person, 95_000);
  expect(await found('pass_through', { userId: person.user.id })).toMatchObject([
    { alertId: alert?.alertId, severity: 'High' },
  ]);
});

test('money that stayed in the wallet for more than a day passes through no wallet, also after a failed withdrawal', async () => {
  const person = await newConsumer(system);
  const wallet = `wallet:${person.user.id}`;
  await receive(person, 40_000);
  await moveTransfers(system.owner, '-25 hours', `credit = '${wallet}'`);
  await system.sandbox.behave({ endWith: { path: paths.b2c, resultCode: '2040', times: 1 } });
  const failed = await registerAndStartWithdrawal(system, person, 30_000);
  await untilWithdrawal(system, person, failed, 'CANCELED');
  await withdraw(person, 30_000);
  expect(await found('pass_through', { userId: person.user.id })).toEqual([]);
});

test('gifts of several buyers to one consumer raise an alert; gifts to oneself do not count', async () => {
  await setRules({ manyGivers: { ...defaultRules.manyGivers, givers: 3, high: 4 } });
  const person = await newConsumer(system);
  const about = { userId: person.user.id };
  const friend = await newConsumer(system);
  for (const buyer of [person, friend, friend]) await receive(person, 100, buyer.user.id);
  await receive(person, 100);
  expect(await found('many_givers', about)).toEqual([]);
  await receive(person, 100);
  const [alert] = await found('many_givers', about);
  expect(alert).toMatchObject({
    severity: 'Medium',
    description: 'Gifts of 3 buyers were added to the wallet within 7 days.',
  });
  expect((await detailOf(alert)).transactions).toHaveLength(4);
  await receive(person, 100);
  expect(await found('many_givers', about)).toMatchObject([{ alertId: alert?.alertId, severity: 'High' }]);
});

test('A37 three purchases just below the amount that needs two administrators raise an alert', async () => {
  const person = await newConsumer(system);
  const about = { userId: person.user.id };
  for (const amount of [9_500, 10_000, 9_999, 9_501]) await bought(person, amount, 1);
  expect(await found('just_below_limit', about)).toEqual([]);
  await bought(person, 9_800, 0);
  const [alert, ...more] = await found('just_below_limit', about);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ severity: 'Medium' });
  expect(alert?.description).toMatch(
    /^3 purchases of KES.29,300 together within 72 hours, each up to 5 % below the amount that needs two administrators, KES.10,000\.$/u,
  );
});

test('purchases just below a limit count only within the hours of the rule', async () => {
  const person = await newConsumer(system);
  for (const hoursAgo of [73, 1, 0]) await bought(person, 9_900, hoursAgo);
  expect(await found('just_below_limit', { userId: person.user.id })).toEqual([]);
});

test('three days whose purchases come just below the daily limit raise an alert', async () => {
  const person = await newConsumer(system);
  const about = { userId: person.user.id };
  // One moment, so that the last purchases are of one day.
  const now = new Date();
  for (const hoursAgo of [48, 24])
    // Milliseconds apart: the day's fourth purchase is also just below the limit, and counts no further.
    for (const [n, amount] of [200_000, 200_000, 80_000, 5_000].entries())
      await bought(person, amount, hoursAgo - n * 1e-6, now);
  for (const amount of [200_000, 200_000]) await bought(person, amount, 0, now);
  expect(await found('just_below_limit', about)).toEqual([]);
  await bought(person, 90_000, 0, now);
  const [alert] = await found('just_below_limit', about);
  expect(alert?.description).toMatch(
    /^3 days with purchases of KES.1,450,000 together within 72 hours, each up to 5 % below the daily limit, KES.500,000\.$/u,
  );
});

test('withdrawals add up to the daily limit by days in Nairobi', async () => {
  const person = await newConsumer(system);
  const now = new Date();
  const midnight = Date.parse(`${nairobiDay(now)}T00:00:00+03:00`);
  for (const daysAgo of [1, 2])
    for (const hour of [1, 2, 20])
      await withdrew(person, 160_000, new Date(midnight + (hour - daysAgo * 24) * HOUR_MS));
  for (const at of [now, now, now]) await withdrew(person, 160_000, at);
  const [alert] = await found('just_below_limit', { userId: person.user.id });
  expect(alert?.description).toMatch(/^3 days with withdrawals of KES.1,440,000 together within 72 hours, /u);
});

test('A62 an administrator who shows the contacts of many records raises a severe alert that lists them', async () => {
  await setRules({ manyContactsShown: { ...defaultRules.manyContactsShown, records: 3 } });
  const support = await newAdministrator(system, 'support');
  const about = { name: support.name };
  const [one, other] = [await newConsumer(system), await newConsumer(system)];
  await bought(other, 500, 0);
  const { rows } = await system.owner.query<{ administratorId: string; purchaseId: string }>(
    `select a.id as "administratorId", p.id as "purchaseId" from administrators a, purchases p
     where a.name = $1 and p.buyer_id = $2`,
    [support.name, other.user.id],
  );
  const { administratorId = '', purchaseId = '' } = rows[0] ?? {};
  const auditor = { administratorId, address: '127.0.0.1', requestId: randomUUID() };
  const show = (subjectKind: string, subjectId: string) =>
    inTransaction(system.deps.db, (tx) =>
      recordAudit(tx, auditor, { action: 'contact.shown', subjectKind, subjectId }),
    );
  for (const { user } of [one, one, other]) await show('user', user.id);
  expect(await found('many_contacts_shown', about)).toEqual([]);
  await show('purchase', purchaseId);
  const [alert] = await found('many_contacts_shown', about);
  expect(alert).toMatchObject({
    severity: 'High',
    about: { kind: 'administrator' },
    description: 'Showed the masked contacts of 3 people, payments or cases within 24 hours.',
  });
  const { accounts } = await detailOf(alert);
  expect(accounts.map(({ userId }) => userId).toSorted()).toEqual([one.user.id, other.user.id].toSorted());
  const { rows: stored } = await system.owner.query(
    `select concerns->'purchases' as purchases from fraud_alerts where id = $1`,
    [alert?.alertId],
  );
  expect(stored).toEqual([{ purchases: [purchaseId] }]);
  const params = { alertId: alert?.alertId ?? '' };
  expect((await system.call(readDeskAlert, { params }, support)).answer.mayWork).toBe(false);
});

test('a preview counts the same alerts as the fraud watch has raised', async () => {
  const { rules } = (await system.call(readFraudRules, {}, administrator)).answer;
  const { answer } = await system.call(previewFraudRules, { body: { rules } }, administrator);
  const { rows } = await system.owner.query<{ rule: string; count: number }>(
    'select rule, count(*)::int as count from fraud_alerts group by 1',
  );
  const raised = new Map(rows.map(({ rule, count }) => [rule, count]));
  for (const rule of ['pass_through', 'many_givers', 'just_below_limit', 'many_contacts_shown']) {
    const previewed = answer.rules.find((one) => one.rule === rule);
    expect.soft(raised.get(rule), rule).toBeGreaterThan(0);
    expect.soft(previewed?.today, rule).toEqual({ count: raised.get(rule), isMore: false });
  }
});
