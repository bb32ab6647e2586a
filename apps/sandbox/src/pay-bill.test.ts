import { readFile } from 'node:fs/promises';
import { parseC2b } from '@zawadi/mpesa';
import { wireSample, wireSampleText } from '@zawadi/mpesa/testing/wire-samples';
import { expect, test } from 'vitest';
import { sandboxCredentials } from './credentials.ts';
import { payByHand } from './testing/pay-by-hand.ts';
import { poll } from './testing/poll.ts';
import { newMsisdn, someToken, startRig, total } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

async function registered(rig: Rig, whenUnreachable: 'Completed' | 'Cancelled' = 'Completed') {
  const tokens = { confirmationToken: someToken(), validationToken: someToken() };
  const sent = await rig.mpesa.registerC2bUrls({ ...tokens, whenUnreachable });
  expect(sent).toMatchObject({ outcome: 'accepted' });
  return tokens;
}

async function titles(rig: Rig): Promise<string[]> {
  const { events } = await rig.control<{ events: { title: string }[] }>('events');
  return events.map(({ title }) => title);
}

test('sends the confirmation of a manual payment, with a masked phone number, to the registered URL', async () => {
  const rig = await startRig();
  const { confirmationToken, validationToken } = await registered(rig);
  const msisdn = newMsisdn();
  const reply = await payByHand(rig, { msisdn, amount: 1_000, reference: 'ZW7Q4MTX' });
  expect(reply).toMatchObject({ ResponseCode: '0' });
  expect(Object.keys(reply)).toContain('OriginatorCoversationID');
  expect(parseC2b(await rig.arrival(confirmationToken))).toMatchObject({
    amountShillings: 1_000,
    billReference: 'ZW7Q4MTX',
    shortCode: sandboxCredentials.shortCode,
    maskedMsisdn: `${msisdn.slice(0, 5)}****${msisdn.slice(-3)}`,
  });
  expect(rig.arrivals(validationToken)).toEqual([]);
  expect((await rig.phone(msisdn)).balance).toBe(49_000);
  expect(await payByHand(rig, { msisdn, amount: 49_001, reference: 'X' })).toMatchObject({
    errorCode: '500.003.1001',
  });
});

test('pays the pay bill from the phone page, with the right PIN and within the balance', async () => {
  const rig = await startRig();
  const { confirmationToken } = await registered(rig);
  const msisdn = newMsisdn();
  const pay = (amount: number, pin: string) =>
    rig.control(`phones/${msisdn}/pay-bill`, { amount, reference: 'ZW7Q4MTX', pin });
  await expect(pay(700, '0000')).rejects.toThrow('Wrong M-PESA PIN.');
  await expect(pay(50_001, '1234')).rejects.toThrow('The balance or a limit does not allow it.');
  expect((await rig.phone(msisdn)).balance).toBe(50_000);
  expect(await pay(700, '1234')).toEqual({});
  expect(parseC2b(await rig.arrival(confirmationToken))).toMatchObject({
    amountShillings: 700,
    billReference: 'ZW7Q4MTX',
  });
  expect((await rig.phone(msisdn)).balance).toBe(49_300);
  const page = await readFile(new URL('page/static/index.html', import.meta.url), 'utf8');
  expect(page).toContain(sandboxCredentials.shortCode);
});

test('accepts C2B version 1 like version 2, with a missing or a numeric reference', async () => {
  const rig = await startRig();
  const [confirmation, validation] = [someToken(), someToken()];
  const addresses = {
    ShortCode: sandboxCredentials.shortCode,
    ResponseType: 'Completed',
    ConfirmationURL: `${rig.callbackBaseUrl}/${confirmation}`,
    ValidationURL: `${rig.callbackBaseUrl}/${validation}`,
  };
  const reply = await rig.callDaraja('/mpesa/c2b/v1/registerurl', addresses);
  expect(reply).toMatchObject({ status: 200, ResponseCode: '0' });
  const refused = { ...addresses, ConfirmationURL: 'https://example.com/mpesa' };
  expect(await rig.callDaraja('/mpesa/c2b/v1/registerurl', refused)).toMatchObject({
    status: 400,
    errorMessage: 'Bad Request - Invalid ConfirmationURL',
  });

  const msisdn = newMsisdn();
  const payment = { msisdn, amount: 300, reference: null };
  expect(await payByHand(rig, payment, 'v1')).toMatchObject({ status: 200, ResponseCode: '0' });
  expect(parseC2b(await rig.arrival(confirmation))).toMatchObject({
    amountShillings: 300,
    billReference: '',
  });
  expect((await rig.phone(msisdn)).balance).toBe(49_700);
  expect(await payByHand(rig, { ...payment, reference: 254712000001 }, 'v1')).toMatchObject({
    status: 200,
  });
  await poll('the second payment', () => rig.arrivals(confirmation).length === 2);
  expect(parseC2b(rig.arrivals(confirmation)[1]?.body)).toMatchObject({ billReference: '254712000001' });
});

