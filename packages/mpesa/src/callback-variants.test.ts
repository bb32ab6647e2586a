import { expect, test } from 'vitest';
import { parseC2b, parseStkCallback } from './parse-callbacks.ts';
import { parseResult } from './parse-result.ts';

type Fields = Record<string, unknown>;

const paidItems = [
  { Name: 'Amount', Value: 1000 },
  { Name: 'MpesaReceiptNumber', Value: 'UKM7RT61SV' },
  { Name: 'Balance' },
  { Name: 'PhoneNumber', Value: 254712000001 },
];

const stk: Fields = {
  MerchantRequestID: 'm-1',
  CheckoutRequestID: 'ws_CO_1',
  ResultCode: 0,
  ResultDesc: 'ok',
  CallbackMetadata: { Item: paidItems },
};
const canceled: Fields = { ...stk, ResultCode: 1032, CallbackMetadata: undefined };

function readStk(fields: Fields, change: Fields) {
  return parseStkCallback(sent({ Body: { stkCallback: { ...fields, ...change } } }));
}

const paidParameters = [
  { Key: 'TransactionAmount', Value: 975 },
  { Key: 'TransactionReceipt', Value: 'UKM632NMUA' },
];

const result: Fields = {
  ResultType: 0,
  ResultCode: 0,
  ResultDesc: 'ok',
  OriginatorConversationID: 'pay-1',
  ConversationID: 'AG_1',
  TransactionID: 'UKM632NMUA',
  ResultParameters: { ResultParameter: paidParameters },
  ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://x' } },
};

function readResult(change: Fields) {
  return parseResult(sent({ Result: { ...result, ...change } }));
}

const payBill: Fields = {
  TransactionType: 'Pay Bill',
  TransID: 'UKMQDM7W6S',
  TransTime: '20261122063845',
  TransAmount: '10.00',
  BusinessShortCode: '600638',
  BillRefNumber: 'ZW7Q4MTX',
  InvoiceNumber: '',
  OrgAccountBalance: '49197.00',
  ThirdPartyTransID: '',
  MSISDN: '25470****149',
  FirstName: 'JOHN',
  MiddleName: '',
  LastName: 'DOE',
};

function readC2b(change: Fields) {
  return parseC2b(sent({ ...payBill, ...change }));
}

/** Removes fields that are undefined: on the wire they are missing. */
function sent(body: object): unknown {
  return JSON.parse(JSON.stringify(body));
}

const paid = { isSuccess: true, amountShillings: 1000, receipt: 'UKM7RT61SV' };
const paidWithoutDetails = { isSuccess: true, amountShillings: undefined, receipt: undefined };
const failed = { isSuccess: false, resultCode: '1032', amountShillings: undefined };

test('reads an STK callback with null, missing, empty or single fields', () => {
  const rows: [string, Fields, Fields, Fields][] = [
    ['CallbackMetadata null', canceled, { CallbackMetadata: null }, failed],
    ['CallbackMetadata {}', canceled, { CallbackMetadata: {} }, failed],
    ['CallbackMetadata null on a success', stk, { CallbackMetadata: null }, paidWithoutDetails],
    ['CallbackMetadata {} on a success', stk, { CallbackMetadata: {} }, paidWithoutDetails],
    ['Item null', canceled, { CallbackMetadata: { Item: null } }, failed],
    ['Item empty', canceled, { CallbackMetadata: { Item: [] } }, failed],
    ['one Item as object', stk, { CallbackMetadata: { Item: paidItems[0] } }, { amountShillings: 1000 }],
    ['ResultDesc null', stk, { ResultDesc: null }, { ...paid, resultDescription: '' }],
    ['ResultDesc missing', stk, { ResultDesc: undefined }, { ...paid, resultDescription: '' }],
    ['MerchantRequestID missing', stk, { MerchantRequestID: undefined }, paid],
    ['MerchantRequestID null', stk, { MerchantRequestID: null }, { ...paid, merchantRequestId: undefined }],
    ['an unknown field', stk, { Extra: { deep: [null] } }, paid],
    [
      'an empty receipt',
      stk,
      { CallbackMetadata: { Item: [{ Name: 'MpesaReceiptNumber', Value: ' ' }] } },
      paidWithoutDetails,
    ],
  ];
  for (const [name, fields, change, expected] of rows)
    expect.soft(readStk(fields, change), name).toMatchObject(expected);
});

const paidOut = { isSuccess: true, amountShillings: 975, receipt: 'UKM632NMUA' };
const paidOutWithoutDetails = { isSuccess: true, amountShillings: undefined, parameters: {} };
const notPaidOut = { isSuccess: false, resultCode: '2040', parameters: {} };

