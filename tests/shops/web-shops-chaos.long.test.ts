import { randomUUID } from 'node:crypto';
import { createServer, request as forward, type Server } from 'node:http';
import { suspendMerchant, updateMerchant } from '@zawadi/contract';
import { createZawadi, type Zawadi, type ZawadiRefusal } from '@zawadi/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { newAdministrator } from '../../apps/api/src/testing/settlement-calls.ts';
import { newTill, owedTo, type Till } from '../../apps/api/src/testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';

type Break = 'none' | 'dropped' | 'half' | 'bad-gateway' | 'captive-portal';

let system: TestSystem;
let till: Till;
let line: Server;
let zawadi: Zawadi;
let next: Break = 'none';
beforeAll(async () => {
  system = await createTestSystem();
  till = await newTill(system);
  line = await startLine();
  const [apiKey = '', apiSecret = ''] = till.basic.split(':');
  const address = line.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  zawadi = createZawadi({ apiKey, apiSecret, baseUrl: `http://127.0.0.1:${port}/api/v1` });
});
afterAll(async () => {
  line.close();
  line.closeAllConnections();
  await system.close();
});

/** Starts a connection to the API that breaks one answer as `next` says. The API has then done its work. */
async function startLine(): Promise<Server> {
  const { port } = system.deps.config;
  const server = createServer((request, response) => {
    const broken = next;
    next = 'none';
    const { method, url: path, headers } = request;
    const upstream = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      if (broken === 'dropped') {
        answer.resume().on('end', () => response.destroy());
      } else if (broken === 'bad-gateway') {
        answer.resume().on('end', () => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
      } else if (broken === 'captive-portal') {
        answer.resume().on('end', () => {
          response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to our Wi-Fi</h1>');
        });
      } else if (broken === 'half') {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, 20), () => response.destroy());
        });
      } else {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }
    });
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

const newGift = () => makeGift(system, { amount: 1_000 });

/** Posts a body as a program without our SDK would, whatever it is. */
async function raw(
  gift: Gift,
  body: string | undefined,
  query = '',
): Promise<{ status: number; code: string }> {
  const answer = await system.http.inject({
    method: 'POST',
    url: `/api/v1/vouchers/${gift.code}/redeem${query}`,
    headers: {
      authorization: `Basic ${Buffer.from(till.basic).toString('base64')}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, code: String(Object(answer.json()).code) };
}

test('a misspelt or missing amount takes nothing', async () => {
  const gift = await newGift();
  const cart: { total: number; totl?: number } = { total: 200 };
  // The cast is the accident: programs without types send a misspelt property.
  const undefinedAmount = { amount: cart.totl } as never;
  await expect(async () => zawadi.vouchers.redeem(gift.code, undefinedAmount)).rejects.toThrow(/amount/u);
  for (const body of [
    'null',
    '{"amount":null}',
    '{"amount":"5"}',
    '{"amount":5.5}',
    '{"amout":5}',
    '[]',
    '""',
    'false',
  ])
    expect((await raw(gift, body)).status, body).toBe(422);
  expect((await raw(gift, '{}', '?amount=50')).status).toBe(422);
  expect(await leftOn(system, gift)).toBe(950);
});

test('each broken answer leads to one effect and one answer', async () => {
  const before = await owedTo(system, till);
  let sold = 0;
  for (const broken of ['dropped', 'half', 'bad-gateway', 'captive-portal'] as const) {
    const gift = await newGift();
    next = broken;
    const redeemed = await zawadi.vouchers.redeem(gift.code, { amount: 100 });
    expect(redeemed.redemption.amount, broken).toBe(100);
    expect(next, broken).toBe('none');
    expect(await leftOn(system, gift), broken).toBe(850);
    next = broken;
    await zawadi.vouchers.reverse(redeemed.id, redeemed.redemption.id);
    expect(await leftOn(system, gift), broken).toBe(950);
    next = broken;
    await zawadi.vouchers.redeem(gift.code, { amount: 300 });
    sold += 300;
  }
  expect(await owedTo(system, till)).toBe(before + sold);
});

test('ten workers with one key redeem once, and twelve tills share one voucher', async () => {
  const gift = await newGift();
  const idempotencyKey = randomUUID();
  const same = await Promise.all(
    Array.from({ length: 10 }, () => zawadi.vouchers.redeem(gift.code, { amount: 90 }, { idempotencyKey })),
  );
  expect(new Set(same.map(({ redemption }) => redemption.id)).size).toBe(1);
  expect(await leftOn(system, gift)).toBe(860);
  const race = await Promise.allSettled(
    Array.from({ length: 12 }, () => zawadi.vouchers.redeem(gift.code, { amount: 860 })),
  );
  const lost = race.flatMap((one) => (one.status === 'rejected' ? [one.reason as ZawadiRefusal] : []));
  expect(lost).toHaveLength(11);
  for (const refusal of lost) expect([refusal.status, refusal.code]).toEqual([409, 'voucher_used']);
  expect(await leftOn(system, gift)).toBe(0);
});

test('a suspended shop learns that it is suspended, and goes on with the same key afterwards', async () => {
  const administrator = await newAdministrator(system, 'administrator');
  const gift = await newGift();
  const { merchantId } = till;
  const reason = 'Ten wrong codes in an hour';
  await system.call(suspendMerchant, { body: { merchantId, reason } }, administrator);
  const codeNow = async () => (await raw(gift, '{"amount":10}')).code;
  await expect.poll(codeNow, { timeout: 3_000 }).toBe('merchant_not_active');
  expect(await leftOn(system, gift)).toBe(950);
  await system.call(updateMerchant, { body: { merchantId, status: 'ACTIVE', reason } }, administrator);
  await expect.poll(async () => (await raw(gift, '{"amount":10}')).status, { timeout: 3_000 }).toBe(200);
  expect(await leftOn(system, gift)).toBe(940);
});
