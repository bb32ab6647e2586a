import { listPasskeys, login, signInByPasskey } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDevice } from '../../../testing/device.ts';
import { AT, startLoggedPeople, WARN, type LoggedPeople } from '../../../testing/logged-people.ts';
import {
  addNewPasskey,
  at,
  creationFor,
  newUser,
  refusalOf,
  REFUSED,
  requestFor,
  signInBy,
  signInWith,
} from '../../../testing/passkey-calls.ts';
import { type PeopleApp } from '../../../testing/people-app.ts';
import { tokensOf } from '../../../testing/people.ts';
import { AUDIENCES, newSignedInAs } from '../../../testing/signed-in-people.ts';
import { answerWith, makePasskey } from '../../../testing/software-authenticator.ts';

let logged: LoggedPeople;
let people: PeopleApp;
let now = new Date();
beforeAll(async () => {
  logged = await startLoggedPeople(undefined, { clock: { now: () => now } });
  ({ people } = logged);
});
afterAll(() => people.close());

test.each(AUDIENCES)('a passkey signs in without a password, for audience %s', async (audience) => {
  const person = await newSignedInAs(people, audience);
  const { kept, id } = await addNewPasskey(people, person);
  const request = await requestFor(people, audience);
  expect(request).toMatchObject({ rpId: 'zawadi.test', userVerification: 'required' });
  expect(request).not.toHaveProperty('allowCredentials');
  const { accessToken } = tokensOf(await signInWith(people, audience, answerWith(kept, request)));
  const list = await people.call(listPasskeys, undefined, { token: accessToken });
  expect(list.json.body).toMatchObject({
    origin: 'https://zawadi.test',
    passkeys: [{ id, label: 'Passkey', isSynced: false, lastUsedAt: expect.any(String) }],
  });
});

test.each(AUDIENCES)(
  'a passkey sign-in with a device proof opens a session bound to the device key, for audience %s',
  async (audience) => {
    const { kept } = await addNewPasskey(people, await newSignedInAs(people, audience));
    const device = await newDevice(people);
    const passkey = answerWith(kept, await requestFor(people, audience));
    const { accessToken: token } = tokensOf(
      await device.call(at(signInByPasskey, { audience }), { passkey, rememberMe: true }),
    );
    expect((await device.call(listPasskeys, undefined, { token })).status).toBe(200);
    const { status, json } = await people.call(listPasskeys, undefined, { token });
    expect([status, json.code]).toEqual([401, 'device_key_needed']);
  },
);

test('refuses a passkey sign-in from another site, without user verification or for another account', async () => {
  const { kept } = await addNewPasskey(people, await newUser(people));
  const { kept: others } = await addNewPasskey(people, await newUser(people));
  const merchants = await requestFor(people, 'merchant');
  const foreign = makePasskey(await creationFor(people, await newUser(people))).kept;
  for (const reply of [
    await signInBy(people, 'consumer', kept, { origin: 'https://zawadi.test.evil.example' }),
    await signInBy(people, 'consumer', kept, { origin: 'https://zawadi.test:8443' }),
    await signInBy(people, 'consumer', kept, { rpId: 'evil.example' }),
    await signInBy(people, 'consumer', kept, { isUserVerified: false }),
    await signInBy(people, 'consumer', kept, { type: 'webauthn.create' }),
    await signInBy(people, 'consumer', kept, { challenge: 'AAAA' }),
    await signInBy(people, 'consumer', kept, { challenge: merchants.challenge }),
    await signInBy(people, 'consumer', kept, { userHandle: others.userHandle }),
    await signInBy(people, 'consumer', kept, { userHandle: undefined }),
    await signInBy(people, 'consumer', { ...kept, privateKey: others.privateKey }),
    await signInBy(people, 'consumer', foreign),
  ]) {
    expect(refusalOf(reply)).toEqual(REFUSED);
  }
  expect((await signInBy(people, 'consumer', kept)).status).toBe(200);
});

