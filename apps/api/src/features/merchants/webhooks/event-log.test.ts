import { randomUUID } from 'node:crypto';
import {
  addWebhookAddress,
  listEventsByMachine,
  readEventByMachine,
  readWebhookEvent,
  redeemVoucher,
  saveWebhook,
  webhookEvents,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGifts } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { ownerOf } from '../../../testing/merchant-api-calls.ts';
import { newTill, type Till } from '../../../testing/tills.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { until } from '../../../testing/until.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const URL = 'http://127.0.0.1:9/hook';

type OwnedTill = Till & { bearer: string };

async function newOwnedTill(): Promise<OwnedTill> {
  const till = await newTill(system);
  return { ...till, bearer: (await ownerOf(system, till)).bearer };
}

/** Creates a till whose shop has two webhook addresses. The second one gets only redemptions. */
async function newListeningTill() {
  const till = await newOwnedTill();
  await system.call(saveWebhook, { body: { url: URL } }, { bearer: till.bearer });
  const body = { url: `${URL}/stock`, description: 'Stock', events: ['voucher.redeemed' as const] };
  const { answer } = await system.call(addWebhookAddress, { body }, { bearer: till.bearer });
  return { till, addressId: answer.addressId };
}

async function sell(till: Till, reference?: string) {
  const [gift] = await makeGifts(system, 1, { amount: 1_000 });
  if (!gift) throw new Error('no gift');
  const call = {
    params: { id: gift.code },
    headers: { 'idempotency-key': randomUUID() },
    body: { amount: 100, ...(reference !== undefined && { reference }) },
  };
  const sold = await system.call(redeemVoucher, call, { basic: till.basic });
  expect(sold.outcome).toBe('ok');
  return { ...gift, voucherId: sold.answer.id };
}

async function eventsOf({ bearer }: OwnedTill, query: object = {}) {
  return (await system.call(webhookEvents, { query }, { bearer })).answer;
}

test('the event log names vouchers, and filters by voucher, type, address, state and day', async () => {
  const { till, addressId } = await newListeningTill();
  const [sold, another] = [await sell(till), await sell(till)];
  await until(async () => expect((await eventsOf(till)).events).toHaveLength(4));
  const code = sold.code.replaceAll('-', '');
  for (const voucher of [
    sold.voucherId,
    sold.voucherId.toUpperCase(),
    sold.code,
    code.toLowerCase(),
    code.slice(-4),
  ]) {
    const { events } = await eventsOf(till, { voucher });
    expect(
      events.map((event) => event.voucher),
      voucher,
    ).toEqual([
      { voucherId: sold.voucherId, codeLastFour: code.slice(-4) },
      { voucherId: sold.voucherId, codeLastFour: code.slice(-4) },
    ]);
    expect(JSON.stringify(events)).not.toContain(code);
  }
  for (const voucher of ['nothing at all', randomUUID(), '0000-0000-0000-0000']) {
    expect((await eventsOf(till, { voucher })).events).toEqual([]);
  }
  const redeemed = await eventsOf(till, { type: 'voucher.redeemed', voucher: another.voucherId });
  expect(redeemed.events).toHaveLength(1);
  expect(redeemed.events[0]?.deliveries.map(({ address }) => address)).toEqual([URL, 'Stock']);
  expect((await eventsOf(till, { addressId })).events.map(({ type }) => type)).toEqual([
    'voucher.redeemed',
    'voucher.redeemed',
  ]);
  expect((await eventsOf(till, { state: 'delivered' })).events).toEqual([]);
  await system.owner.query(`update webhook_deliveries set state = 'failed' where address_id = $1`, [
    addressId,
  ]);
  expect((await eventsOf(till, { state: 'failed' })).events).toHaveLength(2);
  expect((await eventsOf(till, { state: 'failed', addressId: till.merchantId })).events).toEqual([]);
  const today = nairobiDay(new Date());
  const tomorrow = nairobiDay(new Date(Date.now() + DAY_MS));
  expect((await eventsOf(till, { from: today, to: today })).events).toHaveLength(4);
  expect((await eventsOf(till, { from: tomorrow })).events).toEqual([]);
  const stranger = await newOwnedTill();
  expect((await eventsOf(stranger, { voucher: sold.code })).events).toEqual([]);
  const params = { eventId: redeemed.events[0]?.eventId ?? '' };
  expect((await system.call(readWebhookEvent, { params }, { bearer: stranger.bearer })).outcome).toBe(
    'not_found',
  );
});

test('reads the event log page by page, with one entry per event however many addresses get it', async () => {
  const { till } = await newListeningTill();
  for (let n = 0; n < 3; n += 1) await sell(till);
  await until(async () => expect((await eventsOf(till)).events).toHaveLength(6));
  const all = (await eventsOf(till)).events.map(({ eventId }) => eventId);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await eventsOf(till, { limit: 4, ...(cursor !== undefined && { cursor }) });
    paged.push(...page.events.map(({ eventId }) => eventId));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(paged).toEqual(all);
});

test('a merchant’s own system lists and reads its events, and no other merchant’s', async () => {
  const { till } = await newListeningTill();
  const sold = await sell(till, 'receipt 7');
  const list = (query: object) => system.call(listEventsByMachine, { query }, { basic: till.basic });
  await until(async () => expect((await list({})).answer.data).toHaveLength(2));
  const { data, has_more } = (await list({ type: 'voucher.redeemed', voucher: sold.voucherId })).answer;
  expect(has_more).toBe(false);
  expect(data).toEqual([
    {
      id: expect.any(String),
      object: 'event',
      type: 'voucher.redeemed',
      timestamp: expect.any(String),
      data: expect.objectContaining({ voucher_id: sold.voucherId, amount: 100, reference: 'receipt 7' }),
    },
  ]);
  const params = { id: data[0]?.id ?? '' };
  expect((await system.call(readEventByMachine, { params }, { basic: till.basic })).answer).toEqual(data[0]);
  const stranger = await newTill(system);
  expect((await system.call(readEventByMachine, { params }, { basic: stranger.basic })).outcome).toBe(
    'event_not_found',
  );
  expect((await list({ limit: 1 })).answer).toMatchObject({
    has_more: true,
    next_cursor: expect.any(String),
  });
  expect((await list({ 'created[lte]': '2020-01-01' })).answer.data).toEqual([]);
});
