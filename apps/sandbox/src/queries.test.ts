import { describeReversalResult, readAccountBalances, readTransactionStatus } from '@zawadi/mpesa';
import { expect, test } from 'vitest';
import { payByHand } from './testing/pay-by-hand.ts';
import { defined, newMsisdn, someToken, startRig, total } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

async function paid(rig: Rig, msisdn: string, amountShillings = 1_000) {
  await rig.behave({ autoAnswer: 'approve' });
  const callbackToken = someToken();
  const texts = { accountReference: 'ZW7Q4MTX', description: 'Gift voucher' };
  await rig.mpesa.stkPush({ msisdn, amountShillings, ...texts, callbackToken });
  return defined((await rig.stkCallback(callbackToken)).receipt);
}

async function statusOf(rig: Rig, input: { receipt: string } | { originatorConversationId: string }) {
  const callbackToken = someToken();
  const sent = await rig.mpesa.transactionStatus({ side: 'payout', ...input, callbackToken });
  expect(sent).toMatchObject({ outcome: 'accepted' });
  return readTransactionStatus(await rig.result(callbackToken));
}

test('finds a pay-out by our conversation id and by its receipt', async () => {
  const rig = await startRig();
  const callbackToken = someToken();
  const pay = { originatorConversationId: 'pay-7', msisdn: newMsisdn(), amountShillings: 2_000 };
  await rig.mpesa.b2c({ ...pay, remarks: 'Withdrawal', callbackToken });
  const { receipt } = await rig.result(callbackToken);

  const facts = {
    state: 'succeeded',
    receipt,
    amountShillings: 2_000,
    chargeCents: 900n,
    originatorConversationId: 'pay-7',
  };
  expect(await statusOf(rig, { originatorConversationId: 'pay-7' })).toMatchObject(facts);
  expect(await statusOf(rig, { receipt: defined(receipt) })).toMatchObject(facts);
});

test('reports a queued pay-out as open, a failed one as failed, an unknown one as not found', async () => {
  const rig = await startRig();
  const send = async (id: string, mode: string) => {
    await rig.behave({ b2c: mode });
    const callbackToken = someToken();
    const pay = { originatorConversationId: id, msisdn: newMsisdn(), amountShillings: 50 };
    await rig.mpesa.b2c({ ...pay, remarks: 'Withdrawal', callbackToken });
    return callbackToken;
  };
  await rig.arrival(`${await send('pay-queued', 'queue-timeout-then-succeed')}/timeout`);
  expect(await statusOf(rig, { originatorConversationId: 'pay-queued' })).toMatchObject({ state: 'pending' });
  await rig.arrival(await send('pay-failed', 'fail'));
  expect(await statusOf(rig, { originatorConversationId: 'pay-failed' })).toMatchObject({ state: 'failed' });
  expect(await statusOf(rig, { originatorConversationId: 'pay-unknown' })).toBeUndefined();
});

test('an account balance query returns the balances of the books', async () => {
  const rig = await startRig();
  await paid(rig, newMsisdn(), 700);
  const callbackToken = someToken();
  await rig.mpesa.accountBalance({ side: 'payout', callbackToken });
  const balances = readAccountBalances(await rig.result(callbackToken));
  const books = await rig.books();
  expect(new Map(balances.map(({ account, balanceCents }) => [account, balanceCents]))).toEqual(
    new Map([
      ['Working Account', BigInt(books.working + books.charges) * 100n],
      ['Float Account', 0n],
      ['Utility Account', BigInt(books.utility) * 100n],
      ['Charges Paid Account', BigInt(books.charges) * -100n],
      ['Organization Settlement Account', 0n],
      ['Merchant Account', 70_000n],
    ]),
  );
});

test('reverses a payment once, in full or in part, but never more than its amount', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  const receipt = await paid(rig, msisdn);
  const before = await rig.books();
  const reverse = async (original: string, amountShillings: number) => {
    const callbackToken = someToken();
    const input = { receipt: original, amountShillings, remarks: 'Refund', callbackToken };
    expect(await rig.mpesa.reversal(input)).toMatchObject({ outcome: 'accepted' });
    return rig.result(callbackToken);
  };

  expect(await reverse(receipt, 1_001)).toMatchObject({ resultCode: 'R000002' });
  const reversed = await reverse(receipt, 1_000);
  expect(reversed).toMatchObject({ isSuccess: true, parameters: { OriginalTransactionID: receipt } });
  expect((await rig.phone(msisdn)).balance).toBe(50_000);
  expect(await reverse(receipt, 1_000)).toMatchObject({ resultCode: 'R000001' });
  expect(await reverse('SGR0000000', 10)).toMatchObject({ resultCode: 'R000002' });
  const books = await rig.books();
  expect(books.collection).toBe(before.collection - 1_000);
  expect(total(books)).toBe(total(before));
  expect((await rig.phone(msisdn)).messages.at(-1)?.text).toContain(receipt);

  for (const code of ['1', '11', '21', '2001', '2006', '2028', '8006']) {
    await rig.behave({ endWith: { path: '/mpesa/reversal', resultCode: code, times: 1 } });
    expect(describeReversalResult((await reverse(receipt, 1)).resultCode)).toMatchObject({ state: 'failed' });
  }
});

test('after registration, pulls the prompt and manual payments of a time window page by page', async () => {
  const rig = await startRig();
  const window = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000) };
  const { query, register } = rig.mpesa.pullTransactions;
  expect(await query({ ...window, offset: 0 })).toMatchObject({ outcome: 'rejected', code: '400.002.02' });
  const registration = { nominatedMsisdn: newMsisdn(), callbackToken: someToken() };
  expect(await register(registration)).toMatchObject({ outcome: 'accepted' });
  expect(await register(registration)).toMatchObject({ description: 'ShortCode already Registered' });
  expect(await query({ ...window, offset: 0 })).toMatchObject({ outcome: 'accepted', transactions: [] });

  const msisdn = newMsisdn();
  const receipt = await paid(rig, msisdn, 300);
  await payByHand(rig, { msisdn, amount: 40, reference: 'BYHAND' });
  expect(await query({ ...window, offset: 0 })).toMatchObject({
    transactions: [
      { receipt, amountShillings: 300, billReference: 'ZW7Q4MTX', msisdn },
      { amountShillings: 40, billReference: 'BYHAND' },
    ],
  });
  expect(await query({ ...window, offset: 1 })).toMatchObject({ transactions: [{ amountShillings: 40 }] });
  expect(await query({ ...window, from: window.to, offset: 0 })).toMatchObject({ transactions: [] });
});
