import { gzipSync } from 'node:zlib';
import * as contract from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationFor } from '../../apps/api/src/testing/callers.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { countTraces, endpoints, refusalIn, sendRaw } from '../../apps/api/src/testing/raw-calls.ts';
import { newAdministrator } from '../../apps/api/src/testing/settlement-calls.ts';
import { newShop, type Shop } from '../../apps/api/src/testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
let bearer: string;
const logged: string[] = [];
beforeAll(async () => {
  system = await createTestSystem({ LOG_LEVEL: 'trace' }, { onLogLine: (line) => void logged.push(line) });
  shop = await newShop(system);
  ({ bearer } = await newConsumer(system));
});
afterAll(() => system.close());

test('A26 refuses a compressed, huge, wide or deep request body at once and keeps no memory', async () => {
  const before = process.memoryUsage().rss;
  const packed = gzipSync(Buffer.alloc(20_000_000, 0x20));
  const broad = `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(',')}}`;
  const deep = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const refused = async (headers: Record<string, string>, payload: string | Buffer) => {
    const started = process.cpuUsage();
    const reply = await system.http.inject({ method: 'POST', url: contract.login.path, headers, payload });
    // Measure CPU time, because other processes may use most of the wall-clock time.
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
    return reply.statusCode;
  };
  const json = { 'content-type': 'application/json' };
  expect(await refused({ ...json, 'content-encoding': 'gzip' }, packed)).toBe(400);
  expect(await refused({ ...json, 'content-encoding': 'br' }, packed.subarray(0, 9))).toBe(400);
  expect(await refused(json, broad)).toBe(413);
  expect(await refused(json, `"${'x'.repeat(10_000_000)}"`)).toBe(413);
  expect(await refused(json, deep)).toBe(422);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test('A25 input in URL, headers or body cannot forge a second line of the log', async () => {
  const forged = '\r\n{"level":60,"event":"forged"}\r\n\u001b[31mred';
  logged.length = 0;
  await system.http.inject({ url: `/api/auth/v1/login${encodeURIComponent(forged)}` });
  for (const endpoint of [contract.login, contract.merchantLogin, contract.adminLogin]) {
    const { method, path } = endpoint;
    const words = { email: `a@b.test${forged}`, merchantCode: forged, password: forged };
    await sendRaw(system, {
      method,
      path,
      headers: { 'user-agent': 'x\u00a0[31m' },
      payload: JSON.stringify(words),
    });
  }
  await sendRaw(system, {
    method: 'POST',
    path: contract.login.path,
    payload: JSON.stringify({ email: 'unknown@example.test', password: forged }),
  });
  expect(logged.length).toBeGreaterThan(4);
  for (const line of logged) {
    expect(line.trimEnd()).not.toMatch(/[\r\n\u001b]/u);
    expect(JSON.parse(line)).not.toMatchObject({ event: 'forged' });
  }
});

test('A30 mailed links lead to this site, even if Host and forwarding headers name another', async () => {
  const person = await newConsumer(system);
  const evil = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.test',
    origin: 'https://evil.test',
  };
  const { method, path } = contract.generatePasswordOtp;
  const reply = await sendRaw(system, {
    method,
    path,
    headers: evil,
    payload: JSON.stringify({ email: person.email }),
  });
  expect(reply.status).toBe(200);
  expect(JSON.stringify(reply.headers)).not.toContain('evil.test');
  const [mail] = await system.sandbox.mail(person.email, /^[\s\S]*reset[\s\S]*$/u);
  expect(mail).toContain(system.deps.config.publicUrl);
  expect(mail).not.toContain('evil.test');
});

test('A31 another origin can read no answer, and its forms change nothing', async () => {
  const before = await countTraces(system);
  for (const origin of ['https://evil.test', 'null']) {
    for (const endpoint of endpoints.filter(({ audience }) =>
      ['consumer', 'signed-in', 'anyone'].includes(audience),
    )) {
      const { headers } = await system.http.inject({
        method: 'OPTIONS',
        url: endpoint.path,
        headers: { origin, 'access-control-request-method': endpoint.method },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const { method, path } = contract.registerTransaction;
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { origin, 'content-type': type, cookie: `token=${bearer}; accessToken=${bearer}` };
      const reply = await system.http.inject({ method, url: path, headers, payload: '{}' });
      expect(`${type} ${reply.statusCode}`).toBe(`${type} 401`);
      const signedIn = { ...headers, authorization: authorizationOf({ bearer }) };
      expect(
        (await system.http.inject({ method, url: path, headers: signedIn, payload: '{}' })).statusCode,
      ).toBe(415);
    }
  }
  expect(await countTraces(system)).toEqual(before);
});

const CLAIMS = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

/** Returns a forwarding header that claims another IP address. Without a configured proxy the API ignores it. */
function claimOf(name: string, address: string): Record<string, string> {
  return { [name]: name === 'forwarded' ? `for=${address}` : address };
}

test('A35 an IP allowlist checks the address of the connection, not a forwarding header', async () => {
  const ipWhitelist = { isOn: true, addresses: [{ address: '203.0.113.7', label: 'office' }] };
  const body = { ipWhitelist, isRateLimited: true, isLogged: true };
  await system.api.call(contract.updateApiSecurity, { body }, { bearer: shop.owner.bearer });
  for (const name of CLAIMS) {
    const headers = {
      authorization: authorizationOf({ basic: shop.basic }),
      ...claimOf(name, '203.0.113.7'),
    };
    const { path } = contract.listTransactionsByMachine;
    const reply = await sendRaw(system, { method: 'GET', path, headers });
    expect(`${name} ${refusalIn(path, reply)}`).toBe(`${name} 403 address_not_allowed`);
  }
});

test('A33 counts wrong passwords of one connection together, even if each request claims another IP address', async () => {
  const { email } = await newConsumer(system);
  const { method, path } = contract.login;
  const payload = JSON.stringify({ email, password: 'never-right' });
  const outcomes: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const headers = claimOf(CLAIMS[turn % CLAIMS.length] ?? '', `198.51.100.${turn}`);
    outcomes.push(refusalIn(path, await sendRaw(system, { method, path, headers, payload })));
  }
  expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => '401 invalid_credentials'));
  expect(outcomes.slice(10)).toContain('429 too_many_requests');
});

