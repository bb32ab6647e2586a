import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { payForGift, refund, untilRefunded } from '../../../testing/refund-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { explainMessage } from './explain.ts';
import { sendPayBillAddresses } from './send-pay-bill-addresses.ts';
import { applyStored } from './apply-message.ts';
import { deleteMessageBodies, storeMessage } from './store.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
});
afterAll(() => system.close());

type Row = { id: string; body: unknown; digest: Buffer; outcome: string; targetId: string; homeId: string };

async function messages(): Promise<Row[]> {
  const { rows } = await system.owner.query<Row>(
    `select id, body, digest, outcome, target_id as "targetId", home_id as "homeId" from provider_messages order by id`,
  );
  return rows;
}

const keptMessages = async () => (await messages()).filter(({ body }) => body !== null);

const age = (days: number) =>
  system.owner.query('update provider_messages set processed_at = now() - make_interval(days => $1)', [days]);

test("deletes phone numbers and names from M-PESA's messages after 180 days, and still detects a repetition", async () => {
  const administrator = await newAdministrator(system);
  const gift = await payForGift(system, 1_000);
  await refund(system, administrator, gift);
  await untilRefunded(system, gift);
  await until(async () => expect((await messages()).every(({ outcome }) => outcome !== null)).toBe(true));
  const before = await keptMessages();
  expect(JSON.stringify(before)).toContain(gift.buyer.phoneNumber);

  await age(179);
  expect(await deleteMessageBodies(system.deps.db)).toBe(0);
  await age(181);
  expect(await deleteMessageBodies(system.deps.db)).toBe(before.length);
  expect(await deleteMessageBodies(system.deps.db)).toBe(0);
  const ids = new Set(before.map(({ id }) => id));
  const after = (await messages()).filter(({ id }) => ids.has(id));
  expect(after).toEqual(before.map((row) => ({ ...row, body: null })));
  expect(explainMessage('c2b', null)).toBe('What it said was removed after 180 days');

  const [paid] = before;
  if (!paid) throw new Error('no message');
  const { targetId, homeId, body } = paid;
  const id = await storeMessage(system.deps.db, { purpose: 'c2b', targetId, homeId }, body);
  expect(id).toBe(paid.id);
  expect(await applyStored(system.deps, id)).toBeUndefined();
});

test('keeps M-PESA’s messages that are not applied or under review, and the application’s role cannot change them', async () => {
  const gift = await payForGift(system, 500);
  const kept = await keptMessages();
  expect(kept.length).toBeGreaterThan(0);
  await system.owner.query(
    `insert into reviews (id, kind, subject_id, details)
     select gen_random_uuid(), 'money_unclear', id, '{}' from provider_messages where body::text <> 'null'`,
  );
  await age(400);
  expect(await deleteMessageBodies(system.deps.db)).toBe(0);
  await system.owner.query('update reviews set resolved_at = now()');
  await system.owner.query('update provider_messages set processed_at = null');
  expect(await deleteMessageBodies(system.deps.db)).toBe(0);
  await age(400);
  expect(await deleteMessageBodies(system.deps.db)).toBe(kept.length);
  expect(JSON.stringify(await messages())).not.toContain(gift.buyer.phoneNumber);

  const app = new Client({ connectionString: system.deps.config.database.url });
  await app.connect();
  try {
    for (const statement of [
      `update provider_messages set body = '{}'`,
      'delete from provider_messages',
      `select delete_provider_message_bodies('89 days', 10)`,
    ]) {
      await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  } finally {
    await app.end();
  }
});
