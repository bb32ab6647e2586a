import {
  readWebhook,
  readWebhookDelivery,
  sendWebhookAgain,
  testWebhook,
  webhookDeliveries,
} from '@zawadi/contract';
import { expect, test } from 'vitest';
import { removeOldDeliveries } from './delivery-store.ts';
import { deliveriesOf, makeEvent, newListeningShop, newShop } from './testing/shop.ts';
import { setStage, verified } from './testing/stage.ts';

const stage = setStage();

test('S120 the Test button sends one signed event, and shows the receiver’s answer, even a refusal', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const passed = (await shop.call(testWebhook)).json.body;
  expect(passed).toMatchObject({ type: 'webhook.test', state: 'delivered', attempts: [{ status: 200 }] });
  const [heard] = stage.receiver.heard;
  expect(heard && verified(shop.secret, heard)).toMatchObject({ type: 'webhook.test' });
  stage.receiver.answer((response) => response.writeHead(401).end('who are you?'));
  const failed = (await shop.call(testWebhook)).json.body;
  expect(failed).toMatchObject({
    state: 'failed',
    attempts: [{ status: 401, responseBody: 'who are you?', isDelivered: false }],
  });
  expect((await shop.call(readWebhook)).json.body).toMatchObject({ state: 'on' });
});

test('reads the delivery log page by page, by state and by type, without other merchants’ deliveries', async () => {
  const [shop, other] = [
    await newListeningShop(stage.people, stage.receiver.url),
    await newShop(stage.people),
  ];
  for (let n = 0; n < 5; n += 1) await makeEvent(stage.people, shop);
  await makeEvent(stage.people, shop, { type: 'voucher.created' });
  const all = await deliveriesOf(shop);
  expect(all).toHaveLength(6);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  const paged: string[] = [];
  for (let cursor: unknown = ''; cursor !== undefined;) {
    const { json } = await shop.call(webhookDeliveries, {
      query: { limit: 4, ...(cursor !== '' && { cursor }) },
    });
    const page = (json.body?.['deliveries'] ?? []) as { deliveryId: string }[];
    paged.push(...page.map(({ deliveryId }) => deliveryId));
    cursor = json.body?.['nextCursor'];
  }
  expect(paged).toEqual(all.map(({ deliveryId }) => deliveryId));
  expect(await deliveriesOf(shop, { type: 'voucher.created' })).toHaveLength(1);
  expect(await deliveriesOf(shop, { state: 'delivered' })).toEqual([]);
  for (const endpoint of [readWebhookDelivery, sendWebhookAgain]) {
    expect((await other.call(endpoint, { params: all[0] ?? {} })).json.code).toBe('not_found');
  }
});

test('deletes finished deliveries and their attempts after 30 days, but no pending ones', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  await shop.call(testWebhook);
  await makeEvent(stage.people, shop);
  await stage.people.owner.query(`update webhook_deliveries set created_at = now() - interval '31 days'`);
  expect(await removeOldDeliveries(stage.people.deps.db)).toBe(1);
  expect((await deliveriesOf(shop)).map(({ state }) => state)).toEqual(['waiting']);
  expect(
    (await stage.people.owner.query('select from webhook_tries where merchant_id = $1', [shop.merchantId]))
      .rowCount,
  ).toBe(0);
});
