import { login, listDevices, userDetails } from '@zawadi/contract';
import { generateKeyPair, SignJWT, UnsecuredJWT, exportJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newDevice, type Device } from '../../../testing/device.ts';
import { startPeopleApp, type PeopleApp, type Person } from '../../../testing/people-app.ts';
import { signUpPerson, tokensOf } from '../../../testing/people.ts';

const MINUTE_MS = 60_000;
// The start of a five-minute nonce slot.
const START_MS = Date.parse('2026-11-22T10:00:00Z');
let nowMs = START_MS;

let people: PeopleApp;
let device: Device;
let person: Person;
let token: string;

beforeAll(async () => {
  people = await startPeopleApp(() => [], { clock: { now: () => new Date(nowMs) } });
  device = await newDevice(people);
  person = await signUpPerson(people);
});
beforeEach(async () => {
  nowMs = START_MS;
  token = await signIn();
});
afterAll(() => people.close());

async function signIn(): Promise<string> {
  const { email, password } = person;
  return tokensOf(await device.call(login, { email, password })).accessToken;
}

function details(dpop: string, headers: Record<string, string> = {}) {
  return people.call(userDetails, {}, { token, headers: { dpop, ...headers } });
}

test('accepts a device proof for the request’s method, path and token and a current nonce', async () => {
  expect((await details(await device.prove(userDetails, token))).status).toBe(200);
  const claims = { htu: `https://zawadi.test${userDetails.path}?page=1#top` };
  const behindProxy = await details(await device.prove(userDetails, token, { claims }), {
    host: 'inner.example',
  });
  expect(behindProxy.status).toBe(200);
});

test('refuses a device proof made for another host, although the request names that host too', async () => {
  for (const host of [
    'evil.test',
    'zawadi.test.evil.test',
    'zawadi.test:8443',
    '127.0.0.1:4000',
    'localhost',
  ]) {
    for (const scheme of ['https', 'http']) {
      const htu = `${scheme}://${host}${userDetails.path}`;
      const { status, json } = await details(await device.prove(userDetails, token, { claims: { htu } }), {
        host,
      });
      expect({ htu, status, code: json.code }).toEqual({ htu, status: 401, code: 'invalid_dpop_proof' });
    }
  }
});

test('a development server accepts device proofs for every name and port of its machine, and for no other', async () => {
  const local = await startPeopleApp(() => [], { environment: { PUBLIC_URL: 'http://localhost:4000' } });
  try {
    const own = await newDevice(local);
    const { email, password } = await signUpPerson(local);
    const htu = (host: string) => ({ htu: `http://${host}${login.path}` });
    const signInAs = async (host: string) => {
      const nonce = (await own.callOnce(login, { email, password })).headers['dpop-nonce'];
      const dpop = await own.prove(login, undefined, { claims: { ...htu(host), nonce } });
      return (await local.call(login, { email, password }, { headers: { dpop, host } })).status;
    };
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4001', 'localhost:5173']) {
      expect({ host, status: await signInAs(host) }).toEqual({ host, status: 200 });
    }
    for (const host of ['evil.test', 'localhost.evil.test', '192.168.1.20:4000']) {
      expect({ host, status: await signInAs(host) }).toEqual({ host, status: 401 });
    }
  } finally {
    await local.close();
  }
});

test('accepts a device proof from a device whose clock is wrong by hours or years', async () => {
  for (const hours of [-12, 12, -100_000, 100_000]) {
    const iat = Math.floor(nowMs / 1000) + hours * 3_600;
    expect((await details(await device.prove(userDetails, token, { claims: { iat } }))).status).toBe(200);
  }
});

