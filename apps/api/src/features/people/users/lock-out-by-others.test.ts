import {
  generatePasswordOtp,
  generatePhoneOtp,
  login,
  resetPassword,
  resetPasswordByLink,
  verifyPhone,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp, type Person } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, signInPerson, signUpPerson, tokenIn } from '../../../testing/people.ts';

let people: PeopleApp;
const NEW_PASSWORD = 'a-new-battery-staple';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

let addresses = 0;
function anywhere(): { address: string } {
  addresses += 1;
  return { address: `10.9.${Math.floor(addresses / 250)}.${addresses % 250}` };
}

function wrong(code: string): string {
  return ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
}

async function mailTo(email: string): Promise<{ code?: string; link: string }> {
  const mail = await lastMessage(people, email, 'password-reset');
  return { link: '', ...mail };
}

async function ask(email: string, deviceToken?: string): Promise<{ code?: string; link: string }> {
  expect((await people.call(generatePasswordOtp, { email, deviceToken }, anywhere())).status).toBe(200);
  return mailTo(email);
}

function tryCode(email: string, otp: string, password = NEW_PASSWORD) {
  return people.call(resetPassword, { email, otp, password }, anywhere());
}

async function guess(email: string, times: number): Promise<void> {
  const { code = '000000' } = await mailTo(email);
  for (let turn = 0; turn < times; turn += 1) await tryCode(email, wrong(code));
}

/** Fills every counter of guesses up to its longest delay, as an hour of guessing does. */
async function guessedForAnHour(): Promise<void> {
  await people.owner.query(
    `update limited_attempts set made_at = array_fill(clock_timestamp(), array[20]), last_at = clock_timestamp()
     where account is not null`,
  );
}

async function countMails(email: string): Promise<number> {
  return (await people.messagesTo(email)).filter((sent) => sent.template === 'password-reset').length;
}

/**
 * Makes a user and signs in once.
 * @returns the user, and the device token that the browser keeps
 */
async function newKnown(): Promise<{ person: Person; deviceToken: string }> {
  const person = await signUpPerson(people);
  const { email, password } = person;
  const signedIn = await people.call(login, { email, password }, anywhere());
  return { person, deviceToken: String(signedIn.json.body?.['deviceToken']) };
}

test('A3 five wrong tries void a reset code, and the next code works at once', async () => {
  const { email } = await signUpPerson(people);
  for (let round = 0; round < 2; round += 1) {
    const { code = '' } = await ask(email);
    await guess(email, 5);
    expect((await tryCode(email, code)).json.code).toBe('verification_code_invalid');
  }
  const { code = '' } = await ask(email);
  expect((await tryCode(email, code)).status).toBe(200);
});

test('A4 a repeated reset request sends the same code and link while they are valid, three times an hour', async () => {
  const { email } = await signUpPerson(people);
  const first = await ask(email);
  for (let turn = 0; turn < 6; turn += 1) expect(await ask(email)).toEqual(first);
  expect(await countMails(email)).toBe(3);
  expect((await tryCode(email, first.code ?? '')).status).toBe(200);
});

test('after strangers have used up an hour’s reset mails, the link mailed before still works', async () => {
  const { email } = await signUpPerson(people);
  for (let turn = 0; turn < 5; turn += 1) await ask(email);
  const { rows } = await people.owner.query<{ minutes: number }>(
    `select extract(epoch from expires_at - now())::float / 60 as minutes from reset_links where target = $1`,
    [email],
  );
  expect(rows[0]?.minutes).toBeGreaterThan(115);
});

test('after twenty wrong reset codes in a day only the link works, and the mail contains no code', async () => {
  const { person, deviceToken } = await newKnown();
  const { email } = person;
  const { link } = await ask(email);
  await guess(email, 20);
  const { code = '' } = await mailTo(email);
  expect(await tryCode(email, code)).toMatchObject({ status: 409, json: { code: 'reset_link_only' } });
  const again = await ask(email, deviceToken);
  expect(again).toEqual({ link });
  const reply = await people.call(resetPasswordByLink, { token: tokenIn(link), password: NEW_PASSWORD });
  expect(reply.status).toBe(200);
  await signInPerson(people, { ...person, password: NEW_PASSWORD });
  const next = await ask(email);
  expect(next.code).toMatch(/^\d{6}$/u);
});

