import { generateAdminPasswordOtp } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newAdministrator, newOwner } from '../../../testing/portal-people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

test('mails a reset code to administrators only, and gives the same answer for every email address', async () => {
  const owner = await newOwner(people);
  for (const stranger of [owner.contactEmail, newPerson().email]) {
    const reply = await people.call(generateAdminPasswordOtp, { email: stranger });
    expect(reply.json.responseMessage).toBe('Reset code sent to your email');
    expect((await people.messagesTo(stranger)).map(({ template }) => template)).toEqual([]);
  }
});

test('a disabled administrator gets no reset code', async () => {
  const { email, administratorId } = await newAdministrator(people);
  await people.owner.query(`update administrators set status = 'DISABLED' where id = $1`, [administratorId]);
  await people.call(generateAdminPasswordOtp, { email });
  expect(await people.messagesTo(email)).toEqual([]);
});
