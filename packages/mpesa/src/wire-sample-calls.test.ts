import { expect, test } from 'vitest';
import { clientOf, payout, push, startProvider } from './testing/start-provider.ts';
import { wireSample, wireSampleText } from './testing/wire-samples.ts';
import { tokenReplySchema } from './wire/replies.ts';

type Client = ReturnType<typeof clientOf>;

/** Sends one request to a fake provider that answers with a sample; returns the outcome and the request. */
async function answered(sample: string, call: (client: Client) => Promise<unknown>, status = 200) {
  const provider = await startProvider((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(wireSampleText(`${sample}.json`));
  });
  const outcome = await call(clientOf(provider.baseUrl));
  return { outcome, request: provider.requests[0] ?? {} };
}

const stkPush = (client: Client) => client.stkPush(push);
const stkQuery = (client: Client) => client.stkQuery({ checkoutRequestId: 'ws_CO_1' });
const b2c = (client: Client) => client.b2c(payout);
const b2b = (client: Client) =>
  client.b2b({
    command: 'BusinessPayBill',
    receiverShortCode: '522533',
    amountShillings: 347,
    accountReference: '353353',
    remarks: 'Settlement',
    callbackToken: 'ab12',
  });
const status = (client: Client) =>
  client.transactionStatus({ receipt: 'NEF61H8J60', side: 'payout', callbackToken: 'ab12' });
const balance = (client: Client) => client.accountBalance({ side: 'payout', callbackToken: 'ab12' });
const reversal = (client: Client) =>
  client.reversal({ receipt: 'PDU91HIVIT', amountShillings: 200, remarks: 'Refund', callbackToken: 'ab12' });
const register = (client: Client) =>
  client.registerC2bUrls({ confirmationToken: 'a1', validationToken: 'b2', whenUnreachable: 'Completed' });
const pullRegister = (client: Client) =>
  client.pullTransactions.register({ nominatedMsisdn: '254722000000', callbackToken: 'ab12' });
const pullQuery = (client: Client) =>
  client.pullTransactions.query({ from: new Date(0), to: new Date(), offset: 0 });
const simSwap = (client: Client) => client.simSwap({ msisdn: '254722000000' });

test('the client reads every sample of an answer that accepts a request', async () => {
  const rows: [string, (client: Client) => Promise<unknown>, object][] = [
    [
      'stk-push-accepted',
      stkPush,
      {
        merchantRequestId: '2654-4b64-97ff-b827b542881d3130',
        checkoutRequestId: 'ws_CO_1007202409152617172396192',
      },
    ],
    ['stk-query-paid', stkQuery, { resultCode: '0', result: { state: 'succeeded' } }],
    ['stk-query-cancelled-2017', stkQuery, { resultCode: '1032', result: { reason: 'cancelled_by_user' } }],
    ['b2c-accepted', b2c, { originatorConversationId: '600997_Test_32et3241ed8yu' }],
    ['b2b-accepted', b2b, { conversationId: 'AG_20230420_2010759fd5662ef6d054' }],
    ['transaction-status-accepted', status, { originatorConversationId: '1236-7134259-1' }],
    ['account-balance-accepted', balance, { originatorConversationId: '515-5258779-3' }],
    ['reversal-accepted', reversal, { conversationId: 'AG_20210706_20106e9209f64bebd05b' }],
    ['c2b-register-accepted', register, { originatorConversationId: '6e86-45dd-91ac-fd5d4178ab523408729' }],
    ['pull-register-accepted', pullRegister, { description: 'Shortcode Registered Successfully' }],
    [
      'pull-query-found',
      pullQuery,
      {
        transactions: [
          {
            receipt: 'YZLYRESRG1',
            amountShillings: 168,
            billReference: '37207636392',
            msisdn: '722000000',
            completedAt: new Date('2020-08-05T10:13:00+03:00'),
          },
        ],
      },
    ],
    ['sim-swap-long-ago', simSwap, { lastSwapAt: undefined }],
  ];
  for (const [sample, call, expected] of rows) {
    const { outcome } = await answered(sample, call);
    expect.soft(outcome, sample).toMatchObject({ outcome: 'accepted', ...expected });
  }
});

test('the client recognises each sample of an answer that means failure', async () => {
  const rows: [string, number, (client: Client) => Promise<unknown>, object][] = [
    ['stk-query-error-processing', 500, stkQuery, { outcome: 'unknown', cause: 'being_processed' }],
    ['stk-query-pending', 200, stkQuery, { outcome: 'unknown', cause: 'being_processed' }],
    ['b2c-error-duplicate', 500, b2c, { outcome: 'unknown', cause: 'already_sent' }],
    ['error-invalid-short-code', 400, stkPush, { outcome: 'rejected', reason: 'invalid_request' }],
    ['error-invalid-transaction-id', 400, reversal, { outcome: 'rejected', code: '400.002.02' }],
  ];
  for (const [sample, httpStatus, call, expected] of rows) {
    const { outcome } = await answered(sample, call, httpStatus);
    expect.soft(outcome, sample).toMatchObject(expected);
  }
});

test('a token lasts 3,599 seconds in both samples', () => {
  for (const sample of ['oauth-token', 'oauth-token-2017'])
    expect.soft(tokenReplySchema.safeParse(wireSample(sample)).data, sample).toMatchObject({
      access_token: expect.stringMatching(/^\w{28,29}$/u),
      expires_in: 3_599,
    });
});

/** Fields that are optional according to the portal's pages. */
const OPTIONAL = ['Occassion', 'Occasion', 'Requester', 'OriginalConversationID'];

test('the client sends all fields of every sample request', async () => {
  const rows: [string, string, (client: Client) => Promise<unknown>][] = [
    ['stk-push-request', 'stk-push-accepted', stkPush],
    ['stk-query-request', 'stk-query-paid', stkQuery],
    ['b2c-request', 'b2c-accepted', b2c],
    ['b2b-pay-bill-request', 'b2b-accepted', b2b],
    ['transaction-status-request', 'transaction-status-accepted', status],
    ['account-balance-request', 'account-balance-accepted', balance],
    ['reversal-request', 'reversal-accepted', reversal],
    ['c2b-register-request', 'c2b-register-accepted', register],
    ['pull-register-request', 'pull-register-accepted', pullRegister],
    ['pull-query-request', 'pull-query-found', pullQuery],
    ['sim-swap-request', 'sim-swap-long-ago', simSwap],
  ];
  for (const [sample, reply, call] of rows) {
    const { request } = await answered(reply, call);
    const needed = (body: object) => fieldsOf(body).filter((field) => !OPTIONAL.includes(field));
    expect.soft(needed(request), sample).toEqual(needed(wireSample(sample) as object));
  }
});

/**
 * Two pages of the portal write `Command ID` and `Transaction ID` in the sample, but without spaces in the table below.
 */
function fieldsOf(body: object): string[] {
  return Object.keys(body)
    .map((key) => key.replaceAll(' ', ''))
    .toSorted();
}
