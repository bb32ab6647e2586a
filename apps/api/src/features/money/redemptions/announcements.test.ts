import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { saveWebhook } from '../../merchants/webhooks/save-webhook.ts';
import { createAnnouncer, ANNOUNCEMENTS } from './announce-redemptions.ts';
import { flushSearchIndex } from './store.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function countAnnouncements(redemptionId: string): Promise<{ messages: number; events: string[] }> {
  const messages = await system.owner.query('select 1 from outbox where dedupe_key = $1', [
    `voucher-redeemed:${redemptionId}`,
  ]);
  const events = await system.owner.query<{ type: string }>(
    `select type from webhook_deliveries where data ->> 'redemption_id' = $1 order by type`,
    [redemptionId],
  );
  return { messages: messages.rows.length, events: events.rows.map(({ type }) => type) };
}

test('announces a redemption to recipient and merchant once, even if its outbox row is processed again', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const { merchantId } = till;
  const url = 'http://127.0.0.1:9/closed';
  await saveWebhook(system.deps, { merchantId, url, staffId: randomUUID(), isOwner: true });
  const { answer } = await redeem(system, till, gift.code, { amount: 100 });
  const redemptionId = answer.redemption.id;
  const expected = { messages: 1, events: ['transaction.completed', 'voucher.redeemed'] };
  await until(async () => expect(await countAnnouncements(redemptionId)).toEqual(expected));

  const handler = createAnnouncer(system.deps)[ANNOUNCEMENTS];
  const payload = { redemptions: [[gift.voucherId, redemptionId]] };
  const about = {
    id: randomUUID(),
    attempt: 2,
    ageMs: 0,
    wasInterrupted: true,
    signal: new AbortController().signal,
  };
  expect(await handler.run(payload, about)).toEqual({ kind: 'done' });
  expect(await countAnnouncements(redemptionId)).toEqual(expected);
});

test('announces no refused redemption', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 100 })];
  const count = async () => {
    const { rows } = await system.owner.query('select 1 from outbox where topic = $1', [ANNOUNCEMENTS]);
    return rows.length;
  };
  const before = await count();
  expect((await redeem(system, till, gift.code, { amount: 5_000 })).outcome).toBe(
    'insufficient_voucher_balance',
  );
  expect(await count()).toBe(before);
});

test('the worker’s flush moves all pending recipient names into the search index', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 100 })];
  await redeem(system, till, gift.code, { amount: 1 });
  const pending = async () => {
    const { rows } = await system.owner.query<{ cleaned: string }>(
      `select gin_clean_pending_list('redemptions_by_name') as cleaned`,
    );
    return Number(rows[0]?.cleaned);
  };
  await flushSearchIndex(system.deps.db);
  expect(await pending()).toBe(0);
});
