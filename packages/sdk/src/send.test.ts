import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZawadiConnectionError, ZawadiRefusal } from './errors.ts';
import { answer, hangUp, neverAnswer, refuse, startServer, type Server } from './testing/start-server.ts';

const voucher = { id: 'v-1', object: 'voucher', balance: 600 };

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const keysAsked = () => server.asked.map(({ headers }) => headers['idempotency-key']);

/** Returns the error of a call, and fails if the call succeeds. */
async function expectFailure<E extends Error>(
  kind: new (...given: never[]) => E,
  call: Promise<unknown>,
): Promise<E> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof kind)) throw new Error(`${kind.name} expected, found ${String(error)}`);
  return error;
}

test('a call sends key, secret and body, and returns the details of the response', async () => {
  server.will(answer(200, voucher, { 'idempotent-replayed': 'true' }));
  const taken = await server
    .clientWith()
    .vouchers.redeem('AB/C', { amount: 350 }, { idempotencyKey: 'sale-1' });
  expect(taken).toEqual(voucher);
  expect(JSON.stringify(taken)).toBe(JSON.stringify(voucher));
  expect(taken.response).toEqual({ requestId: 'r-1', idempotencyKey: 'sale-1', isReplay: true });
  const [asked] = server.asked;
  expect(asked).toMatchObject({
    method: 'POST',
    url: '/api/v1/vouchers/AB%2FC/redeem',
    body: '{"amount":350}',
  });
  expect(asked?.headers).toMatchObject({
    'idempotency-key': 'sale-1',
    authorization: `Basic ${Buffer.from('zk_key:zs_secret').toString('base64')}`,
  });
});

test('a call gets a random idempotency key and sends the same key in every attempt, whatever made the others fail', async () => {
  server.will(hangUp, refuse(503, 'overloaded', { 'retry-after': '0' }), answer(200, voucher));
  const { response } = await server.clientWith().vouchers.redeem('v-1');
  expect(new Set(keysAsked())).toEqual(new Set([response.idempotencyKey]));
  server.will(refuse(409, 'idempotency_key_in_use'), refuse(429, 'too_many_requests'), answer(200, voucher));
  const second = await server.clientWith().vouchers.reverse('v-1', 'r-1');
  expect(new Set(keysAsked().slice(3))).toEqual(new Set([second.response.idempotencyKey]));
  expect(second.response.idempotencyKey).not.toBe(response.idempotencyKey);
  expect(server.asked).toHaveLength(6);
});

test('waits for the time in Retry-After before the next attempt', async () => {
  server.will(refuse(429, 'too_many_requests', { 'retry-after': '1' }), answer(200, voucher));
  const startedAt = performance.now();
  await server.clientWith().vouchers.retrieve('v-1');
  expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  expect(keysAsked()).toEqual([undefined, undefined]);
});

test('a refusal is not retried, and has a code, a request id and the invalid fields', async () => {
  const errors = [{ path: 'amount', message: 'Please enter a valid amount' }, 'what?'];
  server.will(answer(422, { code: 'validation_failed', detail: 'Please enter a valid amount', errors }));
  const refusal = await expectFailure(
    ZawadiRefusal,
    server.clientWith().vouchers.redeem('v-1', { amount: 1 }),
  );
  expect(refusal).toMatchObject({
    code: 'validation_failed',
    status: 422,
    requestId: 'r-1',
    fields: [errors[0]],
  });
  expect(refusal.message).toBe('Please enter a valid amount');
  expect(server.asked).toHaveLength(1);
});

test('returns a refusal at once if Retry-After is many minutes', async () => {
  server.will(refuse(429, 'too_many_requests', { 'retry-after': '900' }));
  const refusal = await expectFailure(ZawadiRefusal, server.clientWith().vouchers.retrieve('v-1'));
  expect(refusal).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 900 });
  expect(server.asked).toHaveLength(1);
});

test('an unknown outcome is a ZawadiConnectionError, which has the idempotency key for a retry', async () => {
  server.will(hangUp, answer(502, '<html>Bad gateway</html>'));
  const call = server
    .clientWith({ maximumRetries: 1 })
    .vouchers.create({ amount: 1, recipient: { name: 'A' } });
  const unknown = await expectFailure(ZawadiConnectionError, call);
  expect(unknown).toMatchObject({ tries: 2, status: 502, idempotencyKey: keysAsked()[0] });
  expect(unknown.message).toContain(`"${unknown.idempotencyKey}"`);
  expect(unknown.cause).toMatchObject({ code: 'http_502' });
});

