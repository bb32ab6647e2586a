import { describeB2bResult, describeB2cResult, parseQueueTimeout, parseResult } from '@zawadi/mpesa';
import { securityCredential } from '@zawadi/mpesa/credentials';
import { expect, test } from 'vitest';
import { sandboxCertificatePem } from './certificate/certificate.ts';
import { sandboxCredentials } from './credentials.ts';
import { poll } from './testing/poll.ts';
import { newMsisdn, someToken, startRig, total } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

function payout(
  rig: Rig,
  input: { msisdn: string; amountShillings?: number; id?: string },
  mpesa = rig.mpesa,
) {
  const callbackToken = someToken();
  const sent = mpesa.b2c({
    originatorConversationId: input.id ?? `pay-${callbackToken}`,
    msisdn: input.msisdn,
    amountShillings: input.amountShillings ?? 975,
    remarks: 'Withdrawal',
    callbackToken,
  });
  return { sent, callbackToken };
}

async function resultOf(rig: Rig, input: Parameters<typeof payout>[1], mpesa = rig.mpesa) {
  const { sent, callbackToken } = payout(rig, input, mpesa);
  expect(await sent).toMatchObject({ outcome: 'accepted' });
  return rig.result(callbackToken);
}

test('moves a pay-out from the utility account to the phone and charges the tariff', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await rig.control(`phones/${msisdn}`, { name: 'AMINA WANJIRU MAINA' });
  const before = await rig.books();

  const { sent, callbackToken } = payout(rig, { msisdn, id: 'pay-1' });
  expect(await sent).toMatchObject({ outcome: 'accepted', originatorConversationId: 'pay-1' });
  const result = await rig.result(callbackToken);
  expect(result).toMatchObject({
    isSuccess: true,
    originatorConversationId: 'pay-1',
    amountShillings: 975,
    receiverMsisdn: msisdn,
    receiverName: 'AMINA WANJIRU MAINA',
    parameters: { B2CChargesPaidAccountAvailableFunds: '-5', B2CRecipientIsRegisteredCustomer: 'Y' },
  });
  expect(result.completedAt?.getTime()).toBeGreaterThan(Date.now() - 10_000);

  const phone = await rig.phone(msisdn);
  expect(phone.balance).toBe(50_975);
  expect(phone.messages.at(-1)?.text).toContain('You have received Ksh975.00');
  const after = await rig.books();
  expect(after).toMatchObject({
    utility: before.utility - 975,
    charges: before.charges + 5,
    phones: before.phones + 975,
  });
  expect(total(after)).toBe(total(before));
});

test('charges each pay-out amount by the tariff', async () => {
  const rig = await startRig();
  const steps = [
    [10, 0],
    [100, 0],
    [101, 5],
    [1_500, 5],
    [1_501, 9],
    [5_000, 9],
    [5_001, 11],
    [20_000, 11],
    [20_001, 13],
    [250_000, 13],
  ] as const;
  for (const [amountShillings, charge] of steps) {
    const before = await rig.books();
    expect(await resultOf(rig, { msisdn: newMsisdn(), amountShillings })).toMatchObject({ isSuccess: true });
    expect((await rig.books()).charges - before.charges).toBe(charge);
  }
});

test('sends every B2C failure code to the client, without a receipt and without moving money', async () => {
  const rig = await startRig();
  const codes = ['1', '2', '3', '4', '8', '11', '21', '2001', '2006', '2028', '2040', '8006', 'SFC_IC0003'];
  for (const code of codes) {
    await rig.behave({ endWith: { path: '/mpesa/b2c/v3/paymentrequest', resultCode: code, times: 1 } });
    const msisdn = newMsisdn();
    const result = await resultOf(rig, { msisdn });
    expect(result).toMatchObject({ resultCode: code, isSuccess: false, parameters: {} });
    expect(result.receipt).toBeUndefined();
    expect(describeB2cResult(result.resultCode)).toMatchObject({ state: 'failed' });
    expect((await rig.phone(msisdn)).balance).toBe(50_000);
  }
});

test('enforces M-PESA’s own limits on pay-outs', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  const codeOf = async (amountShillings: number) =>
    (await resultOf(rig, { msisdn, amountShillings })).resultCode;
  expect(await codeOf(9)).toBe('2');
  expect(await codeOf(250_001)).toBe('3');
  expect(await codeOf(250_000)).toBe('0');
  expect(await codeOf(200_001)).toBe('8');
  await rig.control(`phones/${msisdn}`, { balance: 0 });
  expect(await codeOf(250_000)).toBe('0');
  await rig.control(`phones/${msisdn}`, { balance: 0 });
  expect(await codeOf(10)).toBe('4');
});

test('pays once per OriginatorConversationID, for concurrent and for later requests', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => payout(rig, { msisdn, id: 'pay-1' }).sent),
  );
  expect(answers.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
  const repeats = answers.filter(({ outcome }) => outcome !== 'accepted');
  for (const repeat of repeats) expect(repeat).toMatchObject({ outcome: 'unknown', cause: 'already_sent' });
  await poll('the money', async () => (await rig.phone(msisdn)).balance === 50_975);
  expect(await payout(rig, { msisdn, id: 'pay-1' }).sent).toMatchObject({ cause: 'already_sent' });
  expect((await rig.phone(msisdn)).balance).toBe(50_975);
});

test('accepts a pay-out with a wrong initiator name or password, then ends it with 2001', async () => {
  const rig = await startRig();
  const strangers = [{ initiatorPassword: 'Wrong#1' }, { initiatorName: 'stranger' }];
  for (const stranger of strangers) {
    const result = await resultOf(rig, { msisdn: newMsisdn() }, rig.client(stranger));
    expect(result).toMatchObject({ resultCode: '2001' });
  }
});

