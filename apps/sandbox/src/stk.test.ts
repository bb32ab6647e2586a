import { describeStkResult } from '@zawadi/mpesa';
import { expect, test } from 'vitest';
import { poll } from './testing/poll.ts';
import { defined, newMsisdn, someToken, startRig, total } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

async function push(rig: Rig, msisdn: string, amountShillings = 1_000, mpesa = rig.mpesa) {
  const callbackToken = someToken();
  const sent = await mpesa.stkPush({
    msisdn,
    amountShillings,
    accountReference: 'ZW7Q4MTX',
    description: 'Gift voucher',
    callbackToken,
  });
  return { ...sent, callbackToken };
}

async function pushed(rig: Rig, msisdn: string, amountShillings?: number) {
  const sent = await push(rig, msisdn, amountShillings);
  if (sent.outcome !== 'accepted') throw new Error(JSON.stringify(sent));
  return sent;
}

test('is idle when the callback of an answered prompt was sent, although another prompt is still open', async () => {
  const rig = await startRig();
  await pushed(rig, newMsisdn());
  const msisdn = newMsisdn();
  const { checkoutRequestId, callbackToken } = await pushed(rig, msisdn);
  await rig.answer(msisdn, checkoutRequestId, { pin: '4321' });
  await rig.untilIdle();
  expect(rig.received.map(({ token }) => token)).toEqual([callbackToken]);
});

test('moves the money for a prompt answered with a PIN, and sends a callback with a receipt', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  expect((await rig.phone(msisdn)).balance).toBe(50_000);
  const before = await rig.books();

  const sent = await pushed(rig, msisdn);
  const { prompts } = await rig.phone(msisdn);
  expect(prompts).toMatchObject([
    {
      checkoutRequestId: sent.checkoutRequestId,
      amount: 1_000,
      accountReference: 'ZW7Q4MTX',
      shortCode: '600100',
    },
  ]);
  await rig.answer(msisdn, sent.checkoutRequestId, { pin: '4321' });

  const callback = await rig.stkCallback(sent.callbackToken);
  expect(callback).toMatchObject({
    checkoutRequestId: sent.checkoutRequestId,
    merchantRequestId: sent.merchantRequestId,
    resultCode: '0',
    amountShillings: 1_000,
    msisdn,
  });
  expect(callback.receipt).toMatch(/^[U-Z][A-L][1-9A-V][A-Z0-9]{7}$/);
  const after = await rig.phone(msisdn);
  expect(after).toMatchObject({ balance: 49_000, prompts: [] });
  expect(after.messages.at(-1)).toMatchObject({ from: 'MPESA' });
  expect(after.messages.at(-1)?.text).toContain(callback.receipt);
  const books = await rig.books();
  expect(books.collection).toBe(before.collection + 1_000);
  expect(total(books)).toBe(total(before));
});

test('sends a prompt’s callback with the oddities of M-PESA’s: unquoted numbers, and Balance without its Value', async () => {
  const rig = await startRig();
  await rig.behave({ autoAnswer: 'approve' });
  const sent = await pushed(rig, newMsisdn());
  const text = JSON.stringify(await rig.arrival(sent.callbackToken));
  expect(text).toContain('"ResultCode":0,');
  expect(text).toContain('{"Name":"Balance"}');
  expect(text).toMatch(/"TransactionDate","Value":20\d{12}[,}]/);
});

test('ends a prompt with a separate code for cancellation, wrong PIN, insufficient balance and no answer', async () => {
  const rig = await startRig();
  const endings = [
    [{ cancel: true }, '1032'],
    [{ pin: '0000' }, '2001'],
    [{ pin: '1111' }, '1'],
  ] as const;
  for (const [answer, resultCode] of endings) {
    const msisdn = newMsisdn();
    await rig.control(`phones/${msisdn}`, { balance: 999 });
    const sent = await pushed(rig, msisdn);
    await rig.answer(msisdn, sent.checkoutRequestId, answer);
    const callback = await rig.stkCallback(sent.callbackToken);
    expect(callback).toMatchObject({ resultCode, isSuccess: false });
    expect(callback.receipt).toBeUndefined();
    expect((await rig.phone(msisdn)).balance).toBe(999);
  }
  await rig.behave({ promptLifetimeMs: 60 });
  const ignored = await pushed(rig, newMsisdn());
  expect(await rig.stkCallback(ignored.callbackToken)).toMatchObject({ resultCode: '1019' });
});

