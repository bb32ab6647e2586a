import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { redeemVoucher, viewVoucher } from '@zawadi/contract';
import { freePort } from '@zawadi/story/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJobs } from '../../../app-worker.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { recordRun } from '../../../platform/jobs/job-runs.ts';
import { createDatabaseCheck, serveMetrics } from '../../../platform/metrics/serve-metrics.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, readGiftOf } from '../../../testing/gifts.ts';
import { answerPrompt, registerAndStart, untilStatus } from '../../../testing/purchase-calls.ts';
import { scrape, scrapeAt } from '../../../testing/scrape.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { until } from '../../../testing/until.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const sql = (text: string, values: unknown[] = []) => system.owner.query(text, values);
const run = (name: string) => {
  const job = listJobs(system.deps).find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  return recordRun(system.deps.db, job);
};

test('reports a manipulated balance after the ledger audit has found it, until it is corrected', async () => {
  const { voucherId } = await makeGift(system, { amount: 500 });
  const tamper = (cents: number) =>
    sql('update ledger.strict_balances set balance_cents = balance_cents + $2 where home_id = $1', [
      voucherId,
      cents,
    ]);
  expect((await scrape(system.deps)).at('zawadi_ledger_last_audit_timestamp_seconds')).toBeUndefined();
  await run('audit-ledger');
  const good = await scrape(system.deps);
  expect(good.at('zawadi_ledger_differing_accounts')).toBe(0);
  expect(good.at('zawadi_ledger_difference_cents')).toBe(0);
  expect(good.at('zawadi_ledger_balance_cents{kind="voucher"}')).toBeGreaterThan(0);

  await tamper(100);
  await expect(run('audit-ledger')).rejects.toThrow('THE LEDGER DOES NOT ADD UP');
  const bad = await scrape(system.deps);
  expect(bad.at('zawadi_ledger_differing_accounts')).toBe(1);
  expect(bad.at('zawadi_ledger_difference_cents')).toBe(-100);
  expect(bad.at('zawadi_alerts_open{kind="books_differ"}')).toBe(1);
  expect(bad.at('zawadi_job_last_failure_timestamp_seconds{name="audit-ledger"}')).toBeDefined();
  const audited = 'zawadi_ledger_last_audit_timestamp_seconds';
  expect(bad.at(audited)).toBeGreaterThan(good.at(audited) ?? Infinity);

  await tamper(-100);
  await run('audit-ledger');
  expect((await scrape(system.deps)).at('zawadi_ledger_differing_accounts')).toBe(0);
});

test('counts a payment and a redemption under labels from fixed lists, without personal data', async () => {
  const before = await scrape(system.deps);
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_000 });
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  const gift = await readGiftOf(system.deps, registered.requestId);
  const till = await newTill(system);
  expect((await redeem(system, till, gift.code)).status).toBe(200);
  await system.call(viewVoucher, { params: { claimToken: gift.claimToken } });
  await system.http.inject('/no/such/page-of-0712345678');
  const after = await until(async () => {
    const scraped = await scrape(system.deps);
    const grown = (series: string) => (scraped.at(series) ?? 0) - (before.at(series) ?? 0);
    const calls = 'zawadi_provider_call_duration_seconds_count';
    expect(grown(`${calls}{provider="mpesa",operation="stk_push",outcome="accepted"}`)).toBe(1);
    expect(grown(`${calls}{provider="sms",operation="send",outcome="done"}`)).toBeGreaterThan(0);
    expect(grown(`${calls}{provider="email",operation="send",outcome="done"}`)).toBeGreaterThan(0);
    expect(grown('zawadi_callbacks_total{kind="purchase_result",outcome="completed"}')).toBe(1);
    expect(grown('zawadi_redemption_batch_size_sum')).toBe(1);
    expect(grown('zawadi_redemption_batch_wait_seconds_count')).toBe(1);
    const requests = 'zawadi_http_request_duration_seconds_count';
    const { method, path: route } = redeemVoucher;
    expect(grown(`${requests}{method="${method}",route="${route}",status="200"}`)).toBe(1);
    return scraped;
  });
  expect(after.at('zawadi_database_up')).toBe(1);
  expect(after.at('zawadi_database_connections{pool="queries",state="idle"}')).toBeGreaterThan(0);
  for (const secret of [
    buyer.phoneNumber,
    buyer.phoneNumber.slice(3),
    buyer.email,
    buyer.lastName,
    buyer.user.id,
    registered.requestId,
    gift.code,
    gift.claimToken,
    till.merchantId,
    'page-of',
  ]) {
    expect(after.text).not.toContain(secret);
  }
});

