import { expect, test } from 'vitest';
import { payoutChannelText } from './payout-channel-text.ts';

test('describes every kind of pay-out channel', () => {
  expect([
    payoutChannelText({ kind: 'mpesa', msisdn: '254712000001' }),
    payoutChannelText({ kind: 'till', tillNumber: '123456' }),
    payoutChannelText({ kind: 'paybill', payBillNumber: '400200', accountNumber: '77' }),
    payoutChannelText({ kind: 'bank', bankName: 'Equity Bank', accountNumber: '0110' }),
  ]).toEqual([
    'M-PESA 0712 000 001',
    'Till 123456',
    'Pay bill 400200, account 77',
    'Equity Bank, account 0110',
  ]);
});
