import { registerTransaction } from '@zawadi/contract/payments';
import { expect, test } from 'vitest';
import {
  isOffered,
  limitsHint,
  QUICK_AMOUNTS,
  withdrawalProblems,
  withdrawalRegistration,
} from './withdrawal-form.ts';

const limits = { balance: 12_850, maximum: 12_850, minimum: 10 };
const typed = {
  amount: '2,000',
  phone: '0712 000 001',
  email: 'amina@zawadi.test',
  fullName: 'Amina Wanjiru',
};

test('S457 rejects an amount above the balance, and names the balance', () => {
  expect(withdrawalProblems({ ...typed, amount: '12,851' }, limits)).toEqual({
    amount: 'Insufficient wallet balance',
  });
  expect(withdrawalProblems({ ...typed, amount: '5' }, { ...limits, balance: 4, maximum: 4 })).toEqual({
    amount: 'Insufficient wallet balance',
  });
});

test('rejects an amount below ten shillings', () => {
  expect(withdrawalProblems({ ...typed, amount: '9' }, limits)).toEqual({
    amount: 'Minimum withdrawal amount is KES 10',
  });
  expect(withdrawalProblems({ ...typed, amount: '10' }, limits)).toEqual({});
});

test("S460 rejects an amount above the rest of today's limit, even if the balance is higher", () => {
  expect(withdrawalProblems({ ...typed, amount: '600' }, { ...limits, maximum: 500 })).toEqual({
    amount: 'Today you can still withdraw KES\u00a0500',
  });
});

test('S456 reports every empty field at once', () => {
  const required = 'Please fill in all required fields';
  expect(withdrawalProblems({ amount: '', phone: '', email: '', fullName: '' }, limits)).toEqual({
    amount: required,
    phone: required,
    fullName: required,
    email: required,
  });
});

test('S459 the hint names minimum and maximum', () => {
  expect(limitsHint(limits).replaceAll('\u00a0', ' ')).toBe('Minimum: KES 10 • Maximum: KES 12,850');
});

test('S463 offers no quick amount above the maximum', () => {
  const offered = QUICK_AMOUNTS.filter((amount) => isOffered(amount, { ...limits, maximum: 700 }));
  expect(offered).toEqual([100, 500]);
});

test('S354 the contract accepts a valid withdrawal, with phone numbers as digits only', () => {
  const body = withdrawalRegistration(typed, '0195f6c0-0000-7000-8000-000000000001');
  expect(body).toMatchObject({ recipientMsisdn: '254712000001', partyA: '254712000001' });
  expect(registerTransaction.body.parse(body)).toMatchObject({
    transactionType: 'withdraw',
    transactionDesc: 'Withdraw',
    amount: 2000,
    recipientMsisdn: '254712000001',
  });
});
