import { randomUUID } from 'node:crypto';
import { saveWebhook, systemHealth } from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordRun } from '../../../platform/jobs/job-runs.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let reader: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  reader = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

const read = async () => (await system.call(systemHealth, {}, { bearer: reader.bearer })).answer;
const sql = (text: string) => system.owner.query(text);

// Each test adds one kind of fault, beginning with a system without any activity.
describe('system health with one more fault in each step', { shuffle: false }, () => {
  test('S265 a new system shows no evidence about M-PESA, and shows that M-PESA answers after the first payment', async () => {
    const before = await read();
    expect(before).toMatchObject({
      state: 'good',
      provider: { state: 'unknown', name: 'sandbox' },
      callbacks: { state: 'unknown', lastHour: 0 },
      float: { state: 'unknown', accounts: [] },
    });
    await payForGift(system, 1_000);
    const after = await read();
    expect(after).toMatchObject({ provider: { state: 'good' }, callbacks: { state: 'good', waiting: 0 } });
    expect(after.callbacks.lastHour).toBeGreaterThan(0);
    expect(Date.parse(after.callbacks.lastReceivedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('S266 shows an unprocessed callback, a pending outbox message and a dead one', async () => {
    await sql(`insert into provider_messages (id, purpose, home_id, target_id, body, digest, received_at)
    values (gen_random_uuid(), 'test', gen_random_uuid(), gen_random_uuid(), '{}', '\\x00', now() - interval '6 min')`);
    await sql(`insert into outbox (id, topic, payload, available_at) values
    (gen_random_uuid(), 'unhandled', '\\x00', now() - interval '3 min')`);
    await sql(`insert into outbox (id, topic, payload, state, finished_at) values
    (gen_random_uuid(), 'unhandled', '\\x00', 'dead', now())`);
    const { state, callbacks, queue } = await read();
    expect(callbacks).toMatchObject({ state: 'bad', waiting: 1 });
    expect(queue.state).toBe('attention');
    expect(queue.topics.find(({ topic }) => topic === 'unhandled')).toMatchObject({ waiting: 1, dead: 1 });
    expect(state).toBe('bad');
    await sql(
      `delete from provider_messages where purpose = 'test'; delete from outbox where topic = 'unhandled'`,
    );
  });

  test('S268 counts a payment whose outcome is unknown for ten minutes', async () => {
    const homeId = randomUUID();
    await sql(`insert into orders (home_id, id, kind, owner_id, party, amount_cents, state, created_at)
    values ('${homeId}', gen_random_uuid(), 'purchase', gen_random_uuid(), '254700000001', 100, 'UNKNOWN',
      now() - interval '11 min')`);
    const { provider, unknownPayments } = await read();
    expect(unknownPayments).toMatchObject({ state: 'attention', purchases: 1, withdrawals: 0 });
    // The state is not bad, because M-PESA has acknowledged another order since.
    expect(provider).toMatchObject({ state: 'attention' });
    await sql(`delete from orders where party = '254700000001'`);
  });

  test('one lost answer is no silence of M-PESA; three calls without an answer since its last one are', async () => {
    await sql(
      `update orders set sent_at = sent_at - interval '3 hours', created_at = created_at - interval '3 hours'`,
    );
    await sql(`update provider_messages set received_at = received_at - interval '3 hours'`);
    const loseAnswer = (minutesAgo: number) =>
      sql(`insert into orders (home_id, id, kind, owner_id, party, amount_cents, state, created_at)
        values (gen_random_uuid(), gen_random_uuid(), 'purchase', gen_random_uuid(), '254700000001', 100, 'UNKNOWN',
          now() - interval '${minutesAgo} min')`);
    const stateNow = async () => (await read()).provider.state;
    expect(await stateNow()).toBe('good');
    await loseAnswer(2);
    expect(await stateNow()).toBe('attention');
    // Calls of hours ago say nothing about now.
    for (const minutesAgo of [61, 62]) await loseAnswer(minutesAgo);
    expect(await stateNow()).toBe('attention');
    await sql(`insert into payment_queries (id, order_id, call, asked_by, asked_at, state)
      values (gen_random_uuid(), gen_random_uuid(), 'prompt', 'worker', now() - interval '1 min', 'UNANSWERED')`);
    expect(await stateNow()).toBe('attention');
    await loseAnswer(3);
    expect(await stateNow()).toBe('bad');
    await sql(`update provider_messages set received_at = now()`);
    expect(await stateNow()).toBe('attention');
    await sql(`delete from orders where party = '254700000001'; delete from payment_queries`);
  });

  test('S271 shows the last success of a job, its failure, and that the job is late', async () => {
    const { db } = system.deps;
    const job = { name: 'a-test', when: { everySeconds: 5 }, run: async () => {} };
    const seen = async () => (await read()).jobs.jobs.find(({ name }) => name === 'a-test');
    await recordRun(db, job);
    expect(await seen()).toMatchObject({ state: 'good', lastSucceededAt: expect.any(String) });
    const fails = async () => {
      throw new Error('not this time');
    };
    await expect(recordRun(db, { ...job, run: fails })).rejects.toThrow('not this time');
    expect(await seen()).toMatchObject({ state: 'attention' });
    await sql(`update job_runs set last_succeeded_at = now() - interval '6 min' where name = 'a-test'`);
    expect(await seen()).toMatchObject({ state: 'bad' });
  });

  test('S270 shows a float difference in shillings', async () => {
    await sql(`insert into float_checks (id, status, answered_at, collection_theirs_cents, collection_ours_cents,
      payout_theirs_cents, payout_ours_cents, is_reported)
    values (gen_random_uuid(), 'DIFFERS', now(), 90000, 100000, 5000, 5000, true)`);
    expect((await read()).float).toMatchObject({
      state: 'bad',
      accounts: [
        { account: 'mpesa:collection', atProvider: 900, inLedger: 1_000 },
        { account: 'mpesa:payout', atProvider: 50, inLedger: 50 },
      ],
    });
  });
});

test('names the merchants whose webhook addresses fail, the longest failing first', async () => {
  const shops = [await newShop(system), await newShop(system), await newShop(system)];
  const body = { url: 'https://8.8.8.8/hook', events: ['voucher.redeemed' as const] };
  for (const [index, { owner, merchantId }] of shops.entries()) {
    await system.call(saveWebhook, { body }, owner);
    if (index > 0) {
      await system.owner.query(
        `update webhook_addresses set failures = 1, failing_since = now() - make_interval(hours => $2) where merchant_id = $1`,
        [merchantId, index],
      );
    }
  }
  const { rows } = await system.owner.query<{ merchantCode: string; businessName: string }>(
    `select merchant_code as "merchantCode", business_name as "businessName" from merchants
     where id = any($1) order by array_position($1::uuid[], id)`,
    [[shops[2]?.merchantId, shops[1]?.merchantId]],
  );
  expect((await read()).webhooks).toMatchObject({ failing: 2, merchants: rows });
});

test('only administrators may read system health', async () => {
  expect((await system.call(systemHealth, {})).status).toBe(401);
});
