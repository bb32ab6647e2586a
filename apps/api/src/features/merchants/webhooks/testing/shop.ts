import { randomUUID } from 'node:crypto';
import {
  addressOf,
  merchantLogin,
  readWebhookDelivery,
  saveWebhook,
  webhookDeliveries,
  type Endpoint,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEventName,
} from '@zawadi/contract';
import { inTransaction } from '../../../../platform/db/in-transaction.ts';
import { newPerson, startPeopleApp, type PeopleApp, type Reply } from '../../../../testing/people-app.ts';
import { createMerchant } from '../../../people/merchants/index.ts';
import { publishEvent } from '../../../services/merchant-events/index.ts';
import { logRoutes, routes } from '../routes.ts';
import { findIdByCode } from '../../../money/vouchers/index.ts';

export function startShops(): Promise<PeopleApp> {
  return startPeopleApp((deps) => [
    ...routes(deps),
    ...logRoutes({ ...deps, findVoucherByCode: (code) => findIdByCode(deps, code) }),
  ]);
}

type Given = { params?: object; query?: object; body?: object };

/** An active merchant with its signed-in owner. */
export type Shop = {
  merchantId: string;
  email: string;
  password: string;
  call: (endpoint: Endpoint, given?: Given) => Promise<Reply>;
};

export async function newShop(people: PeopleApp): Promise<Shop> {
  const contact = newPerson();
  const { merchantId, merchantCode } = await createMerchant(people.deps, {
    businessName: 'Mama Njeri',
    contactName: 'Njeri Kamau',
    contactEmail: contact.email,
    contactPhoneNumber: contact.phoneNumber,
    password: contact.password,
  });
  await people.owner.query(`update merchants set status = 'ACTIVE' where id = $1`, [merchantId]);
  const call = await signInAs(people, merchantCode, contact.password);
  return { merchantId, email: contact.email, password: contact.password, call };
}

/** Creates a shop whose webhook address is this URL. */
export async function newListeningShop(people: PeopleApp, url: string): Promise<Shop & { secret: string }> {
  const shop = await newShop(people);
  const saved = await shop.call(saveWebhook, { body: { url } });
  if (saved.status !== 200) throw new Error(`not saved: ${saved.text}`);
  return { ...shop, secret: String(saved.json.body?.['signingSecret']) };
}

/** Signs in a staff member of the shop. */
export async function signInMemberOf(
  people: PeopleApp,
  { merchantId, password }: Shop,
  staffRole: 'manager' | 'cashier',
): Promise<Shop['call']> {
  await people.owner.query(
    `insert into merchant_staff (id, merchant_id, handle, role, password_hash, must_change_password, name, email)
     select gen_random_uuid(), m.id, upper($2::text), $2, s.password_hash, false, $2, m.contact_email
     from merchants m join merchant_staff s on s.merchant_id = m.id and s.role = 'owner' where m.id = $1`,
    [merchantId, staffRole],
  );
  const { rows } = await people.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [merchantId],
  );
  if (!rows[0]) throw new Error('no such merchant');
  return signInAs(people, `${rows[0].code}.${staffRole}`, password);
}

async function signInAs(people: PeopleApp, merchantCode: string, password: string): Promise<Shop['call']> {
  const reply = await people.call(merchantLogin, { merchantCode, password });
  const token = String(reply.json.body?.['accessToken']);
  if (reply.status !== 200) throw new Error(`not signed in: ${reply.text}`);
  return (endpoint, { params = {}, query = {}, body } = {}) =>
    people.call({ ...endpoint, path: addressOf(endpoint, { params, query }) }, body, { token });
}

/** Causes an event that the shop can subscribe to. @returns the name of its cause */
export async function makeEvent(
  people: PeopleApp,
  { merchantId }: Pick<Shop, 'merchantId'>,
  options: {
    type?: Extract<WebhookEventName, 'voucher.redeemed' | 'voucher.created'>;
    dedupeKey?: string;
  } = {},
): Promise<string> {
  const { type = 'voucher.redeemed', dedupeKey = randomUUID() } = options;
  const voucher_id = randomUUID();
  await inTransaction(people.deps.db, (tx) =>
    publishEvent(
      tx,
      type === 'voucher.created'
        ? {
            merchantId,
            type,
            dedupeKey,
            data: { voucher_id, amount: 500, currency: 'KES', expires_at: '2028-11-20T20:59:59Z' },
          }
        : {
            merchantId,
            type,
            dedupeKey,
            data: {
              voucher_id,
              redemption_id: randomUUID(),
              amount: 350,
              balance: 600,
              status: 'PARTIALLY_REDEEMED',
              currency: 'KES',
            },
          },
    ),
  );
  return dedupeKey;
}

export async function deliveriesOf(shop: Shop, query: object = {}): Promise<WebhookDelivery[]> {
  const reply = await shop.call(webhookDeliveries, { query });
  return reply.json.body?.['deliveries'] as WebhookDelivery[];
}

/** Returns the shop's only delivery; throws if there are several. */
export async function onlyDelivery(shop: Shop): Promise<WebhookDeliveryDetail> {
  const deliveries = await deliveriesOf(shop);
  if (deliveries.length !== 1) throw new Error(`${deliveries.length} deliveries`);
  const params = { deliveryId: deliveries[0]?.deliveryId };
  return (await shop.call(readWebhookDelivery, { params })).json.body as WebhookDeliveryDetail;
}

/** Ends the pause of a shop's address, and the wait before its next retry. */
export async function letTimePass(
  people: PeopleApp,
  { merchantId }: Shop,
  interval = '1 week',
): Promise<void> {
  await people.owner.query(
    'update webhook_deliveries set next_try_at = next_try_at - $2::interval where merchant_id = $1',
    [merchantId, interval],
  );
  await people.owner.query(
    'update webhook_addresses set resumes_at = resumes_at - $2::interval where merchant_id = $1',
    [merchantId, interval],
  );
}
