import {
  enableTwoFactor,
  passkeySignInOptions,
  startTwoFactor,
  updateAdministrator,
  updateMerchant,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addNewPasskey,
  at,
  creationFor,
  newUser,
  refusalOf,
  REFUSED,
  requestFor,
  requestIn,
  signInBy,
  type PasskeyPerson,
} from '../../../testing/passkey-calls.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newAdministrator, newOwner, OWNERS_PASSWORD } from '../../../testing/portal-people.ts';
import { AUDIENCES, newSignedInAs } from '../../../testing/signed-in-people.ts';
import { answerWith, makePasskey } from '../../../testing/software-authenticator.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

const reason = 'The phone is lost';

async function switchOnCodes({ token, password }: PasskeyPerson): Promise<void> {
  const secret = String((await people.call(startTwoFactor, { password }, { token })).json.body?.['secret']);
  await people.call(enableTwoFactor, { otp: generateSync({ secret }) }, { token });
}

test.each(AUDIENCES)(
  'after the password a passkey replaces the authenticator app’s code, for audience %s',
  async (audience) => {
    const person = await newSignedInAs(people, audience);
    const { signIn } = person;
    const { kept } = await addNewPasskey(people, person);
    expect((await signIn()).status).toBe(200);
    await switchOnCodes(person);
    const asked = await signIn();
    expect(refusalOf(asked)).toEqual([401, 'otp_required']);
    const request = requestIn(asked);
    expect(request.allowCredentials).toEqual([
      { id: kept.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ]);
    const passkey = answerWith(kept, request);
    expect((await signIn({ passkey })).status).toBe(200);
    expect(refusalOf(await signIn({ passkey }))).toEqual(REFUSED);
    const wrong = await signIn({ password: 'wrong-Password-9', passkey: answerWith(kept, request) });
    expect(refusalOf(wrong)).toEqual([401, 'invalid_credentials']);
    expect(wrong.json).not.toHaveProperty('passkeyOptions');
  },
);

test('refuses another account’s passkey, or an answer to another challenge, as second factor', async () => {
  const [mine, theirs] = [await newSignedInAs(people, 'consumer'), await newSignedInAs(people, 'consumer')];
  const { kept } = await addNewPasskey(people, mine);
  const { kept: foreign } = await addNewPasskey(people, theirs);
  await switchOnCodes(mine);
  await switchOnCodes(theirs);
  const { signIn } = mine;
  const ask = async () => requestIn(await signIn());
  for (const passkey of [
    answerWith(foreign, await ask()),
    answerWith(kept, requestIn(await theirs.signIn())),
    answerWith(kept, await requestFor(people, 'consumer')),
    answerWith(kept, await ask(), { isUserVerified: false }),
    answerWith(kept, await ask(), { origin: 'https://evil.example' }),
  ]) {
    expect(refusalOf(await signIn({ passkey }))).toEqual(REFUSED);
  }
  expect((await signIn({ passkey: answerWith(kept, await ask()) })).status).toBe(200);
});

test('the sign-in to an account without a passkey neither offers nor accepts one', async () => {
  const person = await newSignedInAs(people, 'consumer');
  const { signIn } = person;
  await switchOnCodes(person);
  const asked = await signIn();
  expect(asked.json).not.toHaveProperty('passkeyOptions');
  const { kept } = makePasskey(await creationFor(people, await newUser(people)));
  const passkey = answerWith(kept, await requestFor(people, 'consumer'));
  expect(refusalOf(await signIn({ passkey }))).toEqual(REFUSED);
});

test('refuses passkeys of frozen consumers, suspended merchants and disabled administrators like passwords', async () => {
  const user = await newUser(people);
  const { kept } = await addNewPasskey(people, user);
  await people.owner.query(`update users set status = 'FROZEN' where id = $1`, [user.userId]);
  expect(refusalOf(await signInBy(people, 'consumer', kept))).toEqual([403, 'account_frozen']);

  const owner = await newOwner(people);
  const shops = await addNewPasskey(people, { token: owner.token, password: OWNERS_PASSWORD });
  const { token } = await newAdministrator(people);
  const setStatus = (status: string) =>
    people.call(updateMerchant, { merchantId: owner.merchantId, status, reason: 'Moved' }, { token });
  await setStatus('SUSPENDED');
  expect(refusalOf(await signInBy(people, 'merchant', shops.kept))).toEqual([403, 'merchant_not_active']);
  await setStatus('ACTIVE');
  expect((await signInBy(people, 'merchant', shops.kept)).status).toBe(200);

  const other = await newAdministrator(people);
  const { kept: keysOfOther } = await addNewPasskey(people, other);
  const disabled = { status: 'DISABLED', reason };
  await people.call(at(updateAdministrator, { administratorId: other.administratorId }), disabled, {
    token,
  });
  expect(refusalOf(await signInBy(people, 'admin', keysOfOther))).toEqual(REFUSED);
});

test('an expired temporary password also blocks the passkey', async () => {
  const other = await newAdministrator(people);
  const { kept } = await addNewPasskey(people, other);
  await people.owner.query(
    `update administrators set must_change_password = true, temporary_password_until = now() - interval '1 hour'
     where id = $1`,
    [other.administratorId],
  );
  expect(refusalOf(await signInBy(people, 'admin', kept))).toEqual([401, 'temporary_password_expired']);
});

test('refuses passkeys where the public URL has an IP address, because they need a host name', async () => {
  const environment = { PUBLIC_URL: 'http://192.168.1.20:4000' };
  const nameless = await startPeopleApp(undefined, { environment });
  const local = await startPeopleApp(undefined, { environment: { PUBLIC_URL: 'http://127.0.0.1:4000' } });
  try {
    const options = at(passkeySignInOptions, { audience: 'consumer' });
    expect(refusalOf(await nameless.call(options, {}))).toEqual([409, 'passkeys_unavailable']);
    expect((await local.call(options, {})).json.body).toMatchObject({
      options: { rpId: 'localhost' },
      origin: 'http://localhost:4000',
    });
  } finally {
    await nameless.close();
    await local.close();
  }
});