test('requests validation before money moves, and confirms with the ThirdPartyTransID of the answer', async () => {
  const rig = await startRig();
  const { confirmationToken, validationToken } = await registered(rig);
  await rig.behave({ c2bValidation: true });
  const accepted = wireSample('c2b-validation-accept') as object;
  const text = JSON.stringify({ ...accepted, ThirdPartyTransID: 'order-7' });
  rig.answers.set(validationToken, { status: 200, text });
  const msisdn = newMsisdn();
  await payByHand(rig, { msisdn, amount: 1_000, reference: 'ZW7Q4MTX' });

  const confirmed = await rig.arrival(confirmationToken);
  expect(confirmed).toMatchObject({ ThirdPartyTransID: 'order-7', TransAmount: '1000.00' });
  expect(rig.received.map(({ token }) => token)).toEqual([validationToken, confirmationToken]);
  const asked = rig.received[0]?.body;
  expect(asked).toMatchObject({ OrgAccountBalance: '', BillRefNumber: 'ZW7Q4MTX' });
  expect(parseC2b(asked)?.receipt).toBe(parseC2b(confirmed)?.receipt);
  expect((await rig.phone(msisdn)).balance).toBe(49_000);
});

test('ends a pay-bill payment that the validation refuses', async () => {
  const rig = await startRig();
  const { confirmationToken, validationToken } = await registered(rig);
  await rig.behave({ c2bValidation: true });
  const before = await rig.books();
  for (const text of [wireSampleText('c2b-validation-reject.json'), '{"ResultCode":1}']) {
    rig.answers.set(validationToken, { status: 200, text });
    const msisdn = newMsisdn();
    const refusals = (await titles(rig)).filter((title) => title === 'Pay bill refused').length;
    expect(await payByHand(rig, { msisdn, amount: 500, reference: 'WRONG' })).toMatchObject({
      ResponseCode: '0',
    });
    await poll('the refusal', async () => {
      const now = (await titles(rig)).filter((title) => title === 'Pay bill refused').length;
      return now === refusals + 1;
    });
    expect((await rig.phone(msisdn)).balance).toBe(50_000);
  }
  expect(rig.arrivals(confirmationToken)).toEqual([]);
  const books = await rig.books();
  expect(books.collection).toBe(before.collection);
  expect(total(books) - books.phones).toBe(total(before) - before.phones);
});

const unreachable = [
  ['an error', { status: 503, text: '{"ResultCode":0}' }],
  ['no JSON', { status: 200, text: 'OK' }],
  ['no ResultCode', { status: 200, text: '{}' }],
] as const;

test.each(unreachable)('applies ResponseType when the validation answers with %s', async (_name, answer) => {
  const rig = await startRig();
  await rig.behave({ c2bValidation: true });
  const msisdn = newMsisdn();
  const pay = () => payByHand(rig, { msisdn, amount: 500, reference: 'ZW7Q4MTX' });

  const lenient = await registered(rig, 'Completed');
  rig.answers.set(lenient.validationToken, answer);
  await pay();
  await rig.arrival(lenient.confirmationToken);
  expect((await rig.phone(msisdn)).balance).toBe(49_500);

  const careful = await registered(rig, 'Cancelled');
  rig.answers.set(careful.validationToken, answer);
  await pay();
  await poll('the refusal', async () => (await titles(rig)).includes('Pay bill refused'));
  expect(rig.arrivals(careful.confirmationToken)).toEqual([]);
  expect((await rig.phone(msisdn)).balance).toBe(49_500);
});

test('applies ResponseType when the validation URL is unreachable', async () => {
  const rig = await startRig();
  await rig.behave({ c2bValidation: true });
  const msisdn = newMsisdn();
  for (const [whenUnreachable, balance] of [
    ['Cancelled', 50_000],
    ['Completed', 49_500],
  ] as const) {
    const deaf = rig.client({ callbackBaseUrl: 'http://127.0.0.1:1/hooks' });
    const tokens = { confirmationToken: someToken(), validationToken: someToken() };
    await deaf.registerC2bUrls({ ...tokens, whenUnreachable });
    await payByHand(rig, { msisdn, amount: 500, reference: 'ZW7Q4MTX' });
    const end = whenUnreachable === 'Completed' ? 'Pay bill paid' : 'Pay bill refused';
    await poll(end, async () => (await titles(rig)).includes(end));
    expect((await rig.phone(msisdn)).balance).toBe(balance);
  }
});

test('refuses a validated payment if the customer has spent the money before it moves', async () => {
  const rig = await startRig();
  const { validationToken } = await registered(rig);
  await rig.behave({ c2bValidation: true });
  const msisdn = newMsisdn();
  await rig.control(`phones/${msisdn}`, { balance: 600 });
  for (const amount of [500, 400]) await payByHand(rig, { msisdn, amount, reference: 'ZW7Q4MTX' });
  await poll('the refusal', async () => (await titles(rig)).includes('Pay bill refused'));
  await poll('the payment', async () => (await titles(rig)).includes('Pay bill paid'));
  expect(rig.arrivals(validationToken)).toHaveLength(2);
  expect([100, 200]).toContain((await rig.phone(msisdn)).balance);
});