test('reports pending work and its age, open M-PESA payments, and late jobs', async () => {
  const homeId = randomUUID();
  await sql(`insert into orders (home_id, id, kind, owner_id, party, amount_cents, state, created_at)
    values ('${homeId}', gen_random_uuid(), 'withdrawal', gen_random_uuid(), '254700000001', 100, 'UNKNOWN',
      now() - interval '2 hours')`);
  await sql(`insert into outbox (id, topic, payload, available_at) values
    (gen_random_uuid(), 'unhandled', '\\x00', now() - interval '20 min')`);
  await sql(`insert into float_checks (id, status, answered_at, collection_theirs_cents, collection_ours_cents,
      payout_theirs_cents, payout_ours_cents, is_reported)
    values (gen_random_uuid(), 'DIFFERS', now(), 90000, 100000, 5000, 5000, true)`);
  await recordRun(system.deps.db, { name: 'late-one', when: { everySeconds: 5 }, run: async () => {} });
  await sql(`update job_runs set last_succeeded_at = now() - interval '6 min' where name = 'late-one'`);
  const { at } = await scrape(system.deps);
  expect(at('zawadi_orders_open{kind="withdrawal",state="UNKNOWN"}')).toBe(1);
  expect(at('zawadi_orders_oldest_unknown_seconds')).toBeGreaterThan(7_190);
  expect(at('zawadi_outbox_waiting{topic="unhandled"}')).toBe(1);
  expect(at('zawadi_outbox_oldest_waiting_seconds{topic="unhandled"}')).toBeGreaterThan(1_190);
  expect(at('zawadi_mpesa_float_difference_cents{account="collection"}')).toBe(-10_000);
  expect(at('zawadi_mpesa_float_cents{account="collection",source="provider"}')).toBe(90_000);
  expect(at('zawadi_job_late_seconds{name="late-one"}')).toBeGreaterThan(50);
  expect(at('zawadi_webhooks_oldest_due_seconds')).toBe(0);
  await sql(`delete from orders where party = '254700000001'; delete from float_checks;
    delete from outbox where topic = 'unhandled'; delete from job_runs where name = 'late-one'`);
});

/** Opens a proxy to the system's database. When it stops forwarding, it acts like a frozen database. */
async function openFreezable() {
  const address = new URL(system.deps.config.database.url ?? '');
  const databasePort = Number(address.port);
  const sockets: Socket[] = [];
  const wire = createServer((client) => {
    const server = connect(databasePort, '127.0.0.1');
    for (const socket of [client, server]) sockets.push(socket.on('error', () => {}));
    client.pipe(server).pipe(client);
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  address.port = String((wire.address() as AddressInfo).port);
  const db = openDatabase(address.href, { connections: 2, name: 'freezable' });
  return {
    db,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await db.destroy();
      wire.close();
    },
  };
}

test('a frozen database delays no scrape: it is reported as down, and process metrics are still served', async () => {
  const { db, freeze, close } = await openFreezable();
  const { clock, log } = system.deps;
  const scrapeApi = async () => {
    const address = { host: '127.0.0.1', port: await freePort() };
    const server = await serveMetrics({ address, refresh: createDatabaseCheck({ db, log }), log });
    const scraped = await scrapeAt(address.port);
    await server.close();
    return scraped;
  };
  try {
    await until(async () => {
      expect((await scrape({ db, clock, log })).at('zawadi_database_up')).toBe(1);
      expect((await scrapeApi()).at('zawadi_database_up')).toBe(1);
    });
    freeze();
    const startedAt = performance.now();
    const ofWorker = await scrape({ db, clock, log });
    const ofApi = await scrapeApi();
    // A scrape that waited for the database would take the twenty seconds of a query's timeout.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(ofWorker.at('zawadi_database_up')).toBe(0);
    expect(ofWorker.values.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
    expect(ofWorker.values.has('zawadi_reviews_open')).toBe(false);
    expect(ofApi.at('zawadi_database_up')).toBe(0);
  } finally {
    await close();
  }
});

test('omits ledger sums that take too long, without reporting the database as down', async () => {
  const holder = await system.owner.connect();
  try {
    await holder.query('begin; lock table ledger.strict_balances in access exclusive mode');
    const held = await scrape(system.deps);
    expect(held.at('zawadi_database_up')).toBe(1);
    expect(held.values.has('zawadi_reviews_open')).toBe(true);
    expect(held.values.has('zawadi_ledger_difference_cents')).toBe(false);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
