import {
  makeWebhookSecret,
  readWebhook,
  readWebhookDelivery,
  saveWebhook,
  sendWebhookAgain,
  testWebhook,
  webhookDeliveries,
  webhookEventName,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../../../testing/every-row.ts';
import type { PeopleApp } from '../../../testing/people-app.ts';
import { checkUrl } from './check-url.ts';
import { newListeningShop, newShop, signInMemberOf, startShops } from './testing/shop.ts';

const URL_OF_SHOP = 'http://127.0.0.1:9/hook';

let people: PeopleApp;
beforeAll(async () => {
  people = await startShops();
});
afterAll(() => people.close());

test('S121 a new merchant has no webhook URL and every event switched on', async () => {
  const { call } = await newShop(people);
  const { json } = await call(readWebhook);
  expect(json.body).toEqual({ state: 'not-set', events: webhookEventName.options });
  expect((await call(testWebhook)).json.code).toBe('webhook_not_set');
  expect((await call(makeWebhookSecret)).json.code).toBe('webhook_not_set');
});

test('creates a secret when the first URL is saved, and shows it to the owner once', async () => {
  const { call, secret } = await newListeningShop(people, URL_OF_SHOP);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u);
  const again = await call(saveWebhook, { body: { url: URL_OF_SHOP } });
  expect(again.json.body).not.toHaveProperty('signingSecret');
  const settings = (await call(readWebhook)).json.body;
  expect(settings).toMatchObject({ url: URL_OF_SHOP, state: 'on', secret: { madeAt: expect.any(String) } });
  expect(JSON.stringify(settings)).not.toContain('whsec_');
});

test('A22 stores the signing secret sealed', async () => {
  const { merchantId, secret } = await newListeningShop(people, URL_OF_SHOP);
  const { rows } = await people.owner.query<{ row: string }>(
    `select encode(secret, 'escape') as row from webhook_addresses where merchant_id = $1`,
    [merchantId],
  );
  expect(rows[0]?.row).not.toContain(secret.slice(6));
});

test('switches single events off and on, and keeps the switches when the address is removed', async () => {
  const { call } = await newListeningShop(people, URL_OF_SHOP);
  const events = ['settlement.processed', 'voucher.redeemed'];
  const fewer = await call(saveWebhook, { body: { events: [...events, ...events] } });
  expect(fewer.json.body).toMatchObject({ url: URL_OF_SHOP, events: events.toReversed() });
  const without = await call(saveWebhook, { body: { url: null } });
  expect(without.json.body).toMatchObject({ state: 'not-set', events: events.toReversed() });
  expect(without.json.body).not.toHaveProperty('url');
  const none = await call(saveWebhook, { body: { events: [] } });
  expect(none.json.body).toMatchObject({ events: [] });
  const unknown = await call(saveWebhook, { body: { events: ['voucher.stolen'] } });
  expect(unknown.status).toBe(422);
});

test('a manager sets up webhooks but does not see the secret; a cashier sees no webhook settings', async () => {
  const shop = await newShop(people);
  const manager = await signInMemberOf(people, shop, 'manager');
  const saved = await manager(saveWebhook, { body: { url: URL_OF_SHOP } });
  expect(saved.status).toBe(200);
  expect(saved.json.body).not.toHaveProperty('signingSecret');
  expect((await manager(makeWebhookSecret)).json.code).toBe('forbidden');
  expect((await shop.call(makeWebhookSecret)).status).toBe(200);
  const cashier = await signInMemberOf(people, shop, 'cashier');
  for (const endpoint of [readWebhook, saveWebhook, testWebhook, webhookDeliveries]) {
    expect((await cashier(endpoint)).json.code).toBe('forbidden');
  }
});

test('the old secret stays valid for a day after a rotation, unless it leaked', async () => {
  const { call, secret } = await newListeningShop(people, URL_OF_SHOP);
  const made = (await call(makeWebhookSecret)).json.body;
  expect(made?.['signingSecret']).not.toBe(secret);
  const leftMs = Date.parse(String(made?.['oldValidUntil'])) - Date.now();
  expect(Math.abs(leftMs - 86_400_000)).toBeLessThan(60_000);
  const after = (await call(readWebhook)).json.body;
  expect(after).toMatchObject({ secret: { oldValidUntil: made?.['oldValidUntil'] } });
  const leaked = (await call(makeWebhookSecret, { body: { endsOld: true } })).json.body;
  expect(leaked).toEqual({ signingSecret: expect.stringMatching(/^whsec_/u) });
});

