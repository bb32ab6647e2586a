import {
  changeContactEmail,
  generateContactEmailOtp,
  generateMerchantPasswordOtp,
  merchantLogin,
  merchantMe,
  objectToMerchantContactChange,
  resetMerchantPassword,
  updateMerchant,
  updatePayoutChannel,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokenIn } from '../../../testing/people.ts';
import {
  approveFor,
  newAdministrator,
  newOwner,
  OWNERS_PASSWORD,
  type Owner,
} from '../../../testing/portal-people.ts';

let people: PeopleApp;
const password = 'a-new-battery-staple';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

function ask({ token }: Owner, contactEmail: string) {
  const body = { contactEmail, password: OWNERS_PASSWORD };
  return people.call(generateContactEmailOtp, body, { token });
}

async function moveTo(owner: Owner, contactEmail: string): Promise<void> {
  await ask(owner, contactEmail);
  const { code: otp } = await lastMessage(people, contactEmail, 'contact-email-code');
  expect((await people.call(changeContactEmail, { otp }, { token: owner.token })).status).toBe(200);
}

async function linkTo(email: string): Promise<string> {
  const { link = '' } = await lastMessage(people, email, 'contact-email-asked');
  expect(link).toContain('/merchant/not-me#token=');
  return tokenIn(link);
}

async function contactOf({ merchantId }: Owner): Promise<string | undefined> {
  const { rows } = await people.owner.query<{ email: string }>(
    'select contact_email as email from merchants where id = $1',
    [merchantId],
  );
  return rows[0]?.email;
}

async function isMailedReset({ merchantCode }: Owner, email: string): Promise<boolean> {
  await people.call(generateMerchantPasswordOtp, { merchantCode, email });
  return (await people.messagesTo(email)).some((sent) => sent.template === 'password-reset');
}

test('the contact’s email address is notified of a requested change and can undo it', async () => {
  const owner = await newOwner(people);
  const thiefs = newPerson().email;
  await moveTo(owner, thiefs);
  const token = await linkTo(owner.contactEmail);
  const reply = await people.call(objectToMerchantContactChange, { token });
  expect(reply.json.body).toMatchObject({ contact: 'email' });
  expect(await contactOf(owner)).toBe(owner.contactEmail);
  expect((await people.call(merchantMe, undefined, { token: owner.token })).status).toBe(401);
  expect((await people.call(objectToMerchantContactChange, { token })).status).toBe(200);
});

test('after “this was not me” the owner’s password changes neither contact nor pay-out channel until its reset', async () => {
  const owner = await newOwner(people);
  await ask(owner, newPerson().email);
  await people.call(objectToMerchantContactChange, { token: await linkTo(owner.contactEmail) });
  const { merchantCode, contactEmail: email } = owner;
  const signedIn = await people.call(merchantLogin, { merchantCode, password: OWNERS_PASSWORD });
  const thief = { ...owner, token: String(signedIn.json.body?.['accessToken']) };
  const channel = { kind: 'mpesa', msisdn: newPerson().phoneNumber };
  const refused = [
    await ask(thief, newPerson().email),
    await people.call(updatePayoutChannel, { password: OWNERS_PASSWORD, channel }, { token: thief.token }),
  ];
  expect(refused.map(({ json }) => json.code)).toEqual(['password_reset_needed', 'password_reset_needed']);

  expect(await isMailedReset(owner, email)).toBe(true);
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  await people.call(resetMerchantPassword, { merchantCode, email, otp, password });
  const again = await people.call(merchantLogin, { merchantCode, password });
  const token = String(again.json.body?.['accessToken']);
  const body = { contactEmail: newPerson().email, password };
  expect((await people.call(generateContactEmailOtp, body, { token })).status).toBe(200);
});

test('“this was not me” cancels a waiting pay-out channel', async () => {
  const owner = await newOwner(people);
  const channelTo = (msisdn: string) =>
    people.call(
      updatePayoutChannel,
      { password: OWNERS_PASSWORD, channel: { kind: 'mpesa', msisdn } },
      { token: owner.token },
    );
  const own = newPerson().phoneNumber;
  await channelTo(own);
  await channelTo(newPerson().phoneNumber);
  await ask(owner, newPerson().email);
  await people.call(objectToMerchantContactChange, { token: await linkTo(owner.contactEmail) });
  const { rows } = await people.owner.query<{ number: string }>(
    `select number from merchant_payout_channels where merchant_id = $1 and ended_at is null order by version desc limit 1`,
    [owner.merchantId],
  );
  expect(rows).toEqual([{ number: own }]);
});

test('in the first day of a new contact address only the former one resets the password, which restores it', async () => {
  const owner = await newOwner(people);
  const { merchantCode, contactEmail: former } = owner;
  const next = newPerson().email;
  await moveTo(owner, next);
  expect(await isMailedReset(owner, next)).toBe(false);
  expect((await lastMessage(people, next, 'password-reset-later'))['formerEmail']).toMatch(/^w\*\*\*@/u);
  expect(await isMailedReset(owner, former)).toBe(true);
  const { code: otp } = await lastMessage(people, former, 'password-reset');
  const body = { merchantCode, email: former, otp, password };
  expect((await people.call(resetMerchantPassword, body)).status).toBe(200);
  expect(await contactOf(owner)).toBe(former);
});

test('a contact address set by an administrator can reset the password after a day, and cannot be undone', async () => {
  const owner = await newOwner(people);
  const { merchantId, contactEmail: former } = owner;
  const { token } = await newAdministrator(people);
  const contactEmail = newPerson().email;
  await approveFor(people, await people.call(updateMerchant, { merchantId, contactEmail }, { token }));
  expect(await isMailedReset(owner, contactEmail)).toBe(false);
  expect(await isMailedReset(owner, former)).toBe(false);
});

test('after “this was not me” a contact address set by administrators cannot reset the password', async () => {
  const owner = await newOwner(people);
  const { merchantId, contactEmail: former } = owner;
  const { token } = await newAdministrator(people);
  const contactEmail = newPerson().email;
  await approveFor(people, await people.call(updateMerchant, { merchantId, contactEmail }, { token }));
  await people.owner.query(
    `update merchants set contact_email_changed_at = contact_email_changed_at - interval '25 hours' where id = $1`,
    [merchantId],
  );
  const { link = '' } = await lastMessage(people, former, 'merchant-contact-moved');
  const reply = await people.call(objectToMerchantContactChange, { token: tokenIn(link) });
  expect(reply.json.body).toMatchObject({ areSettlementsHeld: true });
  expect(await contactOf(owner)).toBe(contactEmail);
  expect(await isMailedReset(owner, contactEmail)).toBe(false);
  expect(await isMailedReset(owner, former)).toBe(false);
  await people.owner.query('update merchants set settlements_held_since = null where id = $1', [merchantId]);
  expect(await isMailedReset(owner, contactEmail)).toBe(true);
});
