import { addMerchant } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('adding a merchant says which other merchants have the same contact', async () => {
  const admin = await newAdministrator(system, 'administrator');
  const { email, phoneNumber } = newPerson('Wanjiru', 'Kamau');
  const body = {
    businessName: 'Duka Two',
    contactName: 'Wanjiru Kamau',
    contactEmail: email,
    contactPhoneNumber: phoneNumber,
  };
  const first = (await system.call(addMerchant, { body }, admin)).answer;
  expect(first.sameContact).toEqual([]);
  const second = (await system.call(addMerchant, { body }, admin)).answer;
  const { merchantId, merchantCode } = first;
  expect(second.sameContact).toEqual([{ merchantId, merchantCode, businessName: 'Duka Two' }]);
});