test('reads a result with null, missing, empty or single fields', () => {
  const rows: [string, Fields, Fields][] = [
    ['TransactionID null', { TransactionID: null }, paidOut],
    ['TransactionID missing', { TransactionID: undefined }, paidOut],
    [
      'no receipt anywhere',
      { TransactionID: null, ResultParameters: null },
      { isSuccess: true, receipt: undefined },
    ],
    [
      'an empty TransactionID',
      { TransactionID: '', ResultParameters: null },
      { isSuccess: true, receipt: undefined },
    ],
    ['ResultParameters null', { ResultParameters: null }, paidOutWithoutDetails],
    ['ResultParameters {}', { ResultParameters: {} }, paidOutWithoutDetails],
    ['ResultParameter null', { ResultParameters: { ResultParameter: null } }, paidOutWithoutDetails],
    [
      'one ResultParameter as object',
      { ResultParameters: { ResultParameter: paidParameters[0] } },
      { isSuccess: true, amountShillings: 975 },
    ],
    [
      'ResultParameters and TransactionID null on a failure',
      { ResultCode: '2040', TransactionID: null, ResultParameters: null },
      notPaidOut,
    ],
    ['ReferenceData null', { ReferenceData: null }, paidOut],
    ['ReferenceData {}', { ReferenceData: {} }, paidOut],
    ['ReferenceItem null', { ReferenceData: { ReferenceItem: null } }, paidOut],
    [
      'ReferenceItem as a list',
      { ReferenceData: { ReferenceItem: [{ Key: 'QueueTimeoutURL' }, { Key: 'Occasion' }] } },
      paidOut,
    ],
    ['ResultDesc null', { ResultDesc: null }, { ...paidOut, resultDescription: '' }],
    ['ResultType null', { ResultType: null }, paidOut],
    ['ConversationID null', { ConversationID: null }, { ...paidOut, conversationId: '' }],
  ];
  for (const [name, change, expected] of rows) expect.soft(readResult(change), name).toMatchObject(expected);
});

const paidByHand = { receipt: 'UKMQDM7W6S', amountShillings: 10, shortCode: '600638' };

test('reads a pay-bill payment with fields that are null, missing or numbers', () => {
  const rows: [string, Fields, Fields][] = [
    ['BillRefNumber null', { BillRefNumber: null }, { ...paidByHand, billReference: '' }],
    ['BillRefNumber missing', { BillRefNumber: undefined }, { ...paidByHand, billReference: '' }],
    ['BillRefNumber as a number', { BillRefNumber: 4711 }, { ...paidByHand, billReference: '4711' }],
    ['MSISDN null', { MSISDN: null }, { ...paidByHand, maskedMsisdn: '' }],
    ['a name of null', { FirstName: null, LastName: null }, { ...paidByHand, payerName: '' }],
    ['TransactionType null', { TransactionType: null }, paidByHand],
    [
      'what is never read as null',
      { InvoiceNumber: null, OrgAccountBalance: null, ThirdPartyTransID: null },
      paidByHand,
    ],
    ['TransTime null', { TransTime: null }, { ...paidByHand, completedAt: undefined }],
  ];
  for (const [name, change, expected] of rows) expect.soft(readC2b(change), name).toMatchObject(expected);
});

test('refuses an STK callback without its id or code, or with invalid fields', () => {
  const rows: [string, Fields][] = [
    ['CheckoutRequestID missing', { CheckoutRequestID: undefined }],
    ['CheckoutRequestID null', { CheckoutRequestID: null }],
    ['ResultCode missing', { ResultCode: undefined }],
    ['ResultCode null', { ResultCode: null }],
    ['ResultCode as a truth value', { ResultCode: false }],
    ['CallbackMetadata as text', { CallbackMetadata: 'Amount=1000' }],
    ['items without names', { CallbackMetadata: { Item: [{ Value: 1000 }] } }],
  ];
  for (const [name, change] of rows) expect.soft(readStk(stk, change), name).toBeUndefined();
});

test('refuses a result without its id or code, or with invalid fields', () => {
  const rows: [string, Fields][] = [
    ['OriginatorConversationID missing', { OriginatorConversationID: undefined }],
    ['OriginatorConversationID null', { OriginatorConversationID: null }],
    ['ResultCode missing', { ResultCode: undefined }],
    ['ResultCode null', { ResultCode: null }],
    ['ResultParameters as text', { ResultParameters: 'TransactionAmount=975' }],
    ['parameters without keys', { ResultParameters: { ResultParameter: [{ Value: 975 }] } }],
  ];
  for (const [name, change] of rows) expect.soft(readResult(change), name).toBeUndefined();
});

test('refuses a pay-bill payment without its receipt, amount or short code', () => {
  const rows: [string, Fields][] = [
    ['TransID missing', { TransID: undefined }],
    ['TransID null', { TransID: null }],
    ['TransID empty', { TransID: '' }],
    ['TransID blank', { TransID: '  ' }],
    ['TransAmount missing', { TransAmount: undefined }],
    ['TransAmount null', { TransAmount: null }],
    ['BusinessShortCode null', { BusinessShortCode: null }],
  ];
  for (const [name, change] of rows) expect.soft(readC2b(change), name).toBeUndefined();
});

test('reads an amount as undefined if it is no whole number of shillings, although the rest of the callback is valid', () => {
  for (const Value of [null, '', '10.50', 'KES 10', {}, [10], true]) {
    const items = { CallbackMetadata: { Item: { Name: 'Amount', Value } } };
    expect(readStk(stk, items)).toMatchObject({ isSuccess: true, amountShillings: undefined });
  }
});
