import {
  addPasskey,
  enableTwoFactor,
  listPasskeys,
  login,
  removePasskey,
  renamePasskey,
  startPasskey,
  startTwoFactor,
  userDetails,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT, INFO, startLoggedPeople, WARN, type LoggedPeople } from '../../../testing/logged-people.ts';
import {
  addNewPasskey,
  at,
  creationFor,
  newUser,
  refusalOf,
  REFUSED,
  requestFor,
  signInBy,
  type PasskeyPerson,
} from '../../../testing/passkey-calls.ts';
import { type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokensOf } from '../../../testing/people.ts';
import { makePasskey } from '../../../testing/software-authenticator.ts';

let logged: LoggedPeople;
let people: PeopleApp;
let now = new Date();
beforeAll(async () => {
  logged = await startLoggedPeople(undefined, { clock: { now: () => now } });
  ({ people } = logged);
});
afterAll(() => people.close());

test('the options for a new passkey name the account, the site and the account’s existing passkeys', async () => {
  const user = await newUser(people);
  const { kept } = await addNewPasskey(people, user);
  const creation = await creationFor(people, user);
  expect(creation).toMatchObject({
    rp: { id: 'zawadi.test', name: 'Zawadi' },
    user: { name: user.person.email, id: kept.userHandle },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: kept.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
  });
  expect(Buffer.from(creation.user.id, 'base64url').toString('hex')).toBe(user.userId.replaceAll('-', ''));
});

test('adding a passkey needs the password, and the second factor if it is on', async () => {
  const { token, password } = await newUser(people);
  const start = (body: object) => people.call(startPasskey, body, { token });
  expect(refusalOf(await start({ password: 'wrong-Password-9' }))).toEqual([409, 'password_wrong']);
  expect((await start({})).status).toBe(422);
  const secret = String((await people.call(startTwoFactor, { password }, { token })).json.body?.['secret']);
  const codeAt = (moment: Date) => generateSync({ secret, epoch: Math.floor(moment.getTime() / 1000) });
  await people.call(enableTwoFactor, { otp: codeAt(now) }, { token });
  expect(refusalOf(await start({ password }))).toEqual([409, 'otp_required']);
  now = new Date(now.getTime() + 30_000);
  expect((await start({ password, otp: codeAt(now) })).status).toBe(200);
});

test('refuses a new passkey for another site, without user verification, or for another challenge', async () => {
  const user = await newUser(people);
  const other = await newUser(people);
  const { accessToken: elsewhere } = tokensOf(
    await people.call(login, { email: user.person.email, password: user.password }),
  );
  const add = async (faults: object, token = user.token, of: PasskeyPerson = user) => {
    const { answer } = makePasskey(await creationFor(people, of), faults);
    return people.call(addPasskey, { passkey: answer }, { token });
  };
  const { challenge: signInChallenge } = await requestFor(people, 'consumer');
  for (const reply of [
    await add({ origin: 'https://zawadi.test.evil.example' }),
    await add({ origin: 'http://zawadi.test' }),
    await add({ rpId: 'evil.example' }),
    await add({ isUserVerified: false }),
    await add({ type: 'webauthn.get' }),
    await add({ challenge: signInChallenge }),
    await add({ challenge: 'AAAA' }),
    await add({}, user.token, other),
    await add({}, elsewhere),
  ]) {
    expect(refusalOf(reply)).toEqual([409, 'passkey_invalid']);
  }
  const list = await people.call(listPasskeys, undefined, { token: user.token });
  expect(list.json.body).toMatchObject({ passkeys: [] });
});

test('refuses a passkey that belongs to another account, and a second passkey for the same challenge', async () => {
  const user = await newUser(people);
  const { answer, kept } = makePasskey(await creationFor(people, user));
  const add = (passkey: object, token: string) => people.call(addPasskey, { passkey }, { token });
  const both = await Promise.all([add(answer, user.token), add(answer, user.token)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const thief = await newUser(people);
  const creation = await creationFor(people, thief);
  const stolen = makePasskey(creation).answer;
  const copied = attestationWithId(stolen.response.attestationObject, kept.id);
  const passkey = { ...stolen, id: kept.id, rawId: kept.id, response: { ...stolen.response, ...copied } };
  expect(refusalOf(await add(passkey, thief.token))).toEqual([409, 'passkey_known']);
});

function attestationWithId(attestationObject: string, id: string) {
  const bytes = Buffer.from(attestationObject, 'base64url');
  // Replaces the credential's id: 32 bytes, after the model's 16 zero bytes and the id's length in two bytes.
  const at = bytes.indexOf(Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32])])) + 18;
  Buffer.from(id, 'base64url').copy(bytes, at);
  return { attestationObject: bytes.toString('base64url') };
}

test('refuses an eleventh passkey of an account', async () => {
  const user = await newUser(people);
  for (let count = 0; count < 10; count += 1) await addNewPasskey(people, user);
  const { token, password } = user;
  expect(refusalOf(await people.call(startPasskey, { password }, { token }))).toEqual([409, 'passkeys_full']);
});

test('adding, using and removing a passkey notifies its owner and is logged', async () => {
  const user = await newUser(people);
  const about = { audience: 'consumer', account: user.userId, ...AT };
  const from = logged.written.length;
  const { kept, id } = await addNewPasskey(people, user);
  expect(logged.written.slice(from).join('\n')).toContain('"event":"passkey.added"');
  const used = await logged.eventsOf(() => signInBy(people, 'consumer', kept));
  expect(used).toEqual([{ level: INFO, event: 'sign-in.ok', what: 'passkey', ...about }]);
  const { email } = user.person;
  expect(await lastMessage(people, email, 'passkey-added')).toEqual({ label: 'Passkey' });
  const { token, password } = user;
  const rename = at(renamePasskey, { id });
  expect((await people.call(rename, { label: 'My phone' }, { token })).status).toBe(200);
  const remove = at(removePasskey, { id });
  const refused = await people.call(remove, { password: 'wrong-Password-9' }, { token });
  expect(refusalOf(refused)).toEqual([409, 'password_wrong']);
  const removed = await logged.eventsOf(() => people.call(remove, { password }, { token }));
  expect(removed).toEqual([{ level: WARN, event: 'passkey.removed', ...about }]);
  expect(await lastMessage(people, email, 'passkey-removed')).toEqual({ label: 'My phone' });
  expect(refusalOf(await signInBy(people, 'consumer', kept))).toEqual(REFUSED);
  expect((await people.call(userDetails, {}, { token })).status).toBe(200);
});

test('another account’s passkey cannot be renamed or removed', async () => {
  const { id } = await addNewPasskey(people, await newUser(people));
  const { token, password } = await newUser(people);
  const renamed = await people.call(at(renamePasskey, { id }), { label: 'Mine' }, { token });
  expect(refusalOf(renamed)).toEqual([404, 'not_found']);
  const removed = await people.call(at(removePasskey, { id }), { password }, { token });
  expect(refusalOf(removed)).toEqual([404, 'not_found']);
});
