import { expect, test } from 'vitest';
import { parseC2b, parseStkCallback, parseQueueTimeout } from './parse-callbacks.ts';
import { parseResult } from './parse-result.ts';
import { isShortCode, readTransactionStatus } from './read-query-results.ts';

function stkBody(more: object) {
  return { Body: { stkCallback: { MerchantRequestID: 'm-1', CheckoutRequestID: 'ws_CO_1', ...more } } };
}

test('reads a paid STK callback by the names of its items, even if Balance has no Value', () => {
  const items = [
    { Name: 'Balance' },
    { Name: 'PhoneNumber', Value: 254712000001 },
    { Name: 'TransactionDate', Value: 20191219102115 },
    { Name: 'MpesaReceiptNumber', Value: 'nlj7rt61sv' },
    { Name: 'Amount', Value: 1.0 },
  ];
  const body = stkBody({ ResultCode: 0, ResultDesc: 'ok', CallbackMetadata: { Item: items } });
  expect(parseStkCallback(body)).toEqual({
    kind: 'stk',
    merchantRequestId: 'm-1',
    checkoutRequestId: 'ws_CO_1',
    resultCode: '0',
    resultDescription: 'ok',
    isSuccess: true,
    receipt: 'NLJ7RT61SV',
    amountShillings: 1,
    msisdn: '254712000001',
    completedAt: new Date('2019-12-19T07:21:15Z'),
  });
});

test('reads a failed STK callback without metadata, even if its code is text', () => {
  for (const code of [1032, '1032']) {
    expect(parseStkCallback(stkBody({ ResultCode: code }))).toMatchObject({
      resultCode: '1032',
      isSuccess: false,
    });
  }
});

test('returns undefined for anything that is no STK callback', () => {
  for (const json of [undefined, null, [], 'x', {}, { Body: {} }, { Body: { stkCallback: {} } }]) {
    expect(parseStkCallback(json)).toBeUndefined();
  }
});

function resultBody(more: object) {
  const ids = { OriginatorConversationID: 'o-1', ConversationID: 'AG_1', TransactionID: 'SG632NMUAB' };
  return { Result: { ResultType: 0, ResultCode: 0, ResultDesc: 'ok', ...ids, ...more } };
}

test('a failed result gets no receipt, although M-PESA sends a TransactionID', () => {
  const failed = parseResult(resultBody({ ResultCode: 'SFC_IC0003' }));
  expect(failed).toMatchObject({ resultCode: 'SFC_IC0003', isSuccess: false });
  expect(failed?.receipt).toBeUndefined();
});

test('reads a single parameter or reference item that M-PESA sends without a list', () => {
  const one = {
    ResultParameters: { ResultParameter: { Key: 'Amount', Value: '190.00' } },
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://x' } },
  };
  expect(parseResult(resultBody(one))).toMatchObject({ amountShillings: 190 });
});

test('a transaction status has the id of the queried payment, with or without spaces in its keys', () => {
  for (const key of ['OriginatorConversationID', 'Originator Conversation ID']) {
    const parameters = [
      { Key: 'TransactionStatus', Value: 'Completed' },
      { Key: 'ReceiptNo', Value: 'SG632NMUAB' },
      { Key: 'Amount', Value: 975 },
      { Key: 'DebitPartyCharges', Value: 'Fee For B2C Payment|KES|22.40' },
      { Key: 'FinalisedTime', Value: 20240706224852 },
      { Key: 'TransactionReason' },
      { Key: key, Value: 'pay-1' },
    ];
    const result = parseResult(resultBody({ ResultParameters: { ResultParameter: parameters } }));
    expect(result && readTransactionStatus(result)).toMatchObject({
      state: 'succeeded',
      receipt: 'SG632NMUAB',
      amountShillings: 975,
      chargeCents: 2240n,
      originatorConversationId: 'pay-1',
    });
  }
});

test('a transaction status of Cancelled, Declined or Expired means failed, and Initiated means pending', () => {
  const expected = { Cancelled: 'failed', Declined: 'failed', Expired: 'failed', Initiated: 'pending' };
  for (const [status, state] of Object.entries(expected)) {
    const parameter = { Key: 'TransactionStatus', Value: status };
    const result = parseResult(resultBody({ ResultParameters: { ResultParameter: parameter } }));
    expect(result && readTransactionStatus(result)).toMatchObject({ state });
  }
  const nothing = parseResult(resultBody({ ResultCode: 'R000002' }));
  expect(nothing && readTransactionStatus(nothing)).toBeUndefined();
});

test('finds the ids in the body of a queue time-out, wherever they are nested', () => {
  expect(parseQueueTimeout({ a: [{ Result: { OriginatorConversationID: 'o-1' } }] })).toEqual({
    kind: 'queue_timeout',
    originatorConversationId: 'o-1',
    conversationId: undefined,
  });
  expect(parseQueueTimeout({ ConversationID: 'AG_1' })).toMatchObject({ conversationId: 'AG_1' });
  for (const json of [null, undefined, 'x', [], 7]) {
    expect(parseQueueTimeout(json)).toMatchObject({ kind: 'queue_timeout' });
  }
});

test('reads a manual pay-bill payment with its masked phone number and its account number', () => {
  const body = {
    TransactionType: 'Pay Bill',
    TransID: 'RKTQDM7W6S',
    TransTime: '20191122063845',
    TransAmount: '10.00',
    BusinessShortCode: 600638,
    BillRefNumber: ' ZW7Q4MTX ',
    MSISDN: '25470****149',
    FirstName: 'JOHN',
    MiddleName: '',
    LastName: 'DOE',
  };
  expect(parseC2b(body)).toMatchObject({
    receipt: 'RKTQDM7W6S',
    amountShillings: 10,
    billReference: 'ZW7Q4MTX',
    shortCode: '600638',
    maskedMsisdn: '25470****149',
    payerName: 'JOHN DOE',
  });
  expect(parseC2b({ Body: {} })).toBeUndefined();
});

test('a short code that begins like ours is another one', () => {
  expect(isShortCode('600000 - Zawadi', '600000')).toBe(true);
  expect(isShortCode('6000001 - Another shop', '600000')).toBe(false);
  expect(isShortCode('60000', '600000')).toBe(false);
  expect(isShortCode(undefined, '600000')).toBe(false);
});
