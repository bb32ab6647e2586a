import { randomUUID } from 'node:crypto';
import { createVoucher, redeemVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { makeGift } from '../testing/gifts.ts';
import { hold } from '../testing/holds.ts';
import { issue } from '../testing/merchant-api-calls.ts';
import { newTill, redeem, type Till } from '../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let till: Till;
beforeAll(async () => {
  system = await createTestSystem();
  till = await newTill(system);
});
afterAll(() => system.close());

test('an error response links to its page, explains its code, and states the balance of a voucher with too little', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const key = randomUUID();
  const first = await redeem(system, till, gift.code, { amount: 951, key });
  expect(first.refusal).toEqual({
    type: `${system.deps.config.publicUrl}/developers/errors#insufficient_voucher_balance`,
    title: 'Insufficient voucher balance',
    status: 409,
    detail: 'The amount is more than the voucher has left. Please enter a smaller amount.',
    instance: `urn:request:${first.headers.get('request-id')}`,
    code: 'insufficient_voucher_balance',
    request_id: first.headers.get('request-id'),
    param: 'amount',
    balance: 950,
  });
  await redeem(system, till, gift.code, { amount: 900 });
  const again = await redeem(system, till, gift.code, { amount: 951, key });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.refusal).toMatchObject({ balance: 950 });
  expect((await redeem(system, till, gift.code, { amount: 51 })).refusal).toMatchObject({ balance: 50 });
});

test('the refusal of a used-up voucher names the voucher as the parameter, and has its balance', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, till, gift.code, { amount: 950 });
  const key = randomUUID();
  for (let times = 0; times < 2; times += 1) {
    const used = await redeem(system, till, gift.code, { amount: 10, key });
    expect(used.refusal).toMatchObject({ code: 'voucher_used', param: 'id', balance: 0 });
  }
  expect((await hold(system, till, gift.code, { amount: 10 })).refusal).toMatchObject({
    code: 'voucher_used',
    param: 'id',
    balance: 0,
  });
});

test('lists each invalid field with the expected value; a single invalid field is also the parameter', async () => {
  const one = await issue(system, till, { amount: 1.5 });
  expect(one.refusal).toMatchObject({
    code: 'validation_failed',
    title: 'Validation failed',
    param: 'amount',
    detail: '`amount` must be a whole number of shillings, 1 or more.',
    errors: [{ path: 'amount', message: 'must be a whole number of shillings, 1 or more' }],
  });
  // The cast allows input that violates the contract, as from a careless caller.
  const careless: object = { amount: undefined, recipient: { phone: '+1 212 555 0100' }, expires_at: 'soon' };
  const several = await issue(system, till, careless);
  expect(several.refusal).toMatchObject({
    detail: [
      '`amount` is missing: it must be a whole number of shillings, 1 or more.',
      '`recipient.name` is missing: it must be one line of 1 to 80 characters.',
      '`recipient.phone` must be a Kenyan mobile number, such as 254712345678.',
      '`expires_at` must be a day (2026-12-31) or a moment with its offset (2026-12-31T18:00:00+03:00).',
    ].join(' '),
    errors: [
      { path: 'amount', message: 'is missing: it must be a whole number of shillings, 1 or more' },
      { path: 'recipient.name', message: 'is missing: it must be one line of 1 to 80 characters' },
      { path: 'recipient.phone' },
      { path: 'expires_at' },
    ],
  });
  expect(several.refusal).not.toHaveProperty('param');
});

const SHILLINGS = 'a whole number of shillings, 1 or more';
const MANY = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`key ${n}`, 'x']));

const UNFITTING_FIELDS = [
  ['/vouchers/create', 'amount', { amount: '10' }, `must be ${SHILLINGS}`],
  ['/vouchers/create', 'amount', { amount: null }, `is null: it must be ${SHILLINGS}`],
  ['/vouchers/create', 'amount', { amount: 0 }, `must be ${SHILLINGS}`],
  ['/vouchers/create', 'amount', { amount: 1e9 }, 'must be at most 100,000,000'],
  ['/vouchers/create', 'recipient', { recipient: 'Amina' }, 'must be a JSON object'],
  ['/vouchers/create', 'recipient', { recipient: undefined }, 'is missing: it must be a JSON object'],
  [
    '/vouchers/create',
    'recipient.name',
    { recipient: { name: '' } },
    'is empty: it must be one line of 1 to 80 characters',
  ],
  [
    '/vouchers/create',
    'recipient.email',
    { recipient: { name: 'Amina', email: 'amina' } },
    'must be an email address',
  ],
  [
    '/vouchers/create',
    'reference',
    { reference: 'x'.repeat(201) },
    'must be one line of at most 200 characters',
  ],
  [
    '/vouchers/create',
    'metadata',
    { metadata: MANY },
    'must be an object of at most 20 texts, each under a name of its own, with 2 KB in all',
  ],
  [
    '/vouchers/create',
    'expires_at',
    { expires_at: '31/12/2026' },
    'must be a day (2026-12-31) or a moment with its offset (2026-12-31T18:00:00+03:00)',
  ],
  ['/vouchers/create', 'amout', { amout: 5 }, 'is not a field of this call: did you mean `amount`?'],
  [
    `/vouchers/${randomUUID()}/hold`,
    'expires_in_minutes',
    { expires_in_minutes: 'soon' },
    'must be a whole number, 1 to 10080',
  ],
  [
    `/vouchers/${randomUUID()}/hold`,
    'expires_at',
    { expires_in_minutes: 5, expires_at: '2030-01-01' },
    'cannot stand beside `expires_in_minutes`: give one of the two',
  ],
  [
    `/vouchers/${'x'.repeat(65)}/redeem`,
    'id',
    {},
    'must be the id of a voucher (a UUID), its full code, or its number of 13 digits',
  ],
  ['/holds/mine/capture', 'id', {}, 'must be an id as an earlier answer gave it (a UUID)'],
  [`/holds/${randomUUID()}/capture`, 'body', [], 'must be a JSON object'],
] as const;

