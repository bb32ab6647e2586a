import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, welcome } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('a paid purchase issues one voucher and tells the recipient its code', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Neema', 'Achieng'));
  const recipient = newPerson('Kip', 'Rotich');
  const paid = await buyGift(system, buyer, { recipient, amount: 1_000, message: 'Asante', cloth: 'asante' });
  expect(paid.mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
  const { code } = await readGift(system, recipient);
  expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/u);
});
