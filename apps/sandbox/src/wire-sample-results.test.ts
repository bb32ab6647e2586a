import { parseStkCallback } from '@zawadi/mpesa';
import { parametersOf, wireSample } from '@zawadi/mpesa/testing/wire-samples';
import { expect, test } from 'vitest';
import { defined, startRig } from './testing/start-rig.ts';
import { answersTo, callbackOf, payBusinessOf, payOutOf, promptOf, shapeOf } from './testing/wire-shape.ts';

test('results of pay-outs match the shape of Safaricom’s samples', async () => {
  const rig = await startRig();
  expect(shapeOf(await callbackOf(rig, (token) => payOutOf(rig.mpesa, 'pay-1', token)))).toEqual(
    shapeOf(wireSample('b2c-result-paid')),
  );
  expect(shapeOf(await callbackOf(rig, (token) => payBusinessOf(rig.mpesa, token)))).toEqual(
    shapeOf(wireSample('b2b-result-paid')),
  );
  for (const [path, sample, call] of [
    ['/mpesa/b2c', 'b2c-result-failed', (token: string) => payOutOf(rig.mpesa, 'pay-2', token)],
    ['/mpesa/b2b', 'b2b-result-failed', (token: string) => payBusinessOf(rig.mpesa, token)],
  ] as const) {
    await rig.behave({ endWith: { path, resultCode: '2001', times: 1 } });
    expect(shapeOf(await callbackOf(rig, call))).toEqual(shapeOf(wireSample(sample)));
  }
  const [, repeated] = await answersTo(rig, (client) => payOutOf(client, 'pay-1'));
  expect(shapeOf(repeated)).toEqual(shapeOf(wireSample('b2c-error-duplicate')));
});

test('the status of a pay-out matches the shape of Safaricom’s sample, with the payee also under CreditPartyName', async () => {
  const rig = await startRig();
  await callbackOf(rig, (token) => payOutOf(rig.mpesa, 'pay-7', token));
  const body = await callbackOf(rig, (callbackToken) =>
    rig.mpesa.transactionStatus({ originatorConversationId: 'pay-7', side: 'payout', callbackToken }),
  );
  const [creditParty, ...others] = parametersOf(body).toReversed();
  expect(shapeOf(others.toReversed())).toEqual(
    shapeOf(parametersOf(wireSample('transaction-status-result'))),
  );
  expect(others.at(-2)?.Value).toBe(creditParty?.Value);
  const older = parametersOf(wireSample('transaction-status-result-2017'));
  expect(shapeOf(older)).toContainEqual(shapeOf(creditParty));
  const withoutParameters = (result: unknown) => {
    const { ResultParameters, ...rest } = (result as { Result: Record<string, unknown> }).Result;
    return [shapeOf(rest), typeof ResultParameters];
  };
  expect(withoutParameters(body)).toEqual(withoutParameters(wireSample('transaction-status-result')));
});

test('the balances match the shape of Safaricom’s sample, with the same account names', async () => {
  const rig = await startRig();
  const body = await callbackOf(rig, (callbackToken) =>
    rig.mpesa.accountBalance({ side: 'payout', callbackToken }),
  );
  const sample = wireSample('account-balance-result');
  expect(shapeOf(body)).toEqual(shapeOf(sample));
  // By default one short code is pay bill, till and pay-out account, so its collected money is in `Merchant Account`.
  expect(accountsOf(body)).toEqual([...accountsOf(sample), 'Merchant Account KES 4']);
});

function accountsOf(body: unknown): string[] {
  const text = String(parametersOf(body).find(({ Key }) => Key === 'AccountBalance')?.Value);
  return text.split('&').map((account) => {
    const [name, currency, ...amounts] = account.split('|');
    return `${name} ${currency} ${amounts.filter((amount) => /^-?\d+\.\d\d$/u.test(amount)).length}`;
  });
}

test('a completed and a refused reversal match the shape of Safaricom’s samples', async () => {
  const rig = await startRig();
  const reverse = (receipt: string) => (callbackToken: string) =>
    rig.mpesa.reversal({ receipt, amountShillings: 700, remarks: 'Refund', callbackToken });
  await rig.behave({ autoAnswer: 'approve' });
  const payment = parseStkCallback(await callbackOf(rig, (token) => promptOf(rig.mpesa, token)));
  const receipt = defined(payment?.receipt);
  const done = await callbackOf(rig, reverse(receipt));
  expect(shapeOf(done)).toEqual(shapeOf(wireSample('reversal-result')));
  expect(parametersOf(done)[0]?.Value).toMatch(/^\w+ Account\|KES\|\d+\.\d\d\|\d+\.\d\d\|0\.00\|0\.00$/u);
  const refused = await callbackOf(rig, reverse('SGR0000000'));
  expect(shapeOf(refused)).toEqual(shapeOf(wireSample('reversal-result-failed')));
});
