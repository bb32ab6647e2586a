import { expect, test } from 'vitest';
import { newMsisdn, someToken, startRig, total } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

async function refusalOf(rig: Rig, path: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${rig.url}/control/${path}`, request)).status;
}

test('treats every spelling of a phone number as the same phone', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await rig.control(`phones/${msisdn}`, { balance: 123 });
  for (const written of [
    `0${msisdn.slice(3)}`,
    `+${msisdn}`,
    msisdn.slice(3),
    `0${msisdn.slice(3, 6)} ${msisdn.slice(6)}`,
  ]) {
    expect(await rig.phone(encodeURIComponent(written))).toMatchObject({ msisdn, balance: 123 });
  }
});

test('refuses invalid phone numbers, balances and answers to prompts', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await expect(rig.phone('12345')).rejects.toThrow('400');
  for (const balance of [-1, 0.5, '10', null]) {
    expect(await refusalOf(rig, `phones/${msisdn}`, { balance })).toBe(400);
  }
  for (const answer of [{}, { pin: '12' }, { pin: 1234 }, { cancel: false }]) {
    expect(await refusalOf(rig, `phones/${msisdn}/prompts/ws_CO_0`, answer)).toBe(400);
  }
  expect(await refusalOf(rig, `phones/${msisdn}/prompts/ws_CO_0`, { pin: '1234' })).toBe(404);
});

test('changes only the given behaviour, refuses unknown keys, and resets', async () => {
  const rig = await startRig();
  const changed = await rig.behave({ autoAnswer: 'approve', callback: { copies: 3 } });
  expect(changed).toMatchObject({
    autoAnswer: 'approve',
    promptLifetimeMs: 60_000,
    callback: { copies: 3, delayMs: 0, drop: false, beforeReply: false },
    b2c: 'succeed',
  });
  for (const change of [
    { autoAnswr: 'approve' },
    { b2c: 'maybe' },
    { callback: { copies: 0 } },
    { answerDelayMs: -1 },
  ]) {
    expect(await refusalOf(rig, 'behaviour', change)).toBe(400);
  }
  expect(await rig.control('behaviour')).toEqual(changed);
  expect(await rig.control('reset', {})).toMatchObject({ autoAnswer: null, callback: { copies: 1 } });
});

test('POST /control/reset empties the inboxes and keeps the balances', async () => {
  const rig = await startRig();
  await rig.behave({ autoAnswer: 'approve' });
  const [msisdn, callbackToken] = [newMsisdn(), someToken()];
  await rig.mpesa.stkPush({
    msisdn,
    amountShillings: 10,
    accountReference: 'A',
    description: 'D',
    callbackToken,
  });
  await rig.stkCallback(callbackToken);
  expect((await rig.phone(msisdn)).messages).toHaveLength(1);
  await rig.control('reset', {});
  expect(await rig.phone(msisdn)).toMatchObject({ balance: 49_990, messages: [] });
});

test('keeps the books balanced after every step of concurrent traffic', async () => {
  const rig = await startRig();
  const phones = Array.from({ length: 4 }, newMsisdn);
  for (const msisdn of phones) await rig.phone(msisdn);
  const opening = total(await rig.books());
  await rig.behave({ autoAnswer: 'approve' });
  const steps = phones.flatMap((msisdn, index) => [
    async () => {
      const callbackToken = someToken();
      const texts = { accountReference: 'A', description: 'D' };
      await rig.mpesa.stkPush({ msisdn, amountShillings: 100 + index, ...texts, callbackToken });
      const { receipt = '' } = await rig.stkCallback(callbackToken);
      const refundToken = someToken();
      await rig.mpesa.reversal({
        receipt,
        amountShillings: 50,
        remarks: 'Refund',
        callbackToken: refundToken,
      });
      await rig.arrival(refundToken);
    },
    async () => {
      const callbackToken = someToken();
      const id = `pay-${callbackToken}`;
      const pay = { originatorConversationId: id, msisdn, amountShillings: 5_000 * (index + 1) };
      await rig.mpesa.b2c({ ...pay, remarks: 'Withdrawal', callbackToken });
      await rig.arrival(callbackToken);
    },
  ]);
  await Promise.all(
    steps.map(async (step) => {
      await step();
      expect(total(await rig.books())).toBe(opening);
    }),
  );
});

test('notifies an open phone page of every change', async () => {
  const rig = await startRig();
  const stopping = new AbortController();
  const live = await fetch(`${rig.url}/control/live`, { signal: stopping.signal });
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const expectHeard = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader?.read())?.value ?? '';
    heard = heard.slice(heard.indexOf(text) + text.length);
  };
  await expectHeard('data: open\n\n');
  // The sandbox may announce its start together with the first change, but not with the second.
  for (const balance of [5, 6]) {
    await rig.control(`phones/${newMsisdn()}`, { balance });
    await expectHeard('data: changed\n\n');
  }
  stopping.abort();
});

test('serves the certificate for the security credential', async () => {
  const rig = await startRig();
  const text = await (await fetch(`${rig.url}/control/certificate`)).text();
  expect(text).toMatch(/^-----BEGIN CERTIFICATE-----/);
});