test('a pay-out succeeds or fails after its queue time-out', async () => {
  const rig = await startRig();
  for (const [mode, resultCode, balance] of [
    ['queue-timeout-then-succeed', '0', 50_975],
    ['queue-timeout-then-fail', '2040', 50_000],
  ] as const) {
    await rig.behave({ b2c: mode });
    const msisdn = newMsisdn();
    const { sent, callbackToken } = payout(rig, { msisdn });
    const accepted = await sent;
    if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome);
    const timeout = parseQueueTimeout(await rig.arrival(`${callbackToken}/timeout`));
    expect(timeout.originatorConversationId).toBe(accepted.originatorConversationId);
    expect((await rig.phone(msisdn)).balance).toBe(50_000);
    expect(await rig.result(callbackToken)).toMatchObject({ resultCode });
    expect((await rig.phone(msisdn)).balance).toBe(balance);
  }
});

test('the behaviour b2c: fail ends a pay-out with a final failure that is the receiver’s fault', async () => {
  const rig = await startRig();
  await rig.behave({ b2c: 'fail' });
  const { resultCode } = await resultOf(rig, { msisdn: newMsisdn() });
  expect(describeB2cResult(resultCode)).toMatchObject({ state: 'failed', isOurFault: false });
});

test('with `beforeReply`, the result of a pay-out arrives before the reply', async () => {
  const rig = await startRig();
  await rig.behave({ callback: { beforeReply: true } });
  const { sent, callbackToken } = payout(rig, { msisdn: newMsisdn() });
  expect(await sent).toMatchObject({ outcome: 'accepted' });
  expect(rig.arrivals(callbackToken)).toHaveLength(1);
});

test('pays another business from the working account, and moves collected money to the pay-out float', async () => {
  const rig = await startRig();
  await rig.behave({ autoAnswer: 'approve' });
  const stkToken = someToken();
  const msisdn = newMsisdn();
  await rig.mpesa.stkPush({
    msisdn,
    amountShillings: 5_000,
    accountReference: 'A',
    description: 'D',
    callbackToken: stkToken,
  });
  await rig.stkCallback(stkToken);
  await rig.phone('254700000000');
  const before = await rig.books();
  const b2b = async (more: Partial<Parameters<typeof rig.mpesa.b2b>[0]>) => {
    const callbackToken = someToken();
    const sent = await rig.mpesa.b2b({
      command: 'BusinessPayBill',
      receiverShortCode: '522533',
      amountShillings: 347,
      accountReference: '01109876543210',
      remarks: 'Settlement',
      callbackToken,
      ...more,
    });
    expect(sent).toMatchObject({ outcome: 'accepted' });
    return rig.result(callbackToken);
  };

  expect(await b2b({})).toMatchObject({ isSuccess: true, amountShillings: 347, receiverMsisdn: '522533' });
  const paid = await rig.books();
  expect(paid.working).toBe(before.working - 347);
  await b2b({
    command: 'BusinessTransferFromMMFToUtility',
    receiverShortCode: '600100',
    amountShillings: 5_000,
  });
  expect(await rig.books()).toMatchObject({ collection: 0, utility: before.utility + 5_000 });
  const short = await b2b({ command: 'BusinessPayToBulk', receiverShortCode: '600100', amountShillings: 1 });
  expect(short.resultCode).toBe('1');

  for (const code of ['1', '2', '3', '11', '21', '2001', '2006', '2028', '2040', '8006', 'SFC_IC0003']) {
    await rig.behave({ endWith: { path: '/mpesa/b2b', resultCode: code, times: 1 } });
    const { resultCode } = await b2b({ command: 'BusinessBuyGoods' });
    expect(resultCode).toBe(code);
    expect(describeB2bResult(resultCode)).toMatchObject({ state: 'failed' });
  }
});

test('B2C version 1 creates the conversation id, so a repeated request pays again', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  const callbackToken = someToken();
  const request = {
    InitiatorName: sandboxCredentials.initiatorName,
    SecurityCredential: securityCredential(sandboxCredentials.initiatorPassword, sandboxCertificatePem),
    CommandID: 'BusinessPayment',
    Amount: 200,
    PartyA: sandboxCredentials.shortCode,
    PartyB: msisdn,
    Remarks: 'Withdrawal',
    QueueTimeOutURL: `${rig.callbackBaseUrl}/${callbackToken}/timeout`,
    ResultURL: `${rig.callbackBaseUrl}/${callbackToken}`,
  };
  const path = '/mpesa/b2c/v1/paymentrequest';
  const replies = [await rig.callDaraja(path, request), await rig.callDaraja(path, request)];
  const ids = replies.map((reply) => reply['OriginatorConversationID']);
  expect(new Set(ids).size).toBe(2);
  await poll('both results', () => rig.arrivals(callbackToken).length === 2);
  const results = rig.arrivals(callbackToken).map(({ body }) => parseResult(body));
  expect(results).toMatchObject([{ isSuccess: true }, { isSuccess: true }]);
  expect(new Set(results.map((result) => result?.originatorConversationId))).toEqual(new Set(ids));
  expect((await rig.phone(msisdn)).balance).toBe(50_400);

  await rig.behave({ endWith: { path, resultCode: '2040', times: 1 } });
  await rig.callDaraja(path, request);
  await poll('the third result', () => rig.arrivals(callbackToken).length === 3);
  expect(parseResult(rig.arrivals(callbackToken)[2]?.body)).toMatchObject({ resultCode: '2040' });
  expect(await rig.callDaraja('/mpesa/b2c/v3/paymentrequest', request)).toMatchObject({
    errorMessage: 'Bad Request - Invalid OriginatorConversationID',
  });
});