test('no error contains the voucher’s code, because the code is as good as money', async () => {
  const { vouchers } = server.clientWith({ maximumRetries: 0 });
  server.will(hangUp, hangUp, refuse(404, 'voucher_not_found'));
  for (const call of [vouchers.redeem, vouchers.retrieve, vouchers.retrieve]) {
    const error = await call('7K2M-9QXR-4TVB-AB3D').catch((thrown: unknown) => thrown);
    expect(inspect(error)).toContain('Zawadi');
    expect(inspect(error)).not.toMatch(/7K2M|AB3D/u);
  }
});

test('the outcome is unknown if the first request is still running or a success is unreadable', async () => {
  const client = server.clientWith({ maximumRetries: 0 });
  server.will(refuse(409, 'idempotency_key_in_use'), answer(200, 'cut o'));
  await expectFailure(ZawadiConnectionError, client.vouchers.redeem('v-1'));
  await expectFailure(ZawadiConnectionError, client.vouchers.redeem('v-1'));
});

test('a refusal by a gateway leaves the outcome of an earlier attempt unknown', async () => {
  const client = server.clientWith({ maximumRetries: 1 });
  server.will(hangUp, answer(404, '<html>No such page</html>'));
  const unknown = await expectFailure(ZawadiConnectionError, client.vouchers.redeem('v-1'));
  expect(unknown).toMatchObject({ tries: 2, status: 404, idempotencyKey: keysAsked()[0] });
});

test.each([
  [401, 'api_credentials_wrong'],
  [403, 'merchant_not_active'],
  [429, 'too_many_requests'],
])('a refusal with HTTP %i after a lost answer leaves the outcome unknown', async (status, code) => {
  server.will(hangUp, refuse(status, code, { 'retry-after': '900' }));
  const unknown = await expectFailure(ZawadiConnectionError, server.clientWith().vouchers.redeem('v-1'));
  expect(unknown.cause).toMatchObject({ code });
});

test.each([
  [404, 'voucher_not_found'],
  [409, 'voucher_used'],
])(
  'a refusal with HTTP %i after a lost answer proves that no attempt had an effect',
  async (status, code) => {
    server.will(hangUp, refuse(status, code));
    expect(await expectFailure(ZawadiRefusal, server.clientWith().vouchers.redeem('v-1'))).toMatchObject({
      code,
    });
  },
);

test('a call that only reads ends as refused, even if earlier answers were lost', async () => {
  server.will(hangUp, refuse(401, 'api_credentials_wrong'));
  await expectFailure(ZawadiRefusal, server.clientWith().vouchers.retrieve('v-1'));
});

test('gives up on a silent server after the time-out, and retries with the same key', async () => {
  server.will(neverAnswer, answer(200, voucher));
  const taken = await server.clientWith({ timeoutMs: 100 }).vouchers.redeem('v-1');
  expect(taken.balance).toBe(600);
  expect(new Set(keysAsked()).size).toBe(1);
});

test('an abort ends waits and requests, and leaves the outcome of a redemption unknown', async () => {
  const client = server.clientWith();
  server.will(neverAnswer, refuse(503, 'overloaded', { 'retry-after': '10' }));
  const duringRequest = client.vouchers.redeem('v-1', {}, { signal: AbortSignal.timeout(50) });
  expect(await expectFailure(ZawadiConnectionError, duringRequest)).toMatchObject({ tries: 1 });
  const duringWait = client.vouchers.redeem('v-1', {}, { signal: AbortSignal.timeout(200) });
  expect(await expectFailure(ZawadiConnectionError, duringWait)).toMatchObject({ tries: 1, status: 503 });
  await expect(client.vouchers.redeem('v-1', {}, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(server.asked).toHaveLength(2);
});

test('follows no redirect, so that no other server gets the secret', async () => {
  const elsewhere = await startServer();
  server.will(answer(307, '', { location: `${elsewhere.url}/vouchers/v-1` }));
  const refusal = await expectFailure(ZawadiRefusal, server.clientWith().vouchers.retrieve('v-1'));
  expect(refusal).toMatchObject({ code: 'http_307', status: 307 });
  expect(elsewhere.asked).toHaveLength(0);
  await elsewhere.close();
});
