import { randomUUID } from 'node:crypto';
import { apiRequests } from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { capture, hold } from '../../../testing/holds.ts';
import { ownerOf } from '../../../testing/merchant-api-calls.ts';
import { sendRaw } from '../../../testing/raw-calls.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

/** Midnight in Nairobi at the beginning of 30 November 2026. */
const SINCE = '@1795986000';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function newScene() {
  return { till: await newTill(system), gift: await makeGift(system, { amount: 1_000 }), key: randomUUID() };
}

/** Sends the text as the body; undefined sends a request without a body. */
function post(till: Till, path: string, payload?: string, more?: Record<string, string>) {
  const headers = { authorization: authorizationOf(till), 'idempotency-key': randomUUID(), ...more };
  return sendRaw(system, {
    method: 'POST',
    path: `/api/v1/${path}`,
    headers,
    ...(payload !== undefined && { payload }),
  });
}

test('the amount "all" redeems, holds and captures the whole value, and is not deprecated', async () => {
  const [sold, ordered] = [await newScene(), await newScene()];
  const sale = await redeem(system, sold.till, sold.gift.code, { amount: 'all' });
  expect(sale.answer.redemption.amount).toBe(950);
  const held = await hold(system, ordered.till, ordered.gift.code, { amount: 'all' });
  expect(held.answer.amount).toBe(950);
  const captured = await capture(system, ordered.till, held.answer.id, { amount: 'all' });
  expect(captured.answer.captured_amount).toBe(950);
  for (const { headers } of [sale, held, captured]) expect(headers.get('deprecation')).toBeNull();
  expect([await leftOn(system, sold.gift), await leftOn(system, ordered.gift)]).toEqual([0, 0]);
});

test.each([
  ['no body', undefined],
  ['a body of zero bytes', ''],
  ['an empty object', '{}'],
])(
  '%s still takes the whole value, with a Deprecation header that leads to what to change',
  async (_what, body) => {
    const [sold, ordered] = [await newScene(), await newScene()];
    const sale = await post(sold.till, `vouchers/${sold.gift.code}/redeem`, body);
    expect(sale).toMatchObject({ status: 200, json: { balance: 0 } });
    const held = await post(ordered.till, `vouchers/${ordered.gift.code}/hold`, body);
    expect(held).toMatchObject({ status: 200, json: { amount: 950 } });
    const captured = await post(ordered.till, `holds/${String(held.json['id'])}/capture`, body);
    expect(captured).toMatchObject({ status: 200, json: { captured_amount: 950 } });
    const page = `${system.deps.config.publicUrl}/developers/versions#deprecated`;
    for (const { headers } of [sale, held, captured]) {
      expect(headers).toMatchObject({
        deprecation: SINCE,
        link: `<${page}>; rel="deprecation"; type="text/html"`,
      });
    }
  },
);

test('the request log marks the calls without an amount', async () => {
  const { till, gift } = await newScene();
  await redeem(system, till, gift.code, { amount: 100 });
  await redeem(system, till, gift.code);
  // Calls whose `amount` has no meaning are not marked.
  await post(till, `vouchers/${gift.code}/redeem`, '{"amount":null}');
  await post(till, `vouchers/${gift.voucherId}/void`, '{}');
  const owner = await ownerOf(system, till);
  const notices = await eventually('four calls in the log', async () => {
    const { answer } = await system.call(apiRequests, { query: { limit: 100 } }, owner);
    return answer.requests.length === 4 ? answer.requests.map(({ notice }) => notice) : undefined;
  });
  expect(notices).toEqual([undefined, undefined, 'amount_missing', undefined]);
});

test('refusals of a call without an amount have the header as openapi.json says', async () => {
  const { till, gift } = await newScene();
  const path = `vouchers/${gift.code}/redeem`;
  const { json: document } = await sendRaw(system, { method: 'GET', path: '/openapi.json' });
  const { responses } = Object(document['paths'])['/api/v1/vouchers/{id}/redeem'].post;
  const stranger = { ...till, basic: `${till.basic}x` };
  await redeem(system, till, gift.code, { amount: 'all' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answers = [
    await post(till, 'vouchers/018f0000-0000-7000-8000-000000000000/redeem', '{}'),
    await post(till, path, '{}'),
    await post(till, path, '{"amont":100}'),
    await post(till, path, '{"amount":'),
    await post(stranger, path, '{}'),
    await post(till, path, 'amount=100', form),
    await post(till, path, JSON.stringify({ reference: 'x'.repeat(70_000) })),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 409, 422, 400, 401, 415, 413]);
  const isSent = answers.map(({ headers }) => headers['deprecation'] === SINCE);
  expect(isSent).toEqual([true, true, true, false, false, false, false]);
  // The call with invalid JSON is not known to be deprecated, but another refusal with 400 may be.
  const isDocumented = answers.map(({ status }) => 'Deprecation' in responses[status].headers);
  expect(isDocumented).toEqual([true, true, true, true, false, false, false]);
});

test('an absent amount and "all" under one idempotency key are two payloads', async () => {
  const { till, gift, key } = await newScene();
  const held = await hold(system, till, gift.code, { key });
  expect(await hold(system, till, gift.code, { amount: 'all', key })).toMatchObject({
    status: 422,
    outcome: 'idempotency_key_reused',
  });
  await capture(system, till, held.answer.id, { amount: 'all', key });
  expect((await capture(system, till, held.answer.id, { key })).outcome).toBe('idempotency_key_reused');
  const other = await makeGift(system, { amount: 1_000 });
  await redeem(system, till, other.code, { key });
  expect((await redeem(system, till, other.code, { amount: 'all', key })).outcome).toBe(
    'idempotency_key_reused',
  );
  expect((await redeem(system, till, other.code, { key })).headers.get('idempotent-replayed')).toBe('true');
});

test('refuses other words and null, and says what an amount may be', async () => {
  const { till, gift } = await newScene();
  for (const amount of ['"ALL"', '"everything"', '"350"', 'null', '-1', '1.5']) {
    const refused = await post(till, `vouchers/${gift.code}/redeem`, `{"amount":${amount}}`);
    expect(refused).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
    expect(refused.json['errors']).toEqual([
      {
        path: 'amount',
        message: expect.stringMatching(/must be a whole number of shillings, 1 or more, or "all"$/u),
      },
    ]);
    expect(refused.headers['deprecation']).toBeUndefined();
  }
  expect(await leftOn(system, gift)).toBe(950);
});
