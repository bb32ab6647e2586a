import { expect, test } from 'vitest';
import { EMPTY_PAYOUT, payoutProblems } from './change-payout-channel.tsx';

const password = 'Zawadi-demo-1';

test('M-PESA as the channel needs a phone number and the password, and no other field', () => {
  expect(payoutProblems(EMPTY_PAYOUT)).toEqual({
    msisdn: 'Please enter a valid phone number, such as 254712345678',
    password: 'Please enter your password',
  });
  expect(payoutProblems({ ...EMPTY_PAYOUT, msisdn: '0712 000 001', password })).toEqual({});
});

test('a bank as the channel needs a bank from the list and an account number', () => {
  expect(payoutProblems({ ...EMPTY_PAYOUT, kind: 'bank', password })).toEqual({
    bankName: 'Please choose a bank',
    accountNumber: 'Please use up to 20 letters and digits',
  });
});

test('a till number has five to seven digits', () => {
  expect(payoutProblems({ ...EMPTY_PAYOUT, kind: 'till', tillNumber: '12', password })).toEqual({
    tillNumber: 'Please enter 5 to 7 digits',
  });
});
