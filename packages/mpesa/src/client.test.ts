import { constants, createPrivateKey, privateDecrypt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, payout, push, pushReply, replyJson, startProvider } from './testing/start-provider.ts';
import type { Handler } from './testing/start-provider.ts';
import { testPrivateKeyPem } from './testing/test-certificate.ts';

test('an STK push sends the password for its timestamp, and cuts texts to Daraja’s lengths', async () => {
  const provider = await startProvider((_, response) => replyJson(response, 200, pushReply));
  const client = clientOf(provider.baseUrl, { clock: () => new Date('2026-11-20T11:05:12Z') });

  expect(await client.stkPush(push)).toEqual({
    outcome: 'accepted',
    merchantRequestId: 'm-1',
    checkoutRequestId: 'ws_CO_1',
  });
  expect(provider.requests[0]).toMatchObject({
    Timestamp: '20261120140512',
    Password: Buffer.from('600100passkey20261120140512').toString('base64'),
    AccountReference: 'ZW7Q4MTXZW7Q',
    TransactionDesc: 'Payment for G',
    Amount: 1000,
    CallBackURL: 'https://gifts.example/api/hooks/ab12',
  });
});

test('a pay-out encrypts the initiator’s password so that only the provider can decrypt it', async () => {
  const reply = { ConversationID: 'AG_1', OriginatorConversationID: 'pay-1', ResponseCode: '0' };
  const provider = await startProvider((_, response) => replyJson(response, 200, reply));

  expect(await clientOf(provider.baseUrl).b2c(payout)).toMatchObject({ outcome: 'accepted' });
  const [request] = provider.requests;
  const decrypted = privateDecrypt(
    { key: createPrivateKey(testPrivateKeyPem), padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(String(request?.['SecurityCredential']), 'base64'),
  );
  expect(decrypted.toString()).toBe('Initiator#1');
  expect(request).toMatchObject({
    OriginatorConversationID: 'pay-1',
    ResultURL: 'https://gifts.example/api/hooks/cd34',
    QueueTimeOutURL: 'https://gifts.example/api/hooks/cd34/timeout',
  });
});

test('an error that means "not executed" is a rejection with a reason', async () => {
  const refusals = [
    [400, '400.002.02', 'Bad Request - Invalid Amount', 'invalid_request'],
    [404, '404.001.01', 'Resource not found', 'not_found'],
    [500, '500.001.1001', 'Merchant does not exist', 'merchant_unknown'],
    [500, '500.001.1001', '[MerchantValidate] - Wrong credentials', 'wrong_credentials'],
    [
      500,
      '500.001.1001',
      'Unable to lock subscriber, a transaction is already in process',
      'subscriber_locked',
    ],
    [500, '500.003.02', 'Error Occurred: Spike Arrest Violation', 'throttled'],
  ] as const;
  for (const [status, errorCode, errorMessage, reason] of refusals) {
    const provider = await startProvider((_, response) =>
      replyJson(response, status, { requestId: 'r', errorCode, errorMessage }),
    );
    expect(await clientOf(provider.baseUrl).stkPush(push)).toEqual({
      outcome: 'rejected',
      code: errorCode,
      message: errorMessage,
      reason,
    });
  }
});

test('F12 any other error than a known rejection is an unknown outcome', async () => {
  const error = (errorCode: string, errorMessage: string) => JSON.stringify({ errorCode, errorMessage });
  const answers = [
    [500, error('500.003.1001', 'Internal Server Error'), 'server_error'],
    [500, error('500.003.02', 'System is busy'), 'server_error'],
    [500, error('500.002.1001', 'Service is currently under maintenance'), 'server_error'],
    [500, error('500.002.1001', 'Duplicate OriginatorConversationID.'), 'already_sent'],
    [500, error('500.001.1001', 'The transaction is being processed'), 'being_processed'],
    [502, '<html>Bad gateway</html>', 'server_error'],
    [200, '', 'unreadable_answer'],
    [200, '{"ResponseCode":"0"}', 'unreadable_answer'],
    [403, '<html>Incapsula</html>', 'unreadable_answer'],
  ] as const;
  for (const [status, body, cause] of answers) {
    const provider = await startProvider((_, response) => response.writeHead(status).end(body));
    expect(await clientOf(provider.baseUrl).b2c(payout), body.slice(0, 80)).toMatchObject({
      outcome: 'unknown',
      cause,
    });
  }
});

test('F12 a silent server, a slow body and a cut connection are unknown outcomes within the time-out', async () => {
  const faults: [Handler, string][] = [
    [() => undefined, 'timed_out'],
    [(_, response) => void response.writeHead(200).write('{'), 'timed_out'],
    [(request) => request.socket.destroy(), 'connection_failed'],
  ];
  for (const [handler, cause] of faults) {
    const provider = await startProvider(handler);
    const startedAtMs = Date.now();
    const impatient = clientOf(provider.baseUrl, { timeoutMs: 500 });
    expect(await impatient.b2c(payout)).toMatchObject({ outcome: 'unknown', cause });
    expect(Date.now() - startedAtMs).toBeLessThan(5_000);
  }
});

test('abandons an endless answer long before the time-out', async () => {
  const provider = await startProvider((_, response) => response.writeHead(200).write('x'.repeat(2_000_000)));
  expect(await clientOf(provider.baseUrl).b2c(payout)).toMatchObject({
    outcome: 'unknown',
    cause: 'unreadable_answer',
  });
});

test('without a connection or a token the outcome is unknown with cause `not_sent`', async () => {
  expect(await clientOf('http://127.0.0.1:1').b2c(payout)).toMatchObject({ cause: 'not_sent' });

  const refusing = createServer((_, response) => response.writeHead(400).end());
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void refusing.close());
  const baseUrl = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  expect(await clientOf(baseUrl).b2c(payout)).toMatchObject({
    outcome: 'rejected',
    code: 'http_400',
    reason: 'wrong_credentials',
  });
});