test('accepts one answer per prompt', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  const sent = await pushed(rig, msisdn);
  await rig.answer(msisdn, sent.checkoutRequestId, { cancel: true });
  await expect(rig.answer(msisdn, sent.checkoutRequestId, { pin: '1234' })).rejects.toThrow('404');
  expect((await rig.phone(msisdn)).balance).toBe(50_000);
});

test('keeps the outcome of an answered prompt when its lifetime ends', async () => {
  const rig = await startRig();
  const promptLifetimeMs = 300;
  await rig.behave({ autoAnswer: 'approve', promptLifetimeMs });
  const msisdn = newMsisdn();
  const sent = await pushed(rig, msisdn);
  const endedAtMs = Date.now() + promptLifetimeMs;
  await rig.arrival(sent.callbackToken);
  await poll('the end of its life', () => Date.now() > endedAtMs + promptLifetimeMs);
  expect(await rig.mpesa.stkQuery(sent)).toMatchObject({ resultCode: '0' });
  expect(rig.arrivals(sent.callbackToken)).toHaveLength(1);
  expect((await rig.phone(msisdn)).balance).toBe(49_000);
});

test('sends every result code of Daraja’s portal to the client, by callback and by query', async () => {
  const rig = await startRig();
  const codes = ['1', '2', '3', '4', '8', '17', '26', '1001', '1019', '1025', '1032', '1037'];
  for (const code of [...codes, '2001', '2028', '8006', '9999', 'SFC_IC0003', 'E3008']) {
    await rig.behave({ endWith: { path: '/mpesa/stkpush', resultCode: code, times: 1 } });
    const sent = await pushed(rig, newMsisdn());
    expect(await rig.stkCallback(sent.callbackToken)).toMatchObject({ resultCode: code });
    expect(await rig.mpesa.stkQuery(sent)).toMatchObject({
      outcome: 'accepted',
      resultCode: code,
      result: describeStkResult(code),
    });
  }
});

test('a query for an open prompt gets an error, then 4999; after the answer, the result without a receipt', async () => {
  let now = new Date();
  const rig = await startRig({ clock: () => now });
  const msisdn = newMsisdn();
  const sent = await pushed(rig, msisdn);

  const early = await rig.mpesa.stkQuery(sent);
  expect(early).toMatchObject({ outcome: 'unknown', cause: 'being_processed' });
  expect(early).toMatchObject({ detail: '500.001.1001 The transaction is being processed' });
  now = new Date(now.getTime() + 15_000);
  expect(await rig.mpesa.stkQuery(sent)).toMatchObject({
    outcome: 'unknown',
    detail: '4999 The transaction is still under processing',
  });

  await rig.answer(msisdn, sent.checkoutRequestId, { pin: '1234' });
  const late = await rig.mpesa.stkQuery(sent);
  expect(late).toMatchObject({ outcome: 'accepted', result: { state: 'succeeded' } });
  expect(JSON.stringify(late)).not.toContain('receipt');
});

test('refuses a query for an unknown prompt', async () => {
  const rig = await startRig();
  expect(await rig.mpesa.stkQuery({ checkoutRequestId: 'ws_CO_0' })).toMatchObject({
    outcome: 'rejected',
    code: '400.002.02',
  });
});

test('refuses a second prompt on a phone with an open one', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await pushed(rig, msisdn);
  expect(await push(rig, msisdn, 500)).toMatchObject({ outcome: 'rejected', reason: 'subscriber_locked' });
});

