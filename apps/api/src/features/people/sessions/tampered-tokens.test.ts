import { createHmac, hkdfSync } from 'node:crypto';
import { adminLogin, userDetails, trialBalance, merchantDetails, merchantMe } from '@zawadi/contract';
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, tokensOf, type SignedIn } from '../../../testing/people.ts';
import { routes as bookRoutes } from '../../office/reports/index.ts';
import { createAdministrator } from '../administrators/index.ts';

let people: PeopleApp;
let user: SignedIn;
let claims: JWTPayload;

beforeAll(async () => {
  people = await startPeopleApp(bookRoutes);
  user = await newSignedIn(people);
  claims = decodeJwt(user.accessToken);
});

afterAll(() => people.close());

async function signed(changes: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .sign(people.deps.keys[0].jwt);
}

/** Derives the bytes of the signing key again, because the key object does not export them. */
function keyBytes(): Buffer {
  const [secret] = people.deps.config.secrets;
  if (!secret) throw new Error('there is no secret');
  return Buffer.from(hkdfSync('sha256', secret, 'zawadi', 'access-token', 32));
}

function assembled(
  header: object,
  payload: object,
  key: string | Buffer,
  hash: 'sha256' | 'sha512' = 'sha256',
): string {
  const signedPart = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signedPart}.${createHmac(hash, key).update(signedPart).digest('base64url')}`;
}

async function refusedTokens(): Promise<Record<string, string>> {
  const [head = '', payload = '', signature = ''] = user.accessToken.split('.');
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const other = await newSignedIn(people);
  const nowSeconds = Math.floor(Date.now() / 1000);
  const changedPayload = Buffer.from(JSON.stringify({ ...claims, sub: other.userId })).toString('base64url');
  return {
    'no signature, algorithm none': new UnsecuredJWT(claims).encode(),
    'algorithm none in capitals': `${Buffer.from('{"alg":"NONE","typ":"at+jwt"}').toString('base64url')}.${payload}.`,
    'signature cut off': `${head}.${payload}.`,
    'two parts only': `${head}.${payload}`,
    'another account as subject': `${head}.${changedPayload}.${signature}`,
    'signature of another token': `${head}.${payload}.${other.accessToken.split('.')[2]}`,
    'one bit of the signature': `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'RS256 with its own key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
      .sign(rsa.privateKey),
    'HS512 with our key': assembled({ alg: 'HS512', typ: 'at+jwt' }, claims, keyBytes(), 'sha512'),
    'signed with an empty key': assembled({ alg: 'HS256', typ: 'at+jwt' }, claims, ''),
    'signed with the application secret itself': assembled(
      { alg: 'HS256', typ: 'at+jwt' },
      claims,
      people.deps.config.secrets[0] ?? '',
    ),
    'kid that names a file': assembled(
      { alg: 'HS256', typ: 'at+jwt', kid: '../../../../dev/null' },
      claims,
      '',
    ),
    'kid with SQL': assembled({ alg: 'HS256', typ: 'at+jwt', kid: "' union select 'k" }, claims, 'k'),
    'key in the header': assembled(
      { alg: 'HS256', typ: 'at+jwt', jwk: { kty: 'oct', k: 'aw' } },
      claims,
      'k',
    ),
    'jku in the header': assembled({ alg: 'HS256', typ: 'at+jwt', jku: 'https://evil.test/k' }, claims, 'k'),
    'unknown critical header': await signed({}, { crit: ['exp'], exp: 1 }).catch(
      () => `${head}.x.${signature}`,
    ),
    'another type of token': await signed({}, { typ: 'JWT' }),
    'no type': await signed({}, { typ: undefined }),
    'another issuer': await signed({ iss: 'evil' }),
    'another audience': await signed({ aud: 'zawadi-mail' }),
    expired: await signed({ exp: nowSeconds - 1 }),
    'without an end': await signed({ exp: undefined }),
    'not valid yet': await signed({ nbf: nowSeconds + 600 }),
    'role of an administrator': await signed({ role: 'ROLE_ADMIN' }),
    'role as an object': await signed({ role: { name: 'ROLE_USER' } }),
    'unknown role': await signed({ role: 'ROLE_ROOT' }),
    'an older session version': await signed({ ver: 0 }),
    'a session version as text': await signed({ ver: '1' }),
    'session that does not exist': await signed({ sid: '01890000-0000-7000-8000-000000000000' }),
    'session that is no id': await signed({ sid: "' or true --" }),
    'without a session': await signed({ sid: undefined }),
    'the refresh token': user.refreshToken,
    'not a token': 'x',
  };
}

test('accepts the access token that all tampered tokens are made from', async () => {
  expect((await people.call(userDetails, {}, { token: user.accessToken })).status).toBe(200);
  expect((await people.call(userDetails, {}, { token: await signed({}) })).status).toBe(200);
  const token = assembled({ alg: 'HS256', typ: 'at+jwt' }, claims, keyBytes());
  expect((await people.call(userDetails, {}, { token })).status).toBe(200);
});

test('A8 every tampered access token gets the same 401 without details', async () => {
  for (const [name, token] of Object.entries(await refusedTokens())) {
    const { status, json } = await people.call(userDetails, {}, { token });
    expect({ name, status, code: json.code, body: json.body }).toEqual({
      name,
      status: 401,
      code: 'unauthenticated',
      body: undefined,
    });
  }
});

test('answers 401 to a request without bearer token before reading the body', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer  ', `Basic ${user.accessToken}`, user.accessToken]) {
    const reply = await people.call(userDetails, '{"not json', { headers: { authorization } });
    expect(reply).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
  }
  expect((await people.call(userDetails, {})).status).toBe(401);
});

test('A12 S468 a valid access token of a wrong role gets 403, for every pair of roles', async () => {
  const email = 'finance@example.test';
  const password = 'Correct-horse-1';
  await createAdministrator(people.deps, { email, name: 'Achieng', password, staffRole: 'finance' });
  const admin = tokensOf(await people.call(adminLogin, { email, password })).accessToken;
  const calls = [
    await people.call(trialBalance, undefined, { token: user.accessToken }),
    await people.call(merchantDetails, { merchantCode: 'DUKA001' }, { token: user.accessToken }),
    await people.call(userDetails, {}, { token: admin }),
    await people.call(merchantMe, undefined, { token: admin }),
  ];
  for (const reply of calls) expect(reply).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  expect((await people.call(trialBalance, undefined, { token: admin })).status).toBe(200);
});

test('S469 refuses a request whose access token in the body differs from the bearer token', async () => {
  const other = await newSignedIn(people);
  const { accessToken: token } = user;
  expect((await people.call(userDetails, { accessToken: token }, { token })).status).toBe(200);
  for (const accessToken of [other.accessToken, '', 'x'.repeat(4_096), `${token} `]) {
    const reply = await people.call(userDetails, { accessToken }, { token });
    expect(reply).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
  }
});