async function invalidProofs(): Promise<Record<string, string>> {
  const withClaims = (claims: Record<string, unknown>) => device.prove(userDetails, token, { claims });
  const withHeader = (header: Record<string, unknown>) => device.prove(userDetails, token, { header });
  const good = await device.prove(userDetails, token);
  const [head = '', payload = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('ES256', { extractable: true });
  const p384 = await generateKeyPair('ES384', { extractable: true });
  const typ = 'dpop+jwt';
  const { x = '', ...half } = device.jwk;
  return {
    'for another method': await withClaims({ htm: 'GET' }),
    'for another path': await device.prove(listDevices, token, { claims: { htm: 'POST' } }),
    'for a path below': await withClaims({ htu: `https://zawadi.test${userDetails.path}/` }),
    'for another host': await withClaims({ htu: `https://evil.test${userDetails.path}` }),
    'for the public host without https': await withClaims({ htu: `http://zawadi.test${userDetails.path}` }),
    'for an address that is none': await withClaims({ htu: userDetails.path }),
    'of another token': await withClaims({ ath: 'AAAA' }),
    'of no token': await withClaims({ ath: undefined }),
    'without an id': await withClaims({ jti: undefined }),
    'without a time': await withClaims({ iat: undefined }),
    'without a method': await withClaims({ htm: undefined }),
    'without an address': await withClaims({ htu: undefined }),
    'of another type': await withHeader({ typ: 'JWT' }),
    'without a type': await withHeader({ typ: undefined }),
    'without a key': await withHeader({ jwk: undefined }),
    'with the key of another': await withHeader({ jwk: await exportJWK(other.publicKey) }),
    'with the private part of its key': await withHeader({ jwk: await device.privateJwk() }),
    'with half a key': await withHeader({ jwk: half }),
    'with a point off the curve': await withHeader({ jwk: { ...device.jwk, y: x } }),
    'with a critical header': await withHeader({ crit: ['exp'], exp: 1 }).catch(() => 'x.y.z'),
    'algorithm none': new UnsecuredJWT(claims).encode(),
    'algorithm none with a type and key': `${Buffer.from(JSON.stringify({ typ, alg: 'none', jwk: device.jwk })).toString('base64url')}.${payload}.`,
    'HS256 by its public key': await new SignJWT(claims)
      .setProtectedHeader({ typ, alg: 'HS256', jwk: device.jwk })
      .sign(Buffer.from(JSON.stringify(device.jwk))),
    'RS256 with its own key': await new SignJWT(claims)
      .setProtectedHeader({ typ, alg: 'RS256', jwk: await exportJWK(rsa.publicKey) })
      .sign(rsa.privateKey),
    'ES384 with its own key': await new SignJWT(claims)
      .setProtectedHeader({ typ, alg: 'ES384', jwk: await exportJWK(p384.publicKey) })
      .sign(p384.privateKey),
    'signature cut off': `${head}.${payload}.`,
    'one bit of the signature': `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'two proofs': `${good}, ${good}`,
    'the access token': token,
    'not a token': 'x',
    empty: '',
  };
}

test('refuses every invalid device proof, and never treats it as absent', async () => {
  for (const [name, dpop] of Object.entries(await invalidProofs())) {
    const { status, json } = await details(dpop);
    expect({ name, status, code: json.code }).toEqual({ name, status: 401, code: 'invalid_dpop_proof' });
  }
});

test('a sign-in with an invalid device proof opens no session and does not count as a password guess', async () => {
  const { email, password } = person;
  const dpop = await device.prove(login, undefined, { claims: { htm: 'GET' } });
  for (let count = 0; count < 30; count += 1) {
    const reply = await people.call(login, { email, password: 'wrong' }, { headers: { dpop } });
    expect(reply.json.code).toBe('invalid_dpop_proof');
  }
  expect((await people.call(login, { email, password })).status).toBe(200);
});

test('answers a device proof without a recent nonce with the current nonce, then accepts it', async () => {
  const fresh = await newDevice(people);
  const { email, password } = person;
  const first = await fresh.callOnce(login, { email, password });
  expect(first).toMatchObject({
    status: 401,
    json: { code: 'use_dpop_nonce' },
    headers: {
      'dpop-nonce': expect.stringMatching(/^[\w-]{22}$/u) as unknown,
      'www-authenticate': 'DPoP error="use_dpop_nonce"',
    },
  });
  expect((await fresh.callOnce(login, { email, password })).status).toBe(200);
  for (const nonce of ['', 'A'.repeat(22), undefined]) {
    const reply = await details(await device.prove(userDetails, token, { claims: { nonce } }));
    expect(reply.json.code).toBe('use_dpop_nonce');
  }
});

test('a nonce is valid for five to ten minutes, and every answer in that time contains the next nonce', async () => {
  const old = await details(await device.prove(userDetails, token));
  const nonce = old.headers['dpop-nonce'];
  nowMs += 9 * MINUTE_MS;
  const reply = await details(await device.prove(userDetails, token, { claims: { nonce } }));
  expect(reply.status).toBe(200);
  expect(reply.headers['dpop-nonce']).not.toBe(nonce);
  nowMs += MINUTE_MS;
  const late = await details(await device.prove(userDetails, token, { claims: { nonce } }));
  expect(late).toMatchObject({ status: 401, json: { code: 'use_dpop_nonce' } });
  // A process whose clock is a few seconds behind must accept this process's nonce.
  const { 'dpop-nonce': present } = late.headers;
  nowMs -= 5_000;
  const behind = await details(await device.prove(userDetails, token, { claims: { nonce: present } }));
  expect(behind.status).toBe(200);
});

test('an expired access token is answered as expired, with a nonce for the refresh, even if the proof’s nonce is old', async () => {
  nowMs += 16 * MINUTE_MS;
  const reply = await details(await device.prove(userDetails, token));
  expect(reply).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
  expect(reply.headers['dpop-nonce']).toMatch(/^[\w-]{22}$/u);
});
