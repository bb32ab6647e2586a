import * as contract from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, signIn, type Person } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { decodeJwt } from 'jose';
import { generateSync } from 'otplib';
import { claimCalls, CLAIMERS_PASSWORD } from '../../../testing/claim-calls.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { newDevice } from '../../../testing/device.ts';
import { leftOn } from '../../../testing/gifts.ts';
import { answerWith, makePasskey } from '../../../testing/software-authenticator.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let { newGift, send, check, codeOn, prove, claim, accountsOf } = {} as ReturnType<typeof claimCalls>;
let lines: string[] = [];
beforeAll(async () => {
  const onLogLine = (line: string) => void lines.push(line);
  system = await createTestSystem({ PUBLIC_URL: 'https://zawadi.test', LOG_LEVEL: 'info' }, { onLogLine });
  ({ newGift, send, check, codeOn, prove, claim, accountsOf } = claimCalls(system));
});
beforeEach(() => {
  lines = [];
});
afterAll(() => system.close());

const detailsOf = (bearer: string) => system.api.call(contract.userDetails, { body: {} }, { bearer });

test('a new person who verifies the gift’s phone number gets account, session and gift by one request', async () => {
  const made = await newGift();
  const { recipient, gift } = made;
  const sent = await send(gift);
  expect(sent.answer).toEqual({
    phone: `07•• ••• ${recipient.phoneNumber.slice(-3)}`,
    nextCodeInSeconds: 60,
  });
  const { answer } = await check(gift, await codeOn(recipient));
  // Expects no email address: the one that the buyer typed may be anyone's.
  expect(answer).toEqual({ proof: expect.any(String), recipientName: 'Kip Rotich' });
  const claimed = await claim(answer.proof, recipient);
  expect(claimed.answer).toMatchObject({ voucherId: gift.voucherId, amount: 950, walletBalance: 950 });
  expect(await detailsOf(claimed.answer.accessToken)).toMatchObject({
    phoneVerified: true,
    phoneNumber: recipient.phoneNumber,
    email: recipient.email,
    emailVerified: false,
  });
  expect(await leftOn(system, gift)).toBe(0);
  expect(await system.sandbox.mail(recipient.email, /verify-email#token=/u)).toHaveLength(1);
  const events = lines.filter((line) => line.includes('sign-in.ok'));
  const own = events.filter((line) => line.includes(decodeJwt(claimed.answer.accessToken).sub ?? ''));
  expect(own.map((line) => JSON.parse(line).what)).toEqual(['claim']);
  expect(lines.join('')).not.toContain(answer.proof);
});

test('a claim with a new account binds the session to the device key', async () => {
  const made = await newGift();
  const proof = await prove(made);
  const people = {
    call: async (endpoint: contract.Endpoint, payload: object, { headers = {} } = {}) => {
      const reply = await system.http.inject({
        method: 'POST',
        url: endpoint.path,
        payload,
        headers: { ...headers, host: 'zawadi.test' },
      });
      return { status: reply.statusCode, json: reply.json(), headers: reply.headers, text: reply.body };
    },
  };
  const device = await newDevice(people);
  const { email } = made.recipient;
  const body = { proof, firstName: 'Brian', lastName: 'Otieno', email, password: CLAIMERS_PASSWORD };
  const { json } = await device.call(contract.claimAsNewPerson, body);
  expect(decodeJwt(String(json.body?.['accessToken']))['cnf']).toEqual({ jkt: device.thumbprint });
});

test('a claim can create an account with a passkey instead of a password', async () => {
  const made = await newGift();
  const proof = await prove(made);
  const { options } = await system.api.call(contract.startClaimPasskey, { body: { proof } });
  const { kept, answer: passkey } = makePasskey(options);
  const claimed = await claim(proof, made.recipient, { passkey });
  expect([claimed.outcome, claimed.answer.walletBalance]).toEqual(['ok', 950]);
  const again = await claim(proof, made.recipient, { passkey });
  expect([again.outcome, again.answer.walletBalance]).toEqual(['ok', 950]);
  const door = { params: { audience: 'consumer' as const } };
  const asked = await system.api.call(contract.passkeySignInOptions, { ...door, body: {} });
  const answer = answerWith(kept, asked.options);
  const body = { passkey: answer };
  expect((await system.call(contract.signInByPasskey, { ...door, body })).outcome).toBe('ok');
  // The account has no password; the refusal says how to set one.
  const bearer = claimed.answer.accessToken;
  const asking = { body: { password: 'guess-guess-guess' } };
  expect((await system.call(contract.startPasskey, asking, { bearer })).outcome).toBe(
    'password_reset_needed',
  );
  const empty = { body: { email: made.recipient.email, password: ' ' } };
  expect((await system.call(contract.login, empty)).outcome).toBe('invalid_credentials');
});

test('a claim refuses a passkey that was made for another new account', async () => {
  const [one, other] = [await newGift(), await newGift()];
  const [proof, proofOfOther] = [await prove(one), await prove(other)];
  const { options } = await system.api.call(contract.startClaimPasskey, { body: { proof: proofOfOther } });
  const { answer: passkey } = makePasskey(options);
  expect((await claim(proof, one.recipient, { passkey })).outcome).toBe('passkey_invalid');
  expect(await accountsOf(one.recipient)).toBe(0);
});

test('ten concurrent claims with a new account make one account and one claim, and all get the same answer', async () => {
  const made = await newGift();
  const proof = await prove(made);
  const replies = await Promise.all(Array.from({ length: 10 }, () => claim(proof, made.recipient)));
  expect(replies.map(({ outcome, answer }) => [outcome, answer.walletBalance])).toEqual(
    Array.from({ length: 10 }, () => ['ok', 950]),
  );
  expect(await accountsOf(made.recipient)).toBe(1);
  // Link and proof without the password open no session.
  const stranger = await claim(proof, made.recipient, { password: 'Another-word-entirely' });
  expect(stranger.outcome).toBe('verification_code_invalid');
});

test('of two browsers that use the same code for a new account, only one gets the account', async () => {
  const made = await newGift();
  await send(made.gift);
  const code = await codeOn(made.recipient);
  const proofs = await Promise.all([check(made.gift, code), check(made.gift, code)]);
  const replies = await Promise.all(
    proofs.map(({ answer: { proof } }, index) =>
      claim(proof, newPerson('Brian', index === 0 ? 'Otieno' : 'Ouma'), {
        password: `${CLAIMERS_PASSWORD}-${index}`,
      }),
    ),
  );
  const outcomes = replies.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes).toContainEqual(
    expect.stringMatching(/^(?:number_has_account|verification_code_invalid)$/u),
  );
  expect(await accountsOf(made.recipient)).toBe(1);
});

test('if the gift can no longer be claimed, makes no account and does not spend the code', async () => {
  const byEmail = await newConsumer(system);
  const phoneNumber = newPerson('Brian', 'Otieno').phoneNumber;
  const made = await newGift({ ...newPerson('Brian', 'Otieno'), phoneNumber, email: byEmail.email });
  const proof = await prove(made);
  const { claimToken } = made.gift;
  await system.api.call(contract.claimVoucher, { body: { claimToken } }, { bearer: byEmail.bearer });
  const own = newPerson('Brian', 'Otieno');
  expect((await claim(proof, own)).outcome).toBe('voucher_claimed');
  expect((await send(made.gift)).outcome).toBe('voucher_claimed');
  expect(await accountsOf(made.recipient)).toBe(0);
  const { rows } = await system.owner.query(
    `select from one_time_codes where purpose = 'claim' and target = $1`,
    [phoneNumber],
  );
  expect(rows).toHaveLength(1);
});

test('concurrent claims, by a signed-in user and with a new account, move the gift once', async () => {
  const byEmail = await newConsumer(system);
  const recipient = { ...newPerson('Brian', 'Otieno'), email: byEmail.email };
  const made = await newGift(recipient);
  const proof = await prove(made);
  const own = newPerson('Brian', 'Otieno');
  const body = { claimToken: made.gift.claimToken };
  const [ordinary, fresh] = await Promise.all([
    system.call(contract.claimVoucher, { body }, { bearer: byEmail.bearer }),
    claim(proof, own),
  ]);
  expect([ordinary.outcome, fresh.outcome].toSorted()).toEqual(['ok', 'voucher_claimed']);
  expect(await leftOn(system, made.gift)).toBe(0);
  expect(await accountsOf(recipient)).toBe(fresh.outcome === 'ok' ? 1 : 0);
});

test('A6 a claim that names a registered email address gets the same answer, and notifies the address’s owner', async () => {
  const owner = await newConsumer(system);
  const made = await newGift({ ...newPerson('Brian', 'Otieno'), email: owner.email });
  const proof = await prove(made);
  const claimed = await claim(proof, owner);
  expect(claimed.answer).toMatchObject({ amount: 950, walletBalance: 950 });
  const details = await detailsOf(claimed.answer.accessToken);
  expect(details).toMatchObject({ email: owner.email, emailVerified: false, pendingEmail: null });
  expect(details.id).not.toBe(owner.user.id);
  expect(await system.sandbox.mail(owner.email, /already have/iu)).toHaveLength(1);
  // Saving the profile unchanged needs no password.
  const { firstName, lastName, email, phoneNumber } = details;
  const saving = { body: { firstName, lastName, email, phoneNumber } };
  const saved = await system.call(contract.updateProfile, saving, { bearer: claimed.answer.accessToken });
  expect([saved.outcome, saved.answer.email]).toEqual(['ok', owner.email]);
  const byNumber = { email: `0${made.recipient.phoneNumber.slice(3)}`, password: CLAIMERS_PASSWORD };
  expect((await system.call(contract.login, { body: byNumber })).outcome).toBe('ok');
  expect(await signIn(system.api, owner)).toBeTypeOf('string');
});

test('an account signs in by its verified phone number, but not by an unverified one', async () => {
  const verified = await newConsumer(system);
  const waiting = await newConsumer(system, { phone: false });
  const by = ({ phoneNumber }: Person) =>
    system.call(contract.login, { body: { email: phoneNumber, password: DEMO_PASSWORD } });
  expect((await by(verified)).outcome).toBe('ok');
  expect((await by(waiting)).outcome).toBe('invalid_credentials');
});

test('a claim with a new account refuses a bad password and stores nothing', async () => {
  const made = await newGift();
  const proof = await prove(made);
  expect((await claim(proof, made.recipient, { password: 'password1' })).outcome).toBe('password_common');
  expect((await claim(proof, made.recipient, { password: 'Brian Otieno' })).outcome).toBe(
    'password_personal',
  );
  expect(await accountsOf(made.recipient)).toBe(0);
  expect((await claim(proof, made.recipient)).outcome).toBe('ok');
});

test('a repeated claim opens no session if the account has a second factor, and its wrong passwords are counted', async () => {
  const made = await newGift();
  const proof = await prove(made);
  const bearer = (await claim(proof, made.recipient)).answer.accessToken;
  lines = [];
  const guesses: string[] = [];
  for (let guess = 0; guess < 11; guess += 1)
    guesses.push((await claim(proof, made.recipient, { password: `Another-word-${guess}` })).outcome);
  expect(guesses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'verification_code_invalid'));
  expect(guesses[10]).toBe('too_many_requests');
  expect(lines.filter((line) => line.includes('"password.wrong"'))).toHaveLength(10);

  const other = await newGift();
  const proofOfOther = await prove(other);
  const own = (await claim(proofOfOther, other.recipient)).answer.accessToken;
  const asking = { body: { password: CLAIMERS_PASSWORD } };
  const { secret } = await system.api.call(contract.startTwoFactor, asking, { bearer: own });
  await system.api.call(
    contract.enableTwoFactor,
    { body: { otp: generateSync({ secret }) } },
    { bearer: own },
  );
  const again = await claim(proofOfOther, other.recipient);
  expect(again.outcome).toBe('number_has_account');
  expect(await detailsOf(bearer)).toMatchObject({ firstName: 'Brian' });
});

test('repeating a claim with a passkey needs the passkey’s public key, not only its id', async () => {
  const made = await newGift();
  const proof = await prove(made);
  const { options } = await system.api.call(contract.startClaimPasskey, { body: { proof } });
  const { answer: passkey } = makePasskey(options);
  expect((await claim(proof, made.recipient, { passkey })).outcome).toBe('ok');
  const { answer: strangers } = makePasskey(options);
  for (const response of [strangers.response, { ...passkey.response, attestationObject: 'AAAA' }]) {
    const forged = await claim(proof, made.recipient, { passkey: { ...passkey, response } });
    expect(forged.outcome).toBe('verification_code_invalid');
  }
  expect((await claim(proof, made.recipient, { passkey })).outcome).toBe('ok');
});
