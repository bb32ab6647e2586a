import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { saveWebhook } from '../../apps/api/src/features/merchants/webhooks/save-webhook.ts';
import {
  startReceiver,
  type Receiver,
} from '../../apps/api/src/features/merchants/webhooks/testing/start-receiver.ts';
import { newTill, type Till } from '../../apps/api/src/testing/tills.ts';
import { until } from '../../apps/api/src/testing/until.ts';
import type { Child } from './child-process.ts';
import { startProduct, type Product } from './processes.ts';
import { buyCode, redeem } from './tills.ts';
import { letLeasesEnd } from './time.ts';

vi.setConfig({ testTimeout: 360_000 });

let product: Product;
let second: Child;
let receiver: Receiver;
let till: Till;
let held: ServerResponse[];
beforeAll(async () => {
  product = await startProduct();
  second = product.addWorker();
});
beforeEach(async () => {
  await second.kill9();
  await product.worker.start();
  receiver = await startReceiver();
  held = [];
  receiver.answer((response) => held.push(response));
  till = await newTill(product);
  const { merchantId } = till;
  const request = { merchantId, url: receiver.url, staffId: randomUUID(), isOwner: true };
  await saveWebhook(product.deps, request);
});
afterEach(() => receiver.close());
afterAll(() => product.close());

/**
 * Redeems part of a voucher. The redemption sends two events to the till's system: one about the voucher, one about the
 * money.
 */
async function redeemOnce(): Promise<void> {
  await redeem(product, till.basic, { code: await buyCode(product, 100), key: randomUUID(), amount: 50 });
}

async function statesOfEvents(): Promise<object[]> {
  const { rows } = await product.owner.query<object>(
    `select state, tries, (
       select count(*)::int from webhook_tries t where t.merchant_id = d.merchant_id and t.delivery_id = d.id
     ) as "triesRecorded"
     from webhook_deliveries d where merchant_id = $1 order by created_at, id`,
    [till.merchantId],
  );
  return rows;
}

const idsHeard = () => new Set(receiver.heard.map(({ headers }) => headers['webhook-id']));

test('if a worker is killed while a webhook receiver is answering, its events are sent again under the same ids', async () => {
  await redeemOnce();
  await until(() => expect(held).toHaveLength(2));
  await product.worker.kill9();
  receiver.answer((response) => response.end());
  await letLeasesEnd(product);
  await product.worker.start();
  const delivered = { state: 'delivered', tries: 2, triesRecorded: 1 };
  await until(async () => expect(await statesOfEvents()).toEqual([delivered, delivered]));
  expect(receiver.heard).toHaveLength(4);
  expect(idsHeard().size).toBe(2);
});

test('a worker suspended past its lease does not undo another worker’s deliveries', async () => {
  await redeemOnce();
  await until(() => expect(held).toHaveLength(2));
  product.worker.halt();
  receiver.answer((response) => response.end());
  await letLeasesEnd(product);
  await second.start();
  const delivered = { state: 'delivered', tries: 2, triesRecorded: 1 };
  await until(async () => expect(await statesOfEvents()).toEqual([delivered, delivered]));
  await second.kill9();
  for (const response of held) response.writeHead(500).end();
  product.worker.resume();
  await redeemOnce();
  const alone = { state: 'delivered', tries: 1, triesRecorded: 1 };
  await until(async () => expect(await statesOfEvents()).toEqual([delivered, delivered, alone, alone]));
  const { rows } = await product.owner.query(
    'select failures from webhook_addresses where merchant_id = $1',
    [till.merchantId],
  );
  expect(rows).toEqual([{ failures: 0 }]);
});
