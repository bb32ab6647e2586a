import { addMember, resetOwnerPassword, updateMerchantProfile, updateMember } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage } from '../../../testing/people.ts';
import { approveFor, callAt, newAdministrator, newOwner, newMember } from '../../../testing/portal-people.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

const sentBy = async (target: string, template: string) =>
  (await people.messagesTo(target)).filter((sent) => sent.template === template);

test('a contact’s new phone number is notified to the email address, the former number and the new one', async () => {
  const owner = await newOwner(people);
  const { phoneNumber } = newPerson();
  const change = (contactName: string) =>
    people.call(
      updateMerchantProfile,
      { contactName, contactPhoneNumber: phoneNumber },
      { token: owner.token },
    );
  expect((await change('Njeri Kamau')).status).toBe(200);
  for (const target of [owner.contactEmail, owner.contactPhoneNumber, phoneNumber]) {
    const { number } = await lastMessage(people, target, 'contact-phone-changed');
    expect(number).toMatch(/^254.\*{4}...$/u);
  }
  await change('Njeri Wanjiku');
  expect(await sentBy(owner.contactEmail, 'contact-phone-changed')).toHaveLength(1);
});

test('the contact is notified of a new staff account, even if a stranger used the owner’s session', async () => {
  const owner = await newOwner(people);
  const { email } = newPerson();
  const member = { name: 'Juma Otieno', handle: 'JUMA', email, staffRole: 'manager' };
  await people.call(addMember, member, { token: owner.token });
  expect(await lastMessage(people, owner.contactEmail, 'member-added')).toMatchObject({
    signInCode: `${owner.merchantCode}.JUMA`,
    businessName: 'Mama Njeri Café',
  });
});

test('the contact is notified of each new manager: who, by whom and when', async () => {
  const owner = await newOwner(people);
  const { staffId, signInCode } = await newMember(people, owner, 'cashier');
  const change = (changes: object) =>
    callAt(people, updateMember, { params: { staffId } }, { body: changes, token: owner.token });
  await change({ staffRole: 'cashier' });
  expect(await sentBy(owner.contactEmail, 'member-made-manager')).toEqual([]);
  const startedAt = Date.now();
  await change({ staffRole: 'manager' });
  const { changedAt, ...told } = await lastMessage(people, owner.contactEmail, 'member-made-manager');
  expect(told).toEqual({
    businessName: 'Mama Njeri Café',
    name: 'Juma Otieno',
    signInCode,
    changedBy: owner.merchantCode,
  });
  expect(Math.abs(Date.parse(changedAt ?? '') - startedAt)).toBeLessThan(60_000);
  await change({ staffRole: 'manager', name: 'Juma' });
  await change({ staffRole: 'cashier' });
  expect(await sentBy(owner.contactEmail, 'member-made-manager')).toHaveLength(1);
});

test('a staff member’s new email address is notified to the former address, the new one and the contact', async () => {
  const owner = await newOwner(people);
  const { staffId, email: former } = await newMember(people, owner, 'cashier');
  const { email } = newPerson();
  const change = (changes: object) =>
    callAt(people, updateMember, { params: { staffId } }, { body: changes, token: owner.token });
  expect((await change({ email })).status).toBe(200);
  for (const target of [former, email, owner.contactEmail]) {
    const told = await lastMessage(people, target, 'member-email-changed');
    expect(told['newEmail']).toMatch(/^w\*\*\*@/u);
  }
  await change({ email });
  await change({ name: 'Juma' });
  expect(await sentBy(former, 'member-email-changed')).toHaveLength(1);
});

test('an administrator’s reset of the owner’s password is notified to the contact’s phone, without the password', async () => {
  const { merchantId, contactPhoneNumber } = await newOwner(people);
  const { token } = await newAdministrator(people);
  const body = { reason: 'The owner called', isTwoFactorReset: false };
  await approveFor(
    people,
    await callAt(people, resetOwnerPassword, { params: { merchantId } }, { body, token }),
  );
  const [sent] = await sentBy(contactPhoneNumber, 'owner-password-mailed');
  expect(sent?.data).toEqual({});
});
