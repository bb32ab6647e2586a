import { objectToContactChange, updateProfile } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, signIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { askToRegister, newSaver, registerWithdrawal, startOf } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
});
afterAll(() => system.close());

test('“this was not me” stops all withdrawals, even registered withdrawals, until the password is reset', async () => {
  const person = await newSaver(system);
  const registered = await registerWithdrawal(system, person, 500);
  const wanted = { email: newPerson('Musa', 'Otieno').email, currentPassword: DEMO_PASSWORD };
  await system.call(updateProfile, { body: wanted }, { bearer: person.bearer });
  const [, token = ''] = await system.sandbox.mail(person.email, /not-me#token=([\w-]+)/u);
  await system.sandbox.sms(person.phoneNumber, /not-me#token=/u);
  await system.call(objectToContactChange, { body: { token } });

  const bearer = await signIn(system.api, person);
  const stopped = { status: 409, outcome: 'password_reset_needed' };
  expect(await startOf(system, { ...person, bearer }, registered)).toMatchObject(stopped);
  expect(await askToRegister(system, { ...person, bearer }, 500)).toMatchObject(stopped);
});