test('ends a second payment of one amount by one phone within two minutes with 17, except after a cancellation', async () => {
  let now = new Date('2026-11-20T09:00:00Z');
  const rig = await startRig({ clock: () => now });
  await rig.behave({ autoAnswer: 'approve' });
  const msisdn = newMsisdn();
  const codeOf = async (amount: number) =>
    (await rig.stkCallback((await pushed(rig, msisdn, amount)).callbackToken)).resultCode;

  expect(await codeOf(700)).toBe('0');
  expect(await codeOf(700)).toBe('17');
  expect(await codeOf(701)).toBe('0');
  now = new Date('2026-11-20T09:02:01Z');
  expect(await codeOf(700)).toBe('0');
  await rig.behave({ autoAnswer: 'cancel' });
  expect(await codeOf(702)).toBe('1032');
  await rig.behave({ autoAnswer: 'approve' });
  expect(await codeOf(702)).toBe('0');
});

test('enforces M-PESA’s limits: 250,000 per payment and 500,000 per Nairobi day', async () => {
  let now = new Date('2026-11-20T09:00:00Z');
  const rig = await startRig({ clock: () => now });
  await rig.behave({ autoAnswer: 'approve' });
  const msisdn = newMsisdn();
  await rig.control(`phones/${msisdn}`, { balance: 2_000_000 });
  const codeOf = async (amount: number) =>
    (await rig.stkCallback((await pushed(rig, msisdn, amount)).callbackToken)).resultCode;

  expect(await codeOf(250_001)).toBe('3');
  expect(await codeOf(250_000)).toBe('0');
  expect(await codeOf(249_999)).toBe('0');
  expect(await codeOf(2)).toBe('4');
  expect(await codeOf(1)).toBe('0');
  now = new Date('2026-11-20T21:00:00Z');
  expect(await codeOf(250_000)).toBe('0');
});

test('refuses a push with a wrong passkey, short code or field with Daraja’s error codes', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  expect(await push(rig, msisdn, 10, rig.client({ passkey: 'other' }))).toMatchObject({
    code: '500.001.1001',
    reason: 'wrong_credentials',
  });
  expect(await push(rig, msisdn, 10, rig.client({ shortCode: '600999' }))).toMatchObject({
    code: '500.001.1001',
    reason: 'merchant_unknown',
  });
  expect(await push(rig, '254812345678')).toMatchObject({
    code: '400.002.02',
    message: 'Bad Request - Invalid PartyA',
    reason: 'invalid_request',
  });
  expect((await rig.phone(msisdn)).prompts).toEqual([]);
});

test('sends a prompt’s callback before the reply, many times, late, or never, as the behaviour says', async () => {
  const rig = await startRig();
  await rig.behave({ autoAnswer: 'approve', callback: { beforeReply: true, copies: 5 } });
  const early = await pushed(rig, newMsisdn());
  expect(rig.arrivals(early.callbackToken)).toHaveLength(5);

  await rig.behave({ callback: { beforeReply: false, copies: 1, delayMs: 400 } });
  const late = await pushed(rig, newMsisdn());
  const askedAtMs = Date.now();
  await rig.arrival(late.callbackToken);
  expect(Date.now() - askedAtMs).toBeGreaterThan(300);

  await rig.behave({ callback: { delayMs: 0, drop: true } });
  const msisdn = newMsisdn();
  const lost = await pushed(rig, msisdn);
  await poll('the payment', async () => (await rig.phone(msisdn)).balance === 49_000);
  expect(await rig.mpesa.stkQuery(lost)).toMatchObject({ result: { state: 'succeeded' } });
  const { events } = await rig.control<{ events: { title: string; callbackId: number }[] }>('events');
  const dropped = defined(events.find(({ title }) => title === 'Callback dropped'));
  expect(rig.arrivals(lost.callbackToken)).toEqual([]);
  await rig.control(`callbacks/${dropped.callbackId}/send-again`, {});
  expect(rig.arrivals(lost.callbackToken)).toHaveLength(1);
});
