import { randomUUID } from 'node:crypto';
import {
  createTestVoucher,
  makeApiKey,
  revokeApiKey,
  streamEvents,
  updateApiSecurity,
  updateMerchantSecret,
  webhookData,
  type WebhookType,
} from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newShop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { until } from '../../../testing/until.ts';
import { openStream } from './event-streams.ts';
import { publishTestEvent } from '../../services/merchant-events/index.ts';

let system: TestSystem;
const streams: { leave: () => void }[] = [];
beforeAll(async () => {
  system = await createTestSystem();
});
afterEach(() => {
  for (const { leave } of streams.splice(0)) leave();
});
afterAll(() => system.close());

test('a program receives only its merchant’s events as they happen, without a webhook', async () => {
  const [till, other] = [await newTill(system), await newTill(system)];
  const [stream, foreign] = [await listenAs(till), await listenAs(other)];
  const headers = { 'idempotency-key': randomUUID() };
  const made = await system.call(
    createTestVoucher,
    { headers, body: { amount: 950 } },
    { basic: till.basic },
  );
  const taken = (await redeem(system, till, made.answer.code, { amount: 350 })).answer;
  await until(() =>
    expect(stream.events().map(({ type }) => type)).toEqual([
      'voucher.created',
      'voucher.redeemed',
      'transaction.completed',
    ]),
  );
  const [created, redeemed] = stream.events();
  expect(created?.body.data).toMatchObject({ voucher_id: made.answer.id, amount: 950 });
  expect(redeemed?.body.data).toMatchObject({
    redemption_id: taken.redemption.id,
    amount: 350,
    balance: 600,
  });
  for (const { id, type, body } of stream.events()) {
    expect(id).toMatch(/^[0-9a-f-]{36}$/u);
    expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data']);
    expect(body.type).toBe(type);
    webhookData[type as WebhookType].parse(body.data);
  }
  expect(foreign.events()).toEqual([]);
});

test('an event too large for a stream blocks neither its cause nor other events', async () => {
  const till = await newTill(system);
  const stream = await listenAs(till);
  const { merchantId } = till;
  const publish = (message: string) =>
    inTransaction(system.deps.db, (tx) =>
      publishTestEvent(tx, { merchantId, type: 'webhook.test', data: { message } }),
    );
  await publish('x'.repeat(9_000));
  await publish('short');
  await until(() => expect(stream.events().map(({ body }) => body.data['message'])).toEqual(['short']));
});

test('a stream ends when its secret is rotated, or when its merchant becomes inactive', async () => {
  const shop = await newShop(system);
  const replaced = await listenAs(shop);
  const { rows } = await system.owner.query<{ key: string }>(
    'select api_key as key from merchants where id = $1',
    [shop.merchantId],
  );
  const [apiKey = ''] = [rows[0]?.key];
  const { apiSecret } = await system.api.call(
    updateMerchantSecret,
    { body: { apiKey } },
    { bearer: shop.owner.bearer },
  );
  await until(() => expect(replaced.hasEnded()).toBe(true));
  const suspended = await listenAs({ ...shop, basic: `${apiKey}:${apiSecret}` });
  await system.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [shop.merchantId]);
  await until(() => expect(suspended.hasEnded()).toBe(true));
});

test('a stream ends when its key or IP address is no longer allowed; streams of other keys continue', async () => {
  const shop = await newShop(system);
  const newKey = async (name: string) => {
    const body = { name, rights: 'read' as const };
    return (await system.call(makeApiKey, { body }, shop.owner)).answer;
  };
  const [leaked, kept] = [await newKey('Leaked'), await newKey('Kept')];
  const [first, second] = [
    await listenAs({ basic: `${leaked.apiKey}:${leaked.apiSecret}` }),
    await listenAs({ basic: `${kept.apiKey}:${kept.apiSecret}` }),
  ];
  await system.call(revokeApiKey, { params: { keyId: leaked.keyId } }, shop.owner);
  await until(() => expect(first.hasEnded()).toBe(true));
  expect(second.hasEnded()).toBe(false);
  const addresses = [{ address: '41.90.64.7', label: 'Head office' }];
  const body = { ipWhitelist: { isOn: true, addresses }, isRateLimited: true, isLogged: true };
  expect((await system.call(updateApiSecurity, { body }, shop.owner)).outcome).toBe('ok');
  await until(() => expect(second.hasEnded()).toBe(true));
});

test('allows five streams per merchant; a sixth one replaces the first, which gets a notice', async () => {
  const till = await newTill(system);
  const opened = [];
  for (let count = 0; count < 6; count += 1) opened.push(await listenAs(till));
  const [first, ...others] = opened;
  await until(() => expect(first?.hasEnded()).toBe(true));
  expect(first?.text()).toContain('event: replaced\n');
  expect(others.map((one) => one.hasEnded())).toEqual(others.map(() => false));
});

test('refuses a stream outside the sandbox, where real money moves', async () => {
  const real = { ...system.deps, config: { ...system.deps.config, provider: 'daraja' as const } };
  const hub = { subscribe: () => () => {}, close: () => {} };
  const { merchantId } = await newTill(system);
  const opening = openStream(
    { ...real, eventHub: hub },
    { merchantId, reply: Object(undefined), isAllowed: async () => true },
  );
  await expect(opening).rejects.toMatchObject({ code: 'sandbox_only' });
});

type Heard = { id: string; type: string; body: { type: string; data: Record<string, unknown> } };

async function listenAs({ basic }: Pick<Till, 'basic'>) {
  const leaving = new AbortController();
  streams.push({ leave: () => leaving.abort() });
  const response = await fetch(`${system.deps.config.publicUrl}${streamEvents.path}`, {
    headers: { authorization: authorizationOf({ basic }) },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  let hasEnded = false;
  const reading = async () => {
    for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()))
      text += part;
  };
  void reading()
    .catch(() => {})
    .finally(() => (hasEnded = true));
  await until(() => expect(text).toContain('event: connected\n'));
  return {
    text: () => text,
    hasEnded: () => hasEnded,
    events: (): Heard[] =>
      [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)$/gmu)].map(
        ([, id = '', type = '', body = '']) => ({
          id,
          type,
          body: JSON.parse(body) as Heard['body'],
        }),
      ),
  };
}
