import {
  adminLogin,
  enableAdminTwoFactor,
  enableMerchantTwoFactor,
  enableTwoFactor,
  login,
  merchantLogin,
  startAdminTwoFactor,
  startMerchantTwoFactor,
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
  PASSKEY_CALLS,
  refusalOf,
  REFUSED,
  requestFor,
  requestIn,
  signInBy,
  type PasskeyAudience,
  type PasskeyPerson,
} from '../../../testing/passkey-calls.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newAdministrator, newOwner, OWNERS_PASSWORD } from '../../../testing/portal-people.ts';
import { answerWith, makePasskey } from '../../../testing/software-authenticator.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

const reason = 'The phone is lost';

const FACTORS = {
  consumer: { start: startTwoFactor, enable: enableTwoFactor },
  merchant: { start: startMerchantTwoFactor, enable: enableMerchantTwoFactor },
  admin: { start: startAdminTwoFactor, enable: enableAdminTwoFactor },
};

async function switchOnCodes(audience: PasskeyAudience, { token, password }: PasskeyPerson): Promise<void> {
  const { start, enable } = FACTORS[audience];
  const secret = String((await people.call(start, { password }, { token })).json.body?.['secret']);
  await people.call(enable, { otp: generateSync({ secret }) }, { token });
}

async function doorOf(audience: PasskeyAudience) {
  if (audience === 'consumer') {
    const user = await newUser(people);
    const { email } = user.person;
    return {
      person: user,
      tryIn: (more = {}) => people.call(login, { email, password: user.password, ...more }),
    };
  }
  if (audience === 'admin') {
    const boss = await newAdministrator(people);
    const { email, password } = boss;
    return { person: boss, tryIn: (more = {}) => people.call(adminLogin, { email, password, ...more }) };
  }
  const { merchantCode, token } = await newOwner(people);
  const person = { token, password: OWNERS_PASSWORD };
  const { password } = person;
  return { person, tryIn: (more = {}) => people.call(merchantLogin, { merchantCode, password, ...more }) };
}

test.each(['consumer', 'merchant', 'admin'] as const)(
  'after the password a passkey stands in for the code of the app, for audience %s',
  async (audience) => {
    const { person, tryIn } = await doorOf(audience);
    const { kept } = await addNewPasskey(people, audience, person);
    expect((await tryIn()).status).toBe(200);
    await switchOnCodes(audience, person);
    const asked = await tryIn();
    expect(refusalOf(asked)).toEqual([401, 'otp_required']);
    const request = requestIn(asked);
    expect(request.allowCredentials).toEqual([
      { id: kept.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ]);
    const passkey = answerWith(kept, request);
    expect((await tryIn({ passkey })).status).toBe(200);
    expect(refusalOf(await tryIn({ passkey }))).toEqual(REFUSED);
    const wrong = await tryIn({ password: 'wrong-Password-9', passkey: answerWith(kept, request) });
    expect(refusalOf(wrong)).toEqual([401, 'invalid_credentials']);
    expect(wrong.json).not.toHaveProperty('passkeyOptions');
  },
);

test('a passkey of another account, or an answer to another request, is no second factor', async () => {
  const [mine, theirs] = [await doorOf('consumer'), await doorOf('consumer')];
  const { kept } = await addNewPasskey(people, 'consumer', mine.person);
  const { kept: foreign } = await addNewPasskey(people, 'consumer', theirs.person);
  await switchOnCodes('consumer', mine.person);
  await switchOnCodes('consumer', theirs.person);
  const { tryIn } = mine;
  const ask = async () => requestIn(await tryIn());
  for (const passkey of [
    answerWith(foreign, await ask()),
    answerWith(kept, requestIn(await theirs.tryIn())),
    answerWith(kept, await requestFor(people, 'consumer')),
    answerWith(kept, await ask(), { isUserVerified: false }),
    answerWith(kept, await ask(), { origin: 'https://evil.example' }),
  ]) {
    expect(refusalOf(await tryIn({ passkey }))).toEqual(REFUSED);
  }
  expect((await tryIn({ passkey: answerWith(kept, await ask()) })).status).toBe(200);
});

test('where there is no passkey none is asked for, and none is taken', async () => {
  const { person, tryIn } = await doorOf('consumer');
  await switchOnCodes('consumer', person);
  const asked = await tryIn();
  expect(asked.json).not.toHaveProperty('passkeyOptions');
  const { kept } = makePasskey(await creationFor(people, 'consumer', await newUser(people)));
  const passkey = answerWith(kept, await requestFor(people, 'consumer'));
  expect(refusalOf(await tryIn({ passkey }))).toEqual(REFUSED);
});

test('a frozen consumer, a suspended merchant and a disabled colleague are refused as with their password', async () => {
  const user = await newUser(people);
  const { kept } = await addNewPasskey(people, 'consumer', user);
  await people.owner.query(`update users set status = 'FROZEN' where id = $1`, [user.userId]);
  expect(refusalOf(await signInBy(people, 'consumer', kept))).toEqual([403, 'account_frozen']);

  const owner = await newOwner(people);
  const shops = await addNewPasskey(people, 'merchant', { token: owner.token, password: OWNERS_PASSWORD });
  const { token } = await newAdministrator(people);
  const setStatus = (status: string) =>
    people.call(updateMerchant, { merchantId: owner.merchantId, status }, { token });
  await setStatus('SUSPENDED');
  expect(refusalOf(await signInBy(people, 'merchant', shops.kept))).toEqual([403, 'merchant_not_active']);
  await setStatus('ACTIVE');
  expect((await signInBy(people, 'merchant', shops.kept)).status).toBe(200);

  const colleague = await newAdministrator(people);
  const { kept: colleagues } = await addNewPasskey(people, 'admin', colleague);
  const disabled = { status: 'DISABLED', reason };
  await people.call(at(updateAdministrator, { staffId: colleague.staffId }), disabled, { token });
  expect(refusalOf(await signInBy(people, 'admin', colleagues))).toEqual(REFUSED);
});

test('a temporary password that has expired keeps the passkey out, too', async () => {
  const colleague = await newAdministrator(people);
  const { kept } = await addNewPasskey(people, 'admin', colleague);
  await people.owner.query(
    `update administrators set must_change_password = true, temporary_password_until = now() - interval '1 hour'
     where id = $1`,
    [colleague.staffId],
  );
  expect(refusalOf(await signInBy(people, 'admin', kept))).toEqual([401, 'temporary_password_expired']);
});

test('a system that is opened by an IP address says that passkeys need a host name', async () => {
  const environment = { PUBLIC_URL: 'http://192.168.1.20:4000' };
  const nameless = await startPeopleApp(undefined, { environment });
  const local = await startPeopleApp(undefined, { environment: { PUBLIC_URL: 'http://127.0.0.1:4000' } });
  try {
    const { options } = PASSKEY_CALLS.consumer;
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
