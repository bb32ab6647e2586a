import { randomUUID } from 'node:crypto';
import {
  deleteAccount,
  exportAccount,
  generatePasswordOtp,
  objectToContactChange,
  resetPassword,
  resetMemberPassword,
  updateMerchant,
  updateProfile,
  updateMember,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addNewPasskey, at, newUser, refusalOf, REFUSED, signInBy } from '../../../testing/passkey-calls.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokenIn, verifyEmailOf, type SignedIn } from '../../../testing/people.ts';
import { newAdministrator, newOwner, newMember, OWNERS_PASSWORD } from '../../../testing/portal-people.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

test('closing a merchant, disabling staff and resetting their password remove the passkeys', async () => {
  const owner = await newOwner(people);
  const ownersPasskey = await addNewPasskey(people, {
    token: owner.token,
    password: OWNERS_PASSWORD,
  });
  const [first, second] = [
    await newMember(people, owner, 'cashier'),
    await newMember(people, owner, 'cashier'),
  ];
  const firsts = await addNewPasskey(people, first);
  const seconds = await addNewPasskey(people, second);
  const asOwner = { token: owner.token };
  const change = at(updateMember, { staffId: first.staffId });
  expect((await people.call(change, { status: 'DISABLED' }, asOwner)).status).toBe(200);
  expect((await people.call(change, { status: 'ACTIVE' }, asOwner)).status).toBe(200);
  expect(refusalOf(await signInBy(people, 'merchant', firsts.kept))).toEqual(REFUSED);
  expect((await people.call(at(resetMemberPassword, { staffId: second.staffId }), {}, asOwner)).status).toBe(
    200,
  );
  expect(refusalOf(await signInBy(people, 'merchant', seconds.kept))).toEqual(REFUSED);
  expect((await signInBy(people, 'merchant', ownersPasskey.kept)).status).toBe(200);
  const { token } = await newAdministrator(people);
  const closing = { merchantId: owner.merchantId, status: 'INACTIVE', reason: 'Moved' };
  expect((await people.call(updateMerchant, closing, { token })).status).toBe(200);
  expect(refusalOf(await signInBy(people, 'merchant', ownersPasskey.kept))).toEqual(REFUSED);
});

test('a reset that proves the account’s address for the first time removes older passkeys', async () => {
  const stranger = await newUser(people);
  const { kept } = await addNewPasskey(people, stranger);
  await resetPasswordOf(stranger);
  expect(refusalOf(await signInBy(people, 'consumer', kept))).toEqual(REFUSED);

  const owner = await newUser(people);
  await verifyEmailOf(people, owner);
  const { kept: own } = await addNewPasskey(people, owner);
  await resetPasswordOf(owner);
  expect((await signInBy(people, 'consumer', own)).status).toBe(200);
});

async function resetPasswordOf({ person: { email } }: SignedIn): Promise<void> {
  await people.call(generatePasswordOtp, { email });
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  const reply = await people.call(resetPassword, { email, otp, password: 'Another-battery-2' });
  expect(reply.status).toBe(200);
}

test('“this was not me” removes the account’s passkeys, which a stranger may have added', async () => {
  const user = await newUser(people);
  await verifyEmailOf(people, user);
  const { token, password, person } = user;
  const email = `thief.${randomUUID()}@example.test`;
  const details = { firstName: 'Wanjiku', lastName: 'Mwangi', phoneNumber: person.phoneNumber, email };
  const asked = await people.call(updateProfile, { ...details, currentPassword: password }, { token });
  expect(asked.status, asked.text).toBe(200);
  const { kept } = await addNewPasskey(people, user);
  const { link = '' } = await lastMessage(people, person.email, 'contact-change-asked');
  expect((await people.call(objectToContactChange, { token: tokenIn(link) })).status).toBe(200);
  expect(refusalOf(await signInBy(people, 'consumer', kept))).toEqual(REFUSED);
});

test('the account’s export lists its passkeys without their keys, and a deleted account has none', async () => {
  const user = await newUser(people);
  const { kept, id } = await addNewPasskey(people, user);
  const { token, password } = user;
  const file = await people.call(exportAccount, { password }, { token });
  const { passkeys } = JSON.parse(file.text) as { passkeys: object[] };
  expect(passkeys).toEqual([
    { id, label: 'Passkey', isSynced: false, createdAt: expect.any(String), lastUsedAt: null },
  ]);
  expect((await people.call(deleteAccount, { password }, { token })).status).toBe(200);
  expect(refusalOf(await signInBy(people, 'consumer', kept))).toEqual(REFUSED);
  const { rows } = await people.owner.query('select from passkeys where id = $1', [id]);
  expect(rows).toEqual([]);
});