test('A22 the activity log records changes of URL, events and secret, without the secret itself', async () => {
  const { call, merchantId, secret } = await newListeningShop(people, `${URL_OF_SHOP}?token=abc`);
  await call(saveWebhook, { body: { events: ['voucher.created'] } });
  await call(makeWebhookSecret);
  const { rows } = await people.owner.query<{ kind: string; details: object }>(
    `select kind, details from merchant_activities where merchant_id = $1 and kind like 'webhook%' order by at`,
    [merchantId],
  );
  expect(rows).toEqual([
    { kind: 'webhook-changed', details: { url: URL_OF_SHOP } },
    { kind: 'webhook-changed', details: { events: ['voucher.created'] } },
    { kind: 'webhook-secret-renewed', details: { endsOld: false } },
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

const open = { provider: 'daraja' as const, publicUrl: 'https://zawadi.co.ke', ownPorts: [4000] };

const UNSAFE = [
  ['http://shop.example.com/hook', 'begins with https://'],
  ['http://127.0.0.1/hook', 'begins with https://'],
  ['https://127.0.0.1/hook', 'private network'],
  ['https://2130706433/hook', 'private network'],
  ['https://[::1]/hook', 'private network'],
  ['https://localhost/hook', 'private network'],
  ['https://localhost./hook', 'private network'],
  ['https://10.1.2.3/hook', 'private network'],
  ['https://169.254.169.254/latest/meta-data', 'private network'],
  ['https://[::ffff:10.0.0.1]/hook', 'private network'],
  ['https://zawadi.co.ke/api/merchants/v1/webhooks', 'address of Zawadi'],
  ['https://ZAWADI.co.ke:8443/', 'address of Zawadi'],
  ['https://zawadi.co.ke./', 'address of Zawadi'],
] as const;

test('outside the sandbox, refuses a URL that is plain HTTP, private or Zawadi’s own', async () => {
  await everyRow(
    UNSAFE,
    ([url]) => url,
    async ([url, sentence]) => {
      await expect(checkUrl(open, url)).rejects.toMatchObject({
        code: 'validation_failed',
        details: { fields: [{ path: 'url', message: expect.stringContaining(sentence) }] },
      });
    },
  );
});

test('stores a public URL in its normalised form', async () => {
  expect(await checkUrl(open, 'https://8.8.8.8:8443/a b?till=1#top')).toBe(
    'https://8.8.8.8:8443/a%20b?till=1',
  );
  expect(await checkUrl(open, 'https://shop.invalid.:8443/hook')).toBe('https://shop.invalid:8443/hook');
});

const UNUSABLE = [
  ['', 'full address'],
  ['shop.example.com', 'full address'],
  ['ftp://shop.example.com', 'full address'],
  ['javascript:alert(1)', 'full address'],
  ['https://', 'full address'],
  ['https://njeri:secret@shop.example.com/', 'Every message is signed'],
  [`https://shop.example.com/${'x'.repeat(500)}`, 'longer than 500 characters'],
  ['http://192.168.1.4/hook', 'begins with https://'],
  ['https://192.168.1.4/hook', 'private network'],
  ['https://zawadi.test/hook', 'address of Zawadi'],
  ['http://localhost:4000/api', 'address of Zawadi'],
  ['http://127.0.0.1:4010/control/reset', 'address of Zawadi'],
  ['https://localhost:4010/control/reset', 'address of Zawadi'],
  ['https://localhost.:4000/', 'address of Zawadi'],
  ['https://LOCALHOST.:4010/', 'address of Zawadi'],
  ['http://[::1]:4011/', 'address of Zawadi'],
  ['http://127.0.0.9:4011/', 'address of Zawadi'],
] as const;

test('refuses a URL that is invalid, too long, private or Zawadi’s own, with a sentence under the field', async () => {
  await everyRow(
    UNUSABLE,
    ([url]) => url,
    async ([url, sentence]) => {
      const { call } = await newShop(people);
      const refused = await call(saveWebhook, { body: { url } });
      expect(refused).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
      expect(refused.json.fields).toEqual([{ path: 'url', message: expect.stringContaining(sentence) }]);
      expect((await call(readWebhook)).json.body).toMatchObject({ state: 'not-set' });
    },
  );
});

test('refuses invalid values of webhook settings', async () => {
  await everyRow(
    [
      [saveWebhook, 'url', [0, true, [], {}, ['https://8.8.8.8/']]],
      [saveWebhook, 'events', [null, 0, 'voucher.created', {}, [null], [['voucher.created']], ['']]],
      [makeWebhookSecret, 'endsOld', [null, 0, 'yes', [], {}]],
    ] as const,
    ([{ path }, field]) => `${path} ${field}`,
    async ([endpoint, field, values]) => {
      const { call } = await newShop(people);
      for (const value of values) {
        const refused = await call(endpoint, { body: { [field]: value } });
        expect(refused.json.code, JSON.stringify(value)).toBe('validation_failed');
        expect(refused.json.fields?.[0]?.path).toContain(field);
      }
    },
  );
});

test('refuses unknown filters of the delivery log', async () => {
  await everyRow(
    [
      { state: 'lost' },
      { type: 'voucher.stolen' },
      { limit: 0 },
      { limit: 101 },
      { limit: 'all' },
      { cursor: 'x' },
      { cursor: 'x'.repeat(201) },
    ],
    JSON.stringify,
    async (query) => {
      const { call } = await newShop(people);
      expect((await call(webhookDeliveries, { query })).json.code).toBe('validation_failed');
    },
  );
});

test('refuses a malformed delivery id, and does not find an unknown one', async () => {
  const { call } = await newShop(people);
  for (const endpoint of [readWebhookDelivery, sendWebhookAgain]) {
    expect((await call(endpoint, { params: { deliveryId: "' or 1=1 --" } })).status).toBe(422);
    const params = { deliveryId: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11' };
    expect((await call(endpoint, { params })).json.code).toBe('not_found');
  }
});
