import { expect, test } from 'vitest';
import { registeredAsTyped } from './withdrawal-draft.ts';

const form = {
  amount: '2,000',
  phone: '254712000001',
  email: 'amina@zawadi.test',
  fullName: 'Amina Wanjiru',
};
const registered = {
  requestId: '9f3c71a2-1b2c-4d5e-8f90-123456789abc',
  amount: 2000,
  billReferenceNumber: 'ZW7Q4MTX',
  partyA: '254712000001',
  form,
};

test('going back and on again without a change is the same withdrawal', () => {
  expect(registeredAsTyped({ ...form }, { registered })?.requestId).toBe(registered.requestId);
});

test('any change makes it another withdrawal', () => {
  expect(registeredAsTyped({ ...form, amount: '2,001' }, { registered })).toBeUndefined();
  expect(registeredAsTyped(form, {})).toBeUndefined();
});