test('A44 no answer of the API is cacheable, except pictures with a random name', async () => {
  const administrator = await newAdministrator(system, 'administrator');
  const person = { ...(await newConsumer(system)), bearer };
  const reads = endpoints.filter((one) => one.method === 'GET' && !one.path.includes(':') && !one.isStream);
  for (const endpoint of reads) {
    const authorization = authorizationFor(endpoint, { person, shop, administrator });
    const { headers } = await system.http.inject({ url: endpoint.path, headers: { authorization } });
    expect(`${endpoint.path} ${headers['cache-control']}`).toBe(`${endpoint.path} no-store`);
  }
});

test('A44 every answer requires TLS and its own media type, and forbids framing', async () => {
  for (const url of ['/api/settings/v1/public', '/api/nothing', '/nothing', '/healthz']) {
    const { headers } = await system.http.inject({ url });
    expect(headers['strict-transport-security'], url).toBe('max-age=31536000; includeSubDomains');
    expect(headers['x-content-type-options'], url).toBe('nosniff');
    expect(headers['referrer-policy'], url).toBe('no-referrer');
    expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'");
    expect(headers['content-type'], url).toMatch(/; charset=utf-8$/u);
  }
});

test('A1 accepts a callback only by the secret in its URL, and ignores the sender that it claims', async () => {
  const before = await countTraces(system);
  const body = {
    Body: {
      stkCallback: { MerchantRequestID: 'a', CheckoutRequestID: 'b', ResultCode: 0, ResultDesc: 'ok' },
    },
  };
  for (const token of ['0'.repeat(48), 'f'.repeat(48), encodeURIComponent('../purchases'), "' or 1=1 --"]) {
    const headers = { 'x-forwarded-for': '196.201.214.200', forwarded: 'for=196.201.214.200' };
    const path = contract.providerCallback.path.replace(':token', encodeURIComponent(token));
    const reply = await sendRaw(system, { method: 'POST', path, headers, payload: JSON.stringify(body) });
    expect(reply.status).toBeLessThan(500);
  }
  expect(await countTraces(system)).toEqual(before);
});