test('refuses fractions of a shilling and forbidden callback URLs without sending anything', async () => {
  const provider = await startProvider((_, response) => replyJson(response, 200, pushReply));
  const client = clientOf(provider.baseUrl);
  for (const amountShillings of [0, -1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    await expect(async () => client.stkPush({ ...push, amountShillings })).rejects.toThrow(RangeError);
    await expect(async () => client.b2c({ ...payout, amountShillings })).rejects.toThrow(RangeError);
  }
  expect(() => clientOf(provider.baseUrl, { callbackBaseUrl: 'https://x.example/mpesa/hooks' })).toThrow(
    'forbidden word',
  );
  expect(provider.requests).toHaveLength(0);
});

test('a query of a pending payment is unknown for both answers that Daraja gives', async () => {
  const pendingAnswers = [
    [500, { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' }],
    [200, { ResultCode: '4999', ResultDesc: 'The transaction is still under processing' }],
  ] as const;
  for (const [status, body] of pendingAnswers) {
    const provider = await startProvider((_, response) => replyJson(response, status, body));
    const answer = await clientOf(provider.baseUrl).stkQuery({ checkoutRequestId: 'ws_CO_1' });
    expect(answer).toMatchObject({ outcome: 'unknown', cause: 'being_processed' });
  }
});

test('a pulled payment has its receipt in the same field as every other report', async () => {
  const row = { transactionId: ' ukl0000001 ', trxDate: '2026-11-20 14:05:12', amount: '1000.00' };
  const reply = { ResponseRefID: 'r', ResponseCode: '1000', Response: [[row]] };
  const provider = await startProvider((_, response) => replyJson(response, 200, reply));
  const window = { from: new Date('2026-11-20T11:00:00Z'), to: new Date('2026-11-20T12:00:00Z'), offset: 0 };
  expect(await clientOf(provider.baseUrl).pullTransactions.query(window)).toMatchObject({
    transactions: [{ receipt: 'UKL0000001', amountShillings: 1000 }],
  });
});

test('reads the last SIM swap in Nairobi time, 1900 as long ago, and an unreadable date as an unknown outcome', async () => {
  const sample = { requestRefID: '4277-415525-1', responseCode: '200', responseDesc: 'Success' };
  const answerTo = async (reply: object) => {
    const provider = await startProvider((_, response) => replyJson(response, 200, { ...sample, ...reply }));
    const answer = await clientOf(provider.baseUrl).simSwap({ msisdn: '254722000000' });
    expect(provider.requests).toEqual([{ customerNumber: '254722000000' }]);
    return answer;
  };
  expect(await answerTo({ lastSwapDate: '01-01-1900 00:00' })).toEqual({
    outcome: 'accepted',
    lastSwapAt: undefined,
  });
  expect(await answerTo({ lastSwapDate: '27-11-2026 02:30' })).toEqual({
    outcome: 'accepted',
    lastSwapAt: new Date('2026-11-26T23:30:00Z'),
  });
  expect(await answerTo({})).toMatchObject({ outcome: 'unknown', cause: 'unreadable_answer' });
  expect(await answerTo({ responseCode: '404' })).toMatchObject({ outcome: 'rejected' });
});
