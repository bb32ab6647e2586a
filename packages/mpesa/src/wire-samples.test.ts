import { expect, test } from 'vitest';
import {
  describeB2bResult,
  describeB2cResult,
  describeReversalResult,
  describeStkResult,
} from './outcomes.ts';
import { parseC2b, parseStkCallback } from './parse-callbacks.ts';
import { parseResult, type CommandResult } from './parse-result.ts';
import { readAccountBalances, readTransactionStatus } from './read-query-results.ts';
import { wireSample } from './testing/wire-samples.ts';
import { callbackAcknowledgement } from './wire/result.ts';

function result(name: string): CommandResult {
  const read = parseResult(wireSample(name));
  if (!read) throw new Error(`${name} is not read as a result`);
  return read;
}

test.each([
  [
    'stk-callback-paid',
    {
      checkoutRequestId: 'ws_CO_191220191020363925',
      merchantRequestId: '29115-34620561-1',
      receipt: 'NLJ7RT61SV',
      amountShillings: 1,
      msisdn: '254708374149',
      completedAt: new Date('2019-12-19T10:21:15+03:00'),
    },
  ],
  [
    'stk-callback-paid-2017',
    {
      checkoutRequestId: 'ws_CO_27072017154747416',
      receipt: 'LGR7OWQX0R',
      amountShillings: 1,
      msisdn: '254721566839',
      completedAt: new Date('2017-07-27T15:48:00+03:00'),
    },
  ],
])('the sample %s reads as a payment with receipt, amount, payer and Nairobi time', (name, expected) => {
  expect(parseStkCallback(wireSample(name))).toMatchObject({ resultCode: '0', isSuccess: true, ...expected });
});

test.each(['stk-callback-cancelled', 'stk-callback-cancelled-2017'])(
  'the sample %s reads as cancelled by the payer',
  (name) => {
    const callback = parseStkCallback(wireSample(name));
    expect(callback).toMatchObject({ resultCode: '1032', isSuccess: false });
    expect(callback).toMatchObject({ receipt: undefined, amountShillings: undefined });
    expect(describeStkResult(callback?.resultCode ?? '')).toMatchObject({ reason: 'cancelled_by_user' });
  },
);

test.each([
  [
    'b2c-result-paid',
    {
      originatorConversationId: '53e3-4aa8-9fe0-8fb5e4092cdd3533373',
      conversationId: 'AG_20240706_2010364430d9bbdaf872',
      receipt: 'SG632NMUAB',
      amountShillings: 10,
      receiverMsisdn: '254705912645',
      receiverName: 'NICHOLAS JOHN SONGOK',
      parameters: expect.objectContaining({ B2CChargesPaidAccountAvailableFunds: '-1980' }),
      completedAt: new Date('2024-07-06T22:48:52+03:00'),
    },
  ],
  [
    'b2c-result-paid-2017',
    {
      originatorConversationId: '19455-424535-1',
      receipt: 'LGH3197RIB',
      amountShillings: 8_000,
      receiverMsisdn: '254708374149',
      receiverName: 'John Doe',
      completedAt: new Date('2017-07-17T10:54:57+03:00'),
    },
  ],
  [
    'b2b-result-paid',
    {
      originatorConversationId: '626f6ddf-ab37-4650-b882-b1de92ec9aa4',
      receipt: 'QKA81LK5CY',
      amountShillings: 190,
      receiverMsisdn: '000000',
      receiverName: 'Biller Companty',
      chargeCents: undefined,
      completedAt: new Date('2022-11-10T11:07:17+03:00'),
    },
  ],
  [
    'b2b-result-paid-2017',
    {
      originatorConversationId: '8551-61996-3',
      receipt: 'LGR519G2QV',
      amountShillings: 10,
      receiverName: 'Safaricom3117',
      chargeCents: 7_700n,
      completedAt: new Date('2017-07-27T10:25:24+03:00'),
    },
  ],
  [
    'reversal-result',
    {
      originatorConversationId: 'dad6-4c34-8787-c8cb963a496d1268232',
      receipt: 'SKE52PAWR9',
      amountShillings: 1,
      completedAt: new Date('2021-11-14T13:27:11+03:00'),
    },
  ],
])('the sample %s reads as successful, with receipt, amount, receiver and Nairobi time', (name, expected) => {
  expect(result(name)).toMatchObject({ resultCode: '0', isSuccess: true, ...expected });
});

