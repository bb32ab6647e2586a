import { addWebhookAddress, listWebhookAddresses, type WebhookAddress } from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { deliveriesOf, makeEvent, newListeningShop, newShop, onlyDelivery } from './testing/shop.ts';
import { setStage } from './testing/stage.ts';

const stage = setStage();

// The statements of the release before several addresses, which run beside this one during an update.
const PUBLISH = `
  insert into webhook_deliveries (merchant_id, id, type, data)
  select e.merchant_id, $2, 'voucher.redeemed', '{}'::json from webhook_endpoints e
  where e.merchant_id = $1 and e.url is not null and e.switched_off_at is null and 'voucher.redeemed' = any(e.events)
  on conflict do nothing`;
const LEASE = `
  with ready as materialized (
    select e.merchant_id, e.url from webhook_endpoints e join merchants m on m.id = e.merchant_id
    where e.merchant_id = $1 and e.url is not null and e.held_until <= moment()
    limit 10 for no key update of e skip locked
  )
  update webhook_deliveries d
  set lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute', tries = d.tries + 1
  from ready e where d.merchant_id = e.merchant_id and d.state = 'pending' returning e.url`;

/** Runs a statement with the rights of the application. */
async function asBefore(statement: string, values: unknown[]): Promise<unknown[]> {
  const { rows } = await stage.people.deps.db.executeQuery(CompiledQuery.raw(statement, values));
  return rows;
}

test('what a process of the version before publishes goes to the first address', async () => {
  const shop = await newListeningShop(stage.people, stage.receiver.url);
  const id = randomUUID();
  for (let n = 0; n < 2; n += 1) await asBefore(PUBLISH, [shop.merchantId, id]);
  stage.startWorker();
  await until(() => expect(stage.idsHeard()).toEqual([id]));
  await until(async () =>
    expect(await onlyDelivery(shop)).toMatchObject({
      eventId: id,
      addressId: shop.merchantId,
      state: 'delivered',
    }),
  );
});

test('it saves the first address only, and sends nothing of a merchant that has another one', async () => {
  const shop = await newShop(stage.people);
  await asBefore(
    `insert into webhook_endpoints (merchant_id, events) values ($1, '{}') on conflict do nothing`,
    [shop.merchantId],
  );
  await asBefore(
    `update webhook_endpoints set url = 'http://127.0.0.1:9/first', secret = 'x', secret_made_at = moment(),
       events = '{voucher.redeemed}' where merchant_id = $1`,
    [shop.merchantId],
  );
  await makeEvent(stage.people, shop);
  expect(await asBefore(LEASE, [shop.merchantId])).toEqual([{ url: 'http://127.0.0.1:9/first' }]);
  await shop.call(addWebhookAddress, { body: { url: stage.receiver.url } });
  await makeEvent(stage.people, shop);
  expect(await asBefore(LEASE, [shop.merchantId])).toEqual([]);
  await asBefore(`update webhook_endpoints set url = 'http://127.0.0.1:9/moved' where merchant_id = $1`, [
    shop.merchantId,
  ]);
  const { json } = await shop.call(listWebhookAddresses);
  const addresses = json.body?.['addresses'] as WebhookAddress[];
  expect(addresses.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/moved', stage.receiver.url]);
  expect(await deliveriesOf(shop)).toHaveLength(3);
});