test('reset requests get the same answers for an unknown email address, even after twenty wrong codes', async () => {
  const { email } = newPerson();
  const codes = [];
  for (let turn = 0; turn < 22; turn += 1) codes.push((await tryCode(email, '123456')).json.code);
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'verification_code_invalid'));
  expect(codes.slice(20)).toEqual(['reset_link_only', 'reset_link_only']);
});

test('A5 after an hour of a stranger’s attempts a known device signs in and resets the password', async () => {
  const { person, deviceToken } = await newKnown();
  const { email, password } = person;
  const home = { address: '192.0.2.77' };
  for (let turn = 0; turn < 22; turn += 1) {
    await people.call(generatePasswordOtp, { email }, anywhere());
    await tryCode(email, String(turn).padStart(6, '0'));
  }
  // Guesses from the owner's own network, and from everywhere.
  for (const place of [home, anywhere()]) await people.call(login, { email, password: 'a-guess' }, place);
  await guessedForAnHour();
  const withoutToken = await people.call(login, { email, password }, home);
  expect(withoutToken.json.code).toBe('too_many_requests');
  const here = await people.call(login, { email, password, deviceToken }, home);
  expect(here.status).toBe(200);

  const mailsBefore = await countMails(email);
  const { link } = await ask(email, deviceToken);
  expect(await countMails(email)).toBe(mailsBefore + 1);
  const reset = await people.call(resetPasswordByLink, { token: tokenIn(link), password: NEW_PASSWORD });
  expect(reset.status).toBe(200);
  for (const place of [home, anywhere()]) await people.call(login, { email, password: 'a-guess' }, place);
  await guessedForAnHour();
  const fresh = String(reset.json.body?.['deviceToken']);
  const again = await people.call(login, { email, password: NEW_PASSWORD, deviceToken: fresh }, home);
  expect(again.status).toBe(200);
});

test('guesses with a stolen device token are delayed, and delay no other device', async () => {
  const { person, deviceToken } = await newKnown();
  const { email, password } = person;
  for (let turn = 0; turn < 10; turn += 1) {
    const reply = await people.call(login, { email, password: `guess-${turn}`, deviceToken }, anywhere());
    expect(reply.json.code).toBe('invalid_credentials');
  }
  const slowed = await people.call(login, { email, password, deviceToken }, anywhere());
  expect(slowed.json.code).toBe('too_many_requests');
  expect((await people.call(login, { email, password }, anywhere())).status).toBe(200);
});

test('a device is known only to accounts that signed in on it, until a password reset', async () => {
  const { person, deviceToken } = await newKnown();
  const other = await signUpPerson(people);
  const shared = await people.call(login, { email: other.email, password: other.password, deviceToken });
  expect(shared.json.body?.['deviceToken']).toBe(deviceToken);
  const invented = { email: other.email, password: other.password, deviceToken: 'x'.repeat(43) };
  expect((await people.call(login, invented)).json.body?.['deviceToken']).not.toBe(invented.deviceToken);

  const { code = '' } = await ask(person.email);
  await tryCode(person.email, code);
  const { rows } = await people.owner.query<{ count: string }>(
    `select count(*) from known_devices d join users u on u.id = d.subject_id where u.email = any($1)`,
    [[person.email]],
  );
  // Only the device that reset the password is known.
  expect(rows).toEqual([{ count: '1' }]);
});

test('a stranger’s account with the owner’s phone number uses up none of the owner’s codes', async () => {
  const { phoneNumber } = newPerson();
  const stranger = await newSignedIn(people, { ...newPerson(), phoneNumber });
  for (let turn = 0; turn < 4; turn += 1) {
    await people.call(generatePhoneOtp, {}, { token: stranger.accessToken });
  }
  const owner = await newSignedIn(people, { ...newPerson(), phoneNumber });
  const asked = await people.call(generatePhoneOtp, {}, { token: owner.accessToken });
  expect(asked.status).toBe(200);
  const { code } = await lastMessage(people, phoneNumber, 'phone-otp');
  expect((await people.call(verifyPhone, { otp: code }, { token: owner.accessToken })).status).toBe(200);
});
