import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { acknowledgeAlert, listAlerts, systemHealth } from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listJobs } from '../../../app-worker.ts';
import { newSigningSecret } from '../../../platform/crypto/webhook-signature.ts';
import { recordRun } from '../../../platform/jobs/job-runs.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { until } from '../../../testing/until.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { watchForAlerts } from './index.ts';

let system: TestSystem;
let administrator: Administrator;
const secret = newSigningSecret();
let refusals = 0;
const posted: { type: string; data: { kind: string; title: string } }[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    posted.push(
      new Webhook(secret).verify(body, request.headers as Record<string, string>) as (typeof posted)[number],
    );
    refusals -= 1;
    response.writeHead(refusals >= 0 ? 500 : 204).end();
  });
});
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  system = await createTestSystem({
    SUPPORT_EMAIL: 'help@zawadi.test',
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`,
    ALERT_WEBHOOK_SECRET: secret,
  });
  administrator = await newAdministrator(system, 'support');
});
afterEach(() => system.owner.query('delete from alerts'));
afterAll(async () => {
  await system.close();
  receiver.close();
});

async function open() {
  const { answer } = await system.call(listAlerts, {}, { bearer: administrator.bearer });
  return answer.alerts;
}
const kinds = async () => (await open()).map(({ kind }) => kind);

async function mails(): Promise<string[]> {
  const { rows } = await system.owner.query<{ key: string }>(
    `select dedupe_key as key from outbox where topic = 'email' and dedupe_key like 'alerts-raised:%' order by created_at`,
  );
  return rows.map(({ key }) => key);
}

function audit(): Promise<void> {
  const job = listJobs(system.deps).find(({ name }) => name === 'audit-ledger');
  if (!job) throw new Error('the audit-ledger job is missing');
  return recordRun(system.deps.db, job);
}

test('a tampered balance fails the ledger audit; the alert is mailed and shown until the balance is corrected', async () => {
  const { voucherId } = await makeGift(system, { amount: 500 });
  const tamper = (cents: number) =>
    system.owner.query(
      'update ledger.strict_balances set balance_cents = balance_cents + $2 where home_id = $1',
      [voucherId, cents],
    );
  const health = async () => (await system.call(systemHealth, {}, { bearer: administrator.bearer })).answer;
  await audit();
  expect(await open()).toEqual([]);
  expect((await health()).ledger).toMatchObject({ state: 'good', auditedAt: expect.any(String) });

  await tamper(100);
  await expect(audit()).rejects.toThrow('THE LEDGER DOES NOT ADD UP');
  await watchForAlerts(system.deps);
  expect(await open()).toMatchObject([
    {
      kind: 'books_differ',
      title: expect.stringContaining(`voucher:${voucherId}`),
      path: '/admin/reports/trial-balance',
    },
  ]);
  expect(await health()).toMatchObject({ state: 'bad', ledger: { state: 'bad' } });
  await system.sandbox.mail('help@zawadi.test', /The ledger does not add up/u);

  await tamper(-100);
  await audit();
  expect(await open()).toEqual([]);
  expect((await health()).ledger.state).toBe('good');
});

test('sends simultaneous alerts in one mail, and mails the next alert no earlier than 15 minutes later', async () => {
  await audit();
  const before = (await mails()).length;
  const oldReview = (minutes: number) =>
    system.owner.query(
      `insert into reviews (id, kind, subject_id, details, raised_at)
       values (gen_random_uuid(), 'money_unclear', gen_random_uuid(), '{}', now() - make_interval(mins => $1))`,
      [minutes],
    );
  await oldReview(59);
  await watchForAlerts(system.deps);
  expect(await open()).toEqual([]);
  await oldReview(61);
  await refund(system, await newAdministrator(system), await makeGift(system, { amount: 20_000 }));
  await Promise.all([watchForAlerts(system.deps), watchForAlerts(system.deps)]);
  expect(await kinds()).toEqual(['reviews_waiting', 'approvals_waiting']);
  expect(await mails()).toHaveLength(before + 1);

  await system.owner.query(`update job_runs set last_succeeded_at = now() - interval '3 days'`);
  await watchForAlerts(system.deps);
  expect(await kinds()).toEqual(['reviews_waiting', 'approvals_waiting', 'job_stopped']);
  expect(await mails()).toHaveLength(before + 1);
  await system.owner.query(`update alerts set mailed_at = mailed_at - interval '16 minutes'`);
  await watchForAlerts(system.deps);
  expect(await mails()).toHaveLength(before + 2);
  await system.owner.query('delete from job_runs; delete from reviews; delete from approvals');
  await watchForAlerts(system.deps);
  expect(await open()).toEqual([]);
});

test('an acknowledged alert is not mailed, names the administrator, and resolves when its cause ends', async () => {
  await system.owner.query(
    `insert into outbox (id, topic, payload, state, finished_at) values (gen_random_uuid(), 'unhandled', '\\\\x00', 'dead', now())`,
  );
  const before = (await mails()).length;
  await system.owner.query(
    `insert into alerts (id, kind, details, mailed_at) values (gen_random_uuid(), 'provider_silent', '{}', now())`,
  );
  await watchForAlerts(system.deps);
  const [alert] = await open();
  expect(alert).toMatchObject({ kind: 'messages_waiting', title: '1 unhandled message is not going out' });
  const body = { alertId: alert?.alertId ?? '' };
  expect((await system.call(acknowledgeAlert, { body }, { bearer: administrator.bearer })).outcome).toBe(
    'ok',
  );
  expect(await open()).toMatchObject([{ acknowledgedBy: administrator.name }]);
  await system.owner.query(`update alerts set mailed_at = mailed_at - interval '1 hour'`);
  await watchForAlerts(system.deps);
  expect(await mails()).toHaveLength(before);
  await system.owner.query(`delete from outbox where topic = 'unhandled'`);
  await watchForAlerts(system.deps);
  const { answer } = await system.call(listAlerts, {}, { bearer: administrator.bearer });
  expect(answer.alerts).toEqual([]);
  expect(answer.ended.map(({ kind }) => kind)).toContain('messages_waiting');
  expect((await system.call(acknowledgeAlert, { body }, { bearer: administrator.bearer })).outcome).toBe(
    'not_found',
  );
});

test('raises an alert while M-PESA refuses our callback URLs', async () => {
  await system.sandbox.behave({ missingProducts: [paths.c2bRegister] });
  await sendPayBillAddresses(system.deps);
  expect(await open()).toMatchObject([
    { kind: 'addresses_refused', title: 'M-PESA refuses our callback addresses (401.003.01)' },
  ]);
  await system.sandbox.behave({ missingProducts: [] });
  await sendPayBillAddresses(system.deps);
  expect(await open()).toEqual([]);
});

test('posts raised and resolved alerts to the operator’s own system, signed, and retries after a failure', async () => {
  const untilPosted = () =>
    until(async () => {
      await system.owner.query(
        `update outbox set available_at = now() where topic = 'alert-webhook' and state = 'pending'`,
      );
      const { rows } = await system.owner.query(
        `select from outbox where topic = 'alert-webhook' and state = 'pending'`,
      );
      expect(rows).toEqual([]);
    });
  await untilPosted();
  posted.length = 0;
  refusals = 1;
  const review = '01a20603-0000-7000-8000-000000000001';
  await system.owner.query(
    `insert into reviews (id, kind, subject_id, details, raised_at)
     values ($1, 'money_unclear', $1, '{}', now() - interval '2 hours')`,
    [review],
  );
  await watchForAlerts(system.deps);
  await watchForAlerts(system.deps);
  await untilPosted();
  await system.owner.query('delete from reviews where id = $1', [review]);
  await watchForAlerts(system.deps);
  await untilPosted();
  const told = { data: { kind: 'reviews_waiting', title: expect.stringContaining('1 case waits') } };
  expect(posted).toMatchObject([
    { type: 'alert.raised', ...told },
    { type: 'alert.raised', ...told },
    { type: 'alert.resolved', ...told },
  ]);
});

test('alerts about a serious fraud case that is unassigned for an hour, but not about an assigned case', async () => {
  const { merchantId } = await newTill(system);
  await system.owner.query(
    `insert into fraud_alerts (id, merchant_id, rule, severity, subject, details, raised_at)
     select gen_random_uuid(), $1, 'wrong_codes', severity, severity || minutes, '{}',
       now() - make_interval(mins => minutes)
     from (values ('High', 61), ('High', 59), ('Medium', 61)) as raised(severity, minutes)`,
    [merchantId],
  );
  await watchForAlerts(system.deps);
  expect(await open()).toMatchObject([
    {
      kind: 'fraud_waiting',
      title: expect.stringMatching(
        /^1 serious fraud alert waits for more than an hour \(the oldest since [\d-]{10} \d\d:\d\d\)$/u,
      ),
      path: '/admin/fraud-alerts?severity=High&assigned=unassigned',
    },
  ]);
  await system.owner.query(
    'update fraud_alerts set assigned_to = (select id from administrators limit 1) where merchant_id = $1',
    [merchantId],
  );
  await watchForAlerts(system.deps);
  expect(await open()).toEqual([]);
});
