import { generatePhoneOtp, login, signup } from '@zawadi/contract';
import { newPerson, type Person } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Signs up and requests four codes for the account's unverified phone number. */
async function askFourTimes(person: Person): Promise<string[]> {
  const body = { ...person, password: 'correct-horse-battery' };
  await system.api.call(signup, { body });
  const { accessToken } = await system.api.call(login, { body });
  const outcomes = [];
  for (let turn = 0; turn < 4; turn += 1) {
    outcomes.push((await system.call(generatePhoneOtp, { body: {} }, { bearer: accessToken })).outcome);
  }
  return outcomes;
}

test('A4 a phone number with a waiting gift has its own code limit, which strangers without a gift cannot exhaust', async () => {
  const [first, second, recipient] = [
    newPerson('Eve', 'Otieno'),
    newPerson('Eve', 'Otieno'),
    newPerson('Kip', 'Rotich'),
  ];
  const { phoneNumber } = recipient;
  await askFourTimes({ ...first, phoneNumber });
  const refused = await askFourTimes({ ...second, phoneNumber });
  expect(refused).toEqual(['ok', 'ok', 'too_many_requests', 'too_many_requests']);
  await makeGift(system, { amount: 100, recipient });
  expect(await askFourTimes(recipient)).toEqual(['ok', 'ok', 'ok', 'too_many_requests']);
});
