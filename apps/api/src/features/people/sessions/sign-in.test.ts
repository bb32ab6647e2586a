import { adminLogin, login, merchantLogin, userDetails } from '@zawadi/contract';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, signUpPerson, tokensOf, verifyPhoneOf } from '../../../testing/people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

test('S340 an access token contains person, role and session, and is valid for fifteen minutes', async () => {
  const { accessToken, userId } = await newSignedIn(people);
  expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'HS256', typ: 'at+jwt' });
  const claims = decodeJwt(accessToken);
  expect(claims).toMatchObject({ iss: 'zawadi', aud: 'zawadi-api', sub: userId, role: 'ROLE_USER', ver: 1 });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(900);
});

test('S18 with “remember me” a session lasts thirty days instead of one', async () => {
  const { email, password } = await signUpPerson(people);
  for (const [rememberMe, hours] of [
    [false, 24],
    [true, 720],
  ]) {
    const { accessToken } = tokensOf(await people.call(login, { email, password, rememberMe }));
    const { rows } = await people.owner.query(
      'select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions where id = $1',
      [decodeJwt(accessToken)['sid']],
    );
    expect(rows).toEqual([{ hours }]);
  }
});

test('A6 S353 every sign-in endpoint answers the same to a wrong password and an unknown account', async () => {
  const { email } = await signUpPerson(people);
  const attempts = [
    await people.call(login, { email, password: 'wrong' }),
    await people.call(login, { email: newPerson().email, password: 'wrong' }),
    await people.call(adminLogin, { email, password: 'wrong' }),
    await people.call(merchantLogin, { merchantCode: 'NOBODY1', password: 'wrong' }),
    await people.call(merchantLogin, { merchantCode: 'NOBODY1.JUMA', password: 'wrong' }),
  ];
  const answers = attempts.map(({ status, json: { traceId: _traceId, ...rest } }) => ({ status, ...rest }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual({
    status: 401,
    responseCode: 401,
    code: 'invalid_credentials',
    responseMessage: 'Login failed. Please check your credentials and try again.',
    customerMessage: 'Login failed. Please check your credentials and try again.',
  });
});

test('A5 S444 after ten wrong passwords each next one from the same IP address waits longer, from others not', async () => {
  const { email, password } = await signUpPerson(people);
  const attacker = '203.0.113.7';
  for (let turn = 0; turn < 10; turn += 1) {
    const reply = await people.call(login, { email, password: 'wrong' }, { address: attacker });
    expect(reply.json.code).toBe('invalid_credentials');
  }
  const slowed = await people.call(login, { email, password }, { address: attacker });
  expect(slowed).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect(slowed.headers['retry-after']).toBe('1');
  expect((await people.call(login, { email, password }, { address: '198.51.100.1' })).status).toBe(200);
});

test('A5 wrong passwords count per IPv6 /64 network', async () => {
  const { email, password } = await signUpPerson(people);
  const codes = [];
  for (let turn = 1; turn <= 30; turn += 1) {
    const address = `2001:db8:7:1::${turn.toString(16)}`;
    codes.push((await people.call(login, { email, password: 'wrong' }, { address })).json.code);
  }
  const judged = codes.filter((code) => code === 'invalid_credentials');
  // Ten free tries, and a few more if a busy machine is so slow that delays end.
  expect(judged.length).toBeGreaterThanOrEqual(10);
  expect(judged.length).toBeLessThanOrEqual(13);
  const neighbour = { address: '2001:db8:7:2::1' };
  expect((await people.call(login, { email, password }, neighbour)).status).toBe(200);
});

test('A33 wrong passwords from an IPv4 address and from its IPv6 form count together', async () => {
  const { email } = await signUpPerson(people);
  for (let turn = 0; turn < 10; turn += 1) {
    await people.call(login, { email, password: 'wrong' }, { address: '::ffff:203.0.113.80' });
  }
  const same = await people.call(login, { email, password: 'wrong' }, { address: '203.0.113.80' });
  expect(same.status).toBe(429);
});

test('A6 delays of wrong sign-ins do not reveal which phone number belongs to an email address', async () => {
  const user = await newSignedIn(people);
  await verifyPhoneOf(people, user);
  const { email, phoneNumber } = user.person;
  const place = { address: '203.0.113.81' };
  for (let turn = 0; turn < 10; turn += 1) await people.call(login, { email, password: 'wrong' }, place);
  expect((await people.call(login, { email, password: 'wrong' }, place)).status).toBe(429);
  const byNumber = { email: phoneNumber, password: 'wrong' };
  expect((await people.call(login, byNumber, place)).json.code).toBe('invalid_credentials');
});

test('A5 checks ten of a hundred parallel guesses, plus as many as the delays allow', async () => {
  const { email } = await signUpPerson(people);
  const beganMs = performance.now();
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => people.call(login, { email, password: 'wrong' })),
  );
  const wrong = replies.filter((reply) => reply.json.code === 'invalid_credentials');
  expect(wrong.length).toBeGreaterThanOrEqual(10);
  // Delays double from one second, so a busy machine that takes t seconds allows log2(1 + t) more guesses.
  const delays = Math.log2(1 + (performance.now() - beganMs) / 1_000);
  expect(wrong.length).toBeLessThanOrEqual(11 + delays);
  // 503 means that the queue of sign-ins is full.
  expect(replies.filter(({ status }) => [429, 503].includes(status))).toHaveLength(100 - wrong.length);
});

test('A5 guesses from everywhere delay strangers, but not the IP address that the owner signs in from', async () => {
  const { email, password } = await signUpPerson(people);
  const home = '192.0.2.10';
  expect((await people.call(login, { email, password }, { address: home })).status).toBe(200);
  for (let turn = 0; turn < 51; turn += 1) {
    await people.call(login, { email, password: 'wrong' }, { address: `10.2.0.${turn}` });
  }
  const stranger = await people.call(login, { email, password }, { address: '10.3.0.1' });
  expect(stranger.json.code).toBe('too_many_requests');
  expect((await people.call(login, { email, password }, { address: home })).status).toBe(200);
});

test('the right password clears the count of earlier wrong ones', async () => {
  const { email, password } = await signUpPerson(people);
  for (let round = 0; round < 3; round += 1) {
    for (let turn = 0; turn < 9; turn += 1) await people.call(login, { email, password: 'wrong' });
    expect((await people.call(login, { email, password })).status).toBe(200);
  }
});

test('S438 only the right password reveals that an account is frozen, and its tokens stop working', async () => {
  const user = await newSignedIn(people);
  const { email, password } = user.person;
  await people.owner.query(`update users set status = 'FROZEN' where id = $1`, [user.userId]);
  expect((await people.call(login, { email, password })).json.code).toBe('account_frozen');
  expect((await people.call(login, { email, password: 'wrong' })).json.code).toBe('invalid_credentials');
  await expect
    .poll(async () => (await people.call(userDetails, {}, { token: user.accessToken })).status, {
      timeout: 1_500,
    })
    .toBe(401);
});

test('the same password typed with composed or decomposed characters signs in', async () => {
  const person = await signUpPerson(people, { ...newPerson(), password: 'Nairobi-caf\u00e9-1' });
  const reply = await people.call(login, { email: person.email, password: 'Nairobi-cafe\u0301-1' });
  expect(reply.status).toBe(200);
});