test('a passkey challenge opens one session, within five minutes', async () => {
  const { kept } = await addNewPasskey(people, await newUser(people));
  const answer = answerWith(kept, await requestFor(people, 'consumer'));
  const both = await Promise.all([1, 2, 3].map(() => signInWith(people, 'consumer', answer)));
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = await requestFor(people, 'consumer');
  now = new Date(now.getTime() + 300_000);
  expect(refusalOf(await signInWith(people, 'consumer', answerWith(kept, late)))).toEqual(REFUSED);
});

test('a spent passkey challenge stays spent in another base64url spelling', async () => {
  const { kept } = await addNewPasskey(people, await newUser(people));
  const request = await requestFor(people, 'consumer');
  expect((await signInWith(people, 'consumer', answerWith(kept, request))).status).toBe(200);
  for (const challenge of [`${request.challenge}=`, `${request.challenge}==`, ` ${request.challenge}`]) {
    const again = answerWith(kept, request, { challenge });
    expect(refusalOf(await signInWith(people, 'consumer', again))).toEqual(REFUSED);
  }
});

test('refuses and logs a passkey whose counter goes back; accepts an authenticator that never counts', async () => {
  const user = await newUser(people);
  const { kept } = await addNewPasskey(people, user);
  expect((await signInBy(people, 'consumer', kept, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0]) {
    const events = await logged.eventsOf(async () => {
      expect(refusalOf(await signInBy(people, 'consumer', kept, { counter }))).toEqual(REFUSED);
    });
    const about = { audience: 'consumer', account: user.userId, ...AT };
    expect(events).toEqual([
      { level: WARN, event: 'passkey.counter-back', ...about },
      { level: WARN, event: 'sign-in.failed', what: 'passkey', reason: 'counter', ...about },
    ]);
  }
  const { kept: synced } = await addNewPasskey(people, await newUser(people));
  expect((await signInBy(people, 'consumer', synced, { counter: 0 })).status).toBe(200);
  expect((await signInBy(people, 'consumer', synced, { counter: 0 })).status).toBe(200);
});

test.each(AUDIENCES)(
  'a passkey of audience %s cannot sign in to the other audiences’ portals',
  async (audience) => {
    const { kept } = await addNewPasskey(people, await newSignedInAs(people, audience));
    for (const door of AUDIENCES.filter((one) => one !== audience)) {
      expect(refusalOf(await signInBy(people, door, kept))).toEqual(REFUSED);
      const ofOwnDoor = answerWith(kept, await requestFor(people, audience));
      expect(refusalOf(await signInWith(people, door, ofOwnDoor))).toEqual(REFUSED);
    }
    expect((await signInBy(people, audience, kept)).status).toBe(200);
  },
);

test('no passkey refusal reveals whether a passkey or an account exists', async () => {
  const { kept } = await addNewPasskey(people, await newUser(people));
  const unknown = makePasskey(await creationFor(people, await newUser(people))).kept;
  const shapes = await Promise.all(
    [
      signInBy(people, 'consumer', unknown),
      signInBy(people, 'consumer', { ...kept, privateKey: unknown.privateKey }),
    ].map(async (reply) => {
      const { traceId: _traceId, ...rest } = (await reply).json;
      return rest;
    }),
  );
  expect(shapes[0]).toEqual(shapes[1]);
  const wrong = await people.call(login, { email: 'unknown@example.test', password: 'Wrong-horse-1' });
  expect(wrong.json).not.toHaveProperty('passkeyOptions');
});

test('after fifty failed passkey sign-ins only their IP address is delayed', async () => {
  const { kept } = await addNewPasskey(people, await newUser(people));
  const address = '41.90.7.7';
  const request = await requestFor(people, 'consumer');
  const wrong = answerWith(kept, request, { origin: 'https://evil.example' });
  const tries = Array.from({ length: 50 }, () => signInWith(people, 'consumer', wrong, address));
  expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
  const waiting = await signInWith(people, 'consumer', wrong, address);
  expect(refusalOf(waiting)).toEqual([429, 'too_many_requests']);
  expect((await signInBy(people, 'consumer', kept)).status).toBe(200);
});
