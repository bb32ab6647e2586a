import { randomBytes, randomUUID } from 'node:crypto';
import {
  changeFeatureSwitch,
  formatVoucherCode,
  listTransactionsByMachine,
  login,
  logout,
  publicSettings,
  streamEvents,
  updateApiSecurity,
  updateMerchantSecret,
  userDetails,
  voucherCodeFromBytes,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../testing/consumers.ts';
import { makeGift } from '../testing/gifts.ts';
import { ownerOf } from '../testing/merchant-api-calls.ts';
import { newAdministrator } from '../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import { newTill, redeem, type Till } from '../testing/tills.ts';
import { until } from '../testing/until.ts';

const QUOTA = 60;
/** One second, plus a second for a busy machine. */
const STALE_AT_MOST = { timeout: 2_000, interval: 50 };

let here: TestSystem;
let there: Awaited<ReturnType<TestSystem['addApi']>>;
beforeAll(async () => {
  here = await createTestSystem({ MERCHANT_API_CALLS_PER_MINUTE: String(QUOTA) });
  there = await here.addApi();
});
afterAll(() => here.close());

type Process = Pick<TestSystem, 'call'>;

function list({ call }: Process, till: Till) {
  return call(listTransactionsByMachine, { query: {} }, till);
}

test("counts a merchant's API calls per minute across all processes, and each process reports the remaining calls", async () => {
  const till = await newTill(here);
  for (let n = 0; n < 8; n += 1) expect((await list(here, till)).status).toBe(200);
  let made = 8;
  await until(async () => {
    made += 1;
    const { headers } = await list(there, till);
    expect(headers.get('ratelimit')).toContain(`r=${QUOTA - made};`);
  });
  let passed = made;
  while (passed <= QUOTA && (await list(there, till)).status === 200) passed += 1;
  expect(passed).toBe(QUOTA);
  await until(async () => expect((await list(here, till)).status).toBe(429));
});

test('A36 wrong codes at one process count in every process at once', async () => {
  const till = await newTill(here);
  const unknownCode = () => formatVoucherCode(voucherCodeFromBytes(randomBytes(15)));
  const guess = async (one: Process) => (await redeem(one, till, unknownCode())).outcome;
  // Lets both processes cache that no caller is limited.
  for (const one of [here, there]) expect(await guess(one)).toBe('voucher_not_found');
  for (let n = 0; n < 8; n += 1) expect(await guess(here)).toBe('voucher_not_found');
  expect(await guess(there)).toBe('too_many_requests');
});

test('A5 wrong passwords at one process count in every process', async () => {
  const { email } = await newConsumer(here);
  const attempt = async ({ call }: Process) =>
    (await call(login, { body: { email, password: 'wrong' } })).outcome;
  for (let n = 0; n < 5; n += 1) {
    for (const one of [here, there]) expect(await attempt(one)).toBe('invalid_credentials');
  }
  for (const one of [here, there]) expect(await attempt(one)).toBe('too_many_requests');
});

test('one idempotency key has one effect, even if two processes get it at once', async () => {
  const [till, gift] = [await newTill(here), await makeGift(here, { amount: 1_000 })];
  const key = randomUUID();
  const replies = await Promise.all(
    [here, there, here, there].map((one) => redeem(one, till, gift.code, { amount: 100, key })),
  );
  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  expect(new Set(replies.map(({ answer }) => answer.redemption.id)).size).toBe(1);
  expect(replies[0]?.answer.balance).toBe(850);
});

test('ended sessions and changed keys, IP addresses and features apply in every process within a second', async () => {
  const person = await newConsumer(here);
  const { answer: tokens } = await here.call(login, {
    body: { email: person.email, password: DEMO_PASSWORD },
  });
  const asked = () => there.call(userDetails, { body: {} }, { bearer: tokens.accessToken });
  expect((await asked()).status).toBe(200);
  await here.call(logout, { body: { refreshToken: tokens.refreshToken } });
  await expect.poll(async () => (await asked()).status, STALE_AT_MOST).toBe(401);

  const till = await newTill(here);
  const owner = await ownerOf(here, till);
  const outcome = async () => (await list(there, till)).outcome;
  expect(await outcome()).toBe('ok');
  const ipWhitelist = { isOn: true, addresses: [{ address: '41.90.64.7', label: '' }] };
  const security = { ipWhitelist, isRateLimited: false, isLogged: true };
  await here.call(updateApiSecurity, { body: security }, owner);
  await expect.poll(outcome, STALE_AT_MOST).toBe('address_not_allowed');
  const [apiKey = ''] = till.basic.split(':');
  await here.call(updateMerchantSecret, { body: { apiKey } }, owner);
  await expect.poll(outcome, STALE_AT_MOST).toBe('unauthenticated');

  const { bearer } = await newAdministrator(here, 'administrator');
  const isOn = async () => (await there.call(publicSettings, {})).answer.features.redeemByCode;
  expect(await isOn()).toBe(false);
  const change = { name: 'redeemByCode', isOn: true, reason: 'Shops are trained' } as const;
  await here.call(changeFeatureSwitch, { body: change }, { bearer });
  await expect.poll(isOn, STALE_AT_MOST).toBe(true);
});

test('streams an event of one process to a program connected to another process', async () => {
  const [till, gift] = [await newTill(here), await makeGift(here, { amount: 1_000 })];
  const leaving = new AbortController();
  const response = await fetch(there.url + streamEvents.path, {
    headers: { authorization: authorizationOf({ basic: till.basic }) },
    signal: leaving.signal,
  });
  const { answer } = await redeem(here, till, gift.code, { amount: 100 });
  let heard = '';
  const body = response.body ?? new ReadableStream<Uint8Array<ArrayBuffer>>();
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    heard += text;
    if (heard.includes(answer.redemption.id)) break;
  }
  leaving.abort();
  expect(heard).toContain('event: voucher.redeemed\n');
});