test.each([
  ['b2c-result-failed', '2001', describeB2cResult],
  ['b2b-result-failed', '2001', describeB2bResult],
  ['reversal-result-failed', 'R000002', describeReversalResult],
] as const)(
  'the sample %s reads as a failure on our side, without a receipt',
  (name, resultCode, describe) => {
    const failed = result(name);
    expect(failed).toMatchObject({ resultCode, isSuccess: false });
    expect(failed).not.toHaveProperty('receipt');
    expect(describe(failed.resultCode)).toMatchObject({ state: 'failed', isOurFault: true });
  },
);

test('the result of a reversal names the reversed payment', () => {
  expect(result('reversal-result').parameters).toMatchObject({ OriginalTransactionID: 'SKC82PACB8' });
});

test.each([
  [
    'transaction-status-result',
    {
      receipt: 'MBN31H462N',
      amountShillings: 300,
      chargeCents: 2_240n,
      originatorConversationId: '3211-416020-3',
      completedAt: new Date('2018-02-23T05:41:12+03:00'),
      debitParty: '600310 - Safaricom333',
    },
  ],
  [
    'transaction-status-result-2017',
    {
      receipt: 'LGR919G2AV',
      amountShillings: 10,
      chargeCents: 3_300n,
      originatorConversationId: '19455-773836-1',
      completedAt: new Date('2017-07-27T10:14:15+03:00'),
      debitParty: '600134 - Safaricom157',
      creditParty: '254708374149 - John Doe',
    },
  ],
])('the sample %s reads as the status of a completed payment, with charge and payer', (name, expected) => {
  expect(readTransactionStatus(result(name))).toMatchObject({
    status: 'Completed',
    state: 'succeeded',
    ...expected,
  });
});

test.each([
  ['account-balance-result', 70_000_000n, 22_803_700n, -154_000n],
  ['account-balance-result-2017', 4_671_300n, 4_921_700n, -22_000n],
])('the sample %s reads as the balance of each account, in cents', (name, working, utility, charges) => {
  expect(readAccountBalances(result(name))).toEqual([
    { account: 'Working Account', currency: 'KES', balanceCents: working },
    { account: 'Float Account', currency: 'KES', balanceCents: 0n },
    { account: 'Utility Account', currency: 'KES', balanceCents: utility },
    { account: 'Charges Paid Account', currency: 'KES', balanceCents: charges },
    { account: 'Organization Settlement Account', currency: 'KES', balanceCents: 0n },
  ]);
});

test.each([
  [
    'c2b-payment-masked',
    {
      receipt: 'RKL51ZDR4F',
      amountShillings: 5,
      billReference: 'Sample Transaction',
      shortCode: '600966',
      maskedMsisdn: '2547 ***** 126',
      payerName: 'NICHOLAS',
      completedAt: new Date('2023-11-21T12:13:25+03:00'),
    },
  ],
  ...['c2b-validation-2017', 'c2b-confirmation-2017'].map(
    (name) =>
      [
        name,
        {
          receipt: 'LGR219G3EY',
          amountShillings: 10,
          billReference: 'xyz',
          shortCode: '600134',
          payerName: 'John Doe',
          completedAt: new Date('2017-07-27T10:42:47+03:00'),
        },
      ] as const,
  ),
] as const)('the sample %s reads as a payment at the pay bill', (name, expected) => {
  expect(parseC2b(wireSample(name))).toMatchObject(expected);
});

test('our answer to a validation request accepts the payment as M-PESA’s documentation words it', () => {
  const { ResultCode, ResultDesc } = callbackAcknowledgement;
  expect({ ResultCode: String(ResultCode), ResultDesc }).toEqual(wireSample('c2b-validation-accept'));
});