test('a request with one invalid field gets its name and the expected value', async () => {
  await everyRow(
    UNFITTING_FIELDS,
    ([path, param]) => `${path} ${param}`,
    async ([path, param, given, message]) => {
      const fitting = path === '/vouchers/create' ? { amount: 10, recipient: { name: 'Amina' } } : {};
      const response = await system.http.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { authorization: `Basic ${btoa(till.basic)}`, 'idempotency-key': randomUUID() },
        payload: Array.isArray(given) ? given : { ...fitting, ...given },
      });
      expect(response.json()).toMatchObject({ status: 422, param, errors: [{ path: param, message }] });
      expect(response.json().detail).toBe(`\`${param}\` ${message}${message.endsWith('?') ? '' : '.'}`);
    },
  );
});

const UNFITTING_PARAMETERS = [
  ['/transactions?limit=101', 'limit', 'must be at most 100'],
  ['/transactions?limit=many', 'limit', 'must be a whole number, 1 to 100'],
  ['/transactions?cursor=none', 'cursor', 'must be the next_cursor of the page before'],
  ['/transactions?voucher=x', 'voucher', 'must be an id as an earlier answer gave it (a UUID)'],
  ['/transactions?status=OPEN', 'status', 'must be one of "COMPLETED", "REVERSED"'],
  ['/transactions?settlement=1', 'settlement', 'must be the id of a settlement, such as ST-20261122-DC0G1'],
  ['/settlements/1', 'id', 'must be the id of a settlement, such as ST-20261122-DC0G1'],
  ['/settlements?created[gte]=yesterday', 'created[gte]', 'must be a day, such as 2026-12-31'],
  ['/holds?status=', 'status', 'is empty: it must be one of "OPEN", "CAPTURED", "RELEASED", "EXPIRED"'],
] as const;

test('a list request with an invalid parameter gets its name and the expected value', async () => {
  await everyRow(
    UNFITTING_PARAMETERS,
    ([path]) => path,
    async ([path, param, message]) => {
      const response = await system.http.inject({
        url: `/api/v1${path}`,
        headers: { authorization: `Basic ${btoa(till.basic)}` },
      });
      expect(response.json()).toMatchObject({ status: 422, param, detail: `\`${param}\` ${message}.` });
    },
  );
});

test('mentions API keys and headers to programs, and never a sign-in', async () => {
  const send = (headers: Record<string, string>, payload = '{}') =>
    system.http.inject({ method: 'POST', url: redeemVoucher.path, headers, payload });
  const json = { 'content-type': 'application/json' };
  const authorization = `Basic ${btoa(till.basic)}`;
  const stranger = (await send(json)).json();
  expect(stranger).toMatchObject({ code: 'unauthenticated', title: 'Unauthenticated' });
  expect(stranger.detail).toMatch(/API key or secret .* HTTP Basic/u);
  expect((await send({ ...json, authorization })).json()).toMatchObject({
    code: 'idempotency_key_missing',
    title: 'Idempotency-Key missing',
  });
  expect((await send({ ...json, authorization }, '{')).json().detail).toBe('The body is no valid JSON.');
  const long = { ...json, authorization, 'idempotency-key': 'k'.repeat(256) };
  expect((await send(long)).json()).toMatchObject({
    param: 'idempotency-key',
    detail: '`idempotency-key` must be text of 1 to 255 characters.',
  });
});

test('names the parameter to which an error code refers', async () => {
  const late = await issue(system, till, { expires_at: '2020-01-01' });
  expect(late.refusal).toMatchObject({ code: 'expiry_moment_invalid', param: 'expires_at' });
  const much = await issue(system, till, { amount: 250_001 });
  expect(much.refusal).toMatchObject({ code: 'transaction_limit', param: 'amount' });
  expect(createVoucher.refusals).toContain('transaction_limit');
});
