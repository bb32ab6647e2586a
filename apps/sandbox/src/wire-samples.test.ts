import { wireSample, wireSampleText } from '@zawadi/mpesa/testing/wire-samples';
import { expect, test } from 'vitest';
import { payByHand } from './testing/pay-by-hand.ts';
import { defined, newMsisdn, someToken, startRig } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';
import { answersTo, callbackOf, payBusinessOf, payOutOf, promptOf, shapeOf } from './testing/wire-shape.ts';

type Client = Rig['mpesa'];

const answers: Record<string, (client: Client) => Promise<unknown>> = {
  'stk-push-accepted': (client) => promptOf(client),
  'b2c-accepted': (client) => payOutOf(client, 'pay-1'),
  'b2b-accepted': (client) => payBusinessOf(client),
  'transaction-status-accepted': (client) =>
    client.transactionStatus({ receipt: 'NEF61H8J60', side: 'payout', callbackToken: someToken() }),
  'account-balance-accepted': (client) =>
    client.accountBalance({ side: 'payout', callbackToken: someToken() }),
  'reversal-accepted': (client) =>
    client.reversal({
      receipt: 'PDU91HIVIT',
      amountShillings: 200,
      remarks: 'Refund',
      callbackToken: someToken(),
    }),
  'c2b-register-accepted': (client) =>
    client.registerC2bUrls({
      confirmationToken: someToken(),
      validationToken: someToken(),
      whenUnreachable: 'Completed',
    }),
  'sim-swap-long-ago': (client) => client.simSwap({ msisdn: newMsisdn() }),
  'error-invalid-short-code': (client) =>
    client.pullTransactions.query({ from: new Date(0), to: new Date(), offset: 0 }),
};

test.each(Object.entries(answers))('answers in the shape of Safaricom’s sample %s', async (sample, call) => {
  const [token, answer] = await answersTo(await startRig(), call);
  expect(shapeOf(token)).toEqual(shapeOf(wireSample('oauth-token-2017')));
  expect(shapeOf(answer)).toEqual(shapeOf(wireSample(sample)));
});

test('the callback and the query of a prompt, paid or not, match the shape of Safaricom’s samples', async () => {
  const rig = await startRig();
  await rig.behave({ autoAnswer: 'approve' });
  const paid = await callbackOf(rig, (token) => promptOf(rig.mpesa, token));
  expect(shapeOf(paid)).toEqual(shapeOf(wireSample('stk-callback-paid-2017')));

  await rig.behave({ autoAnswer: 'cancel' });
  const canceled = await callbackOf(rig, (token) => promptOf(rig.mpesa, token));
  expect(shapeOf(canceled)).toEqual(shapeOf(wireSample('stk-callback-cancelled')));

  const { checkoutRequestId } = defined(await sentPrompt(rig, 'approve'));
  const query = (client: Client) => client.stkQuery({ checkoutRequestId });
  expect(shapeOf((await answersTo(rig, query)).at(-1))).toEqual(shapeOf(wireSample('stk-query-paid')));
});

test('answers a query for an open prompt in both pending shapes, the error first', async () => {
  let now = new Date();
  const rig = await startRig({ clock: () => now });
  const { checkoutRequestId } = defined(await sentPrompt(rig, 'ignore'));
  const query = (client: Client) => client.stkQuery({ checkoutRequestId });
  expect(shapeOf((await answersTo(rig, query)).at(-1))).toEqual(
    shapeOf(wireSample('stk-query-error-processing')),
  );
  now = new Date(now.getTime() + 20_000);
  expect((await answersTo(rig, query)).at(-1)).toEqual(wireSample('stk-query-pending'));
});

async function sentPrompt(rig: Rig, autoAnswer: 'approve' | 'ignore') {
  await rig.behave({ autoAnswer });
  const callbackToken = someToken();
  const sent = await promptOf(rig.mpesa, callbackToken);
  if (autoAnswer === 'approve') await rig.arrival(callbackToken);
  return sent.outcome === 'accepted' ? sent : undefined;
}

test('validation and confirmation of a pay-bill payment match the shape of Safaricom’s sample', async () => {
  const rig = await startRig();
  await rig.behave({ c2bValidation: true });
  const [confirmationToken, validationToken] = [someToken(), someToken()];
  await rig.mpesa.registerC2bUrls({ confirmationToken, validationToken, whenUnreachable: 'Cancelled' });
  rig.answers.set(validationToken, { status: 200, text: wireSampleText('c2b-validation-accept.json') });
  const { status, ...taken } = await payByHand(rig, { msisdn: newMsisdn(), amount: 40, reference: 'BYHAND' });
  expect({ status, taken: shapeOf(taken) }).toEqual({
    status: 200,
    taken: shapeOf(wireSample('c2b-simulate-accepted')),
  });
  const sample = wireSample('c2b-payment-masked') as Record<string, string>;
  for (const token of [validationToken, confirmationToken]) {
    const body = (await rig.arrival(token)) as Record<string, string>;
    expect(shapeOf(body)).toEqual(shapeOf(sample));
    expect(body['TransactionType']).toBe(sample['TransactionType']);
    expect(body['TransAmount']).toMatch(/^\d+\.00$/u);
  }
});

test('pulled transactions match the shape and the time format of Safaricom’s samples', async () => {
  const rig = await startRig();
  const [, registered] = await answersTo(rig, (client) =>
    client.pullTransactions.register({ nominatedMsisdn: newMsisdn(), callbackToken: someToken() }),
  );
  const sample = wireSample('pull-register-accepted') as Record<string, string>;
  expect(shapeOf(registered)).toEqual(shapeOf(sample));
  expect(registered).toMatchObject({ ResponseDescription: sample['ResponseDescription'] });
  await rig.behave({ autoAnswer: 'approve' });
  await callbackOf(rig, (token) => promptOf(rig.mpesa, token));
  const window = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000), offset: 0 };
  const [, pulled] = await answersTo(rig, (client) => client.pullTransactions.query(window));
  expect(shapeOf(pulled)).toEqual(shapeOf(wireSample('pull-query-found')));
  const time = /"trxDate":\s*"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/u;
  expect(
    [JSON.stringify(pulled), wireSampleText('pull-query-found.json')].every((one) => time.test(one)),
  ).toBe(true);
});

test('a statement has the headings of the organisation portal', async () => {
  const rig = await startRig();
  const response = await fetch(`${rig.url}/control/statement?account=collection`);
  const lines = (await response.text()).split('\r\n');
  expect(lines).toContain(wireSampleText('statement-headings.csv').trim());
});
