import { login } from '@zawadi/contract/users';
import { userDetails } from '@zawadi/contract/users-details';
import { publicSettings } from '@zawadi/contract/settings';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessToken, answering, no, yes, type Seen } from './testing/fake-server.ts';

const world = answering();
const TOKEN = accessToken('user-1', 'ROLE_USER');
const OTHER_NONCE = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'nonce-2' };
const realCrypto = crypto;
const stored = new Map<string, string>();
const localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  world.seen.length = 0;
  stored.clear();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('location', new URL('https://zawadi.test/dashboard'));
  world.reply = () => yes({});
});
afterEach(() => vi.restoreAllMocks());

/** Imports the module again, as a newly opened page does. */
async function newPage() {
  vi.resetModules();
  const { call } = await import('./call.ts');
  const { storeTokens } = await import('./token-store.ts');
  await (await import('./sealed-storage.ts')).prepareSeal();
  storeTokens({ accessToken: TOKEN, refreshToken: 'refresh-1' });
  return { call, details: () => call(userDetails, { body: {} }) };
}

function partsOf(request: Seen | undefined) {
  const proof = String(request?.headers['dpop']);
  const [header = '', claims = '', signature = ''] = proof.split('.');
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return {
    header: read(header),
    claims: read(claims),
    signed: Buffer.from(`${header}.${claims}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

const proofs = () => world.seen.map((request) => partsOf(request));
const keysSeen = () => new Set(proofs().map(({ header }) => JSON.stringify(header['jwk'])));

test('proves each call of a session with a signature of that call, by a private key that never leaves the browser', async () => {
  const { details } = await newPage();
  await details();
  const { header, claims, signed, signature } = partsOf(world.seen[0]);
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(TOKEN))).toString('base64url');
  expect(claims).toEqual({
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/u) as unknown,
    htm: 'POST',
    htu: `https://zawadi.test${userDetails.path}`,
    iat: expect.any(Number) as unknown,
    ath: hash,
  });
  const { jwk, ...rest } = header;
  expect(rest).toEqual({ typ: 'dpop+jwt', alg: 'ES256' });
  expect(Object.keys(jwk as object).sort()).toEqual(['crv', 'kty', 'x', 'y']);
  const key = await crypto.subtle.importKey(
    'jwk',
    jwk as JsonWebKey,
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  expect(await crypto.subtle.verify(how, key, signature, signed)).toBe(true);
});

test('no script can export the private key from the browser', async () => {
  const made = vi.spyOn(crypto.subtle, 'generateKey');
  await (await newPage()).details();
  expect(made).toHaveBeenCalledOnce();
  const pair = (await made.mock.results[0]?.value) as unknown as CryptoKeyPair;
  await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow('not extractable');
  await expect(crypto.subtle.exportKey('pkcs8', pair.privateKey)).rejects.toThrow('not extractable');
});

test('one key is shared by later pages and by tabs opened at the same moment', async () => {
  const tabs = [await newPage(), await newPage(), await newPage()];
  await Promise.all(tabs.map(({ details }) => details()));
  await (await newPage()).details();
  expect(world.seen).toHaveLength(4);
  expect(keysSeen().size).toBe(1);
});

test('a sign-in after site data was cleared stores a new key, which later pages also use', async () => {
  const { call, details } = await newPage();
  await details();
  vi.stubGlobal('indexedDB', new IDBFactory());
  await call(login, { body: { email: 'x@example.test', password: 'y' } });
  await details();
  await (await newPage()).details();
  const keys = proofs().map(({ header }) => JSON.stringify(header['jwk']));
  expect(keys.slice(1)).toEqual([keys[1], keys[1], keys[1]]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('a sign-in sends a proof without a token, and a public call sends none', async () => {
  const { call } = await newPage();
  await call(login, { body: { email: 'x@example.test', password: 'y' } });
  expect(partsOf(world.seen[0]).claims['ath']).toBeUndefined();
  await call(publicSettings);
  expect(world.seen[1]?.headers['dpop']).toBeUndefined();
});

test('repeats a call once with the nonce that the server requires; the next page starts with that nonce', async () => {
  const { details } = await newPage();
  world.reply = (request) =>
    partsOf(request).claims['nonce'] === 'nonce-2'
      ? yes({ firstName: 'Amina' })
      : { ...no(401, 'use_dpop_nonce'), headers: OTHER_NONCE };
  await expect(details()).resolves.toEqual({ firstName: 'Amina' });
  expect(proofs().map(({ claims }) => claims['nonce'])).toEqual([undefined, 'nonce-2']);
  expect(new Set(proofs().map(({ claims }) => claims['jti'])).size).toBe(2);
  await (await newPage()).details();
  expect(world.seen).toHaveLength(3);
});

test('uses the nonce of each answer in the next proof, even without local storage', async () => {
  vi.stubGlobal('localStorage', undefined);
  const { details } = await newPage();
  let serial = 0;
  world.reply = () => ({ ...yes({}), headers: { 'dpop-nonce': `nonce-${++serial}` } });
  for (let count = 0; count < 3; count += 1) await details();
  expect(proofs().map(({ claims }) => claims['nonce'])).toEqual([undefined, 'nonce-1', 'nonce-2']);
});

test('repeats a call at most once for a nonce, and never for a wrong password', async () => {
  const { call } = await newPage();
  const signIn = () => call(login, { body: { email: 'x@example.test', password: 'y' } });
  world.reply = () => ({ ...no(401, 'use_dpop_nonce'), headers: OTHER_NONCE });
  await expect(signIn()).rejects.toThrow('no: use_dpop_nonce');
  expect(world.seen).toHaveLength(2);
  world.reply = () => ({ ...no(401, 'invalid_credentials'), headers: { 'dpop-nonce': 'nonce-3' } });
  await expect(signIn()).rejects.toThrow('no: invalid_credentials');
  expect(world.seen).toHaveLength(3);
});

test('sends calls without a proof if WebCrypto or the database is missing or fails', async () => {
  const broken = {
    open: () => {
      throw new DOMException('not in private mode', 'InvalidStateError');
    },
  };
  const plainHttp = Object.create(realCrypto, { subtle: { value: undefined } }) as Crypto;
  for (const [name, value] of [
    ['crypto', plainHttp],
    ['indexedDB', undefined],
    ['indexedDB', broken],
  ] as const) {
    const { details } = await newPage();
    vi.stubGlobal(name, value);
    await details();
    vi.stubGlobal('crypto', realCrypto);
  }
  expect(world.seen.map(({ headers }) => headers['dpop'])).toEqual([undefined, undefined, undefined]);
});
