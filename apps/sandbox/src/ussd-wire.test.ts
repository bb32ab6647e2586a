import { expect, test } from 'vitest';
import { poll } from './testing/poll.ts';
import { newMsisdn, startRig } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';
import { menu, serviceCode, startUssdApp } from './testing/start-ussd-app.ts';

type Answer = { sessionId: string; status: number | null; answer: string };

const safaricom = '254712000001';
const airtel = '254733000001';

function send(rig: Rig, request: object): Promise<Answer> {
  return rig.control<Answer>('ussd', request);
}

test('sends the gateway’s form and answers with what the application said', async () => {
  const rig = await startRig();
  const app = await startUssdApp(rig, menu);
  const first = await send(rig, { phoneNumber: '0712 000 001', text: '' });
  expect(first).toEqual({
    sessionId: expect.stringMatching(/^ATUid_[0-9a-f]{32}$/u) as string,
    status: 200,
    answer: 'CON 1. My gifts',
  });
  const { sessionId } = first;
  const last = await send(rig, { phoneNumber: safaricom, sessionId, text: '1*1' });
  expect(last).toEqual({ sessionId, status: 200, answer: 'END Added. An SMS follows.' });
  const wire = { sessionId, phoneNumber: `+${safaricom}`, networkCode: '63902', serviceCode };
  expect(app.requests()).toEqual([
    { ...wire, text: '' },
    { ...wire, text: '1*1' },
  ]);
  const { headers } = app.heard[0] ?? {};
  expect(headers).toMatchObject({
    'user-agent': 'at-ussd-api/1.0',
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
  });
});

test('names the network of the number, unless the request names one', async () => {
  const rig = await startRig();
  const app = await startUssdApp(rig, menu);
  const codes = [];
  for (const phoneNumber of [safaricom, airtel, '254770000001', '254763000001', '254110000001']) {
    await send(rig, { phoneNumber, text: '' });
    codes.push(app.requests().at(-1)?.['networkCode']);
  }
  await send(rig, { phoneNumber: safaricom, text: '', networkCode: '99999' });
  expect(codes).toEqual(['63902', '63903', '63907', '63999', '63902']);
  expect(app.requests().at(-1)?.['networkCode']).toBe('99999');
});

test('sends the event of an ended session once, with all its texts', async () => {
  const rig = await startRig();
  const app = await startUssdApp(rig, (form) => ({
    ...menu(form),
    headers: { 'at-ussd-hop-metadata': form['text'] === '' ? 'menu' : 'added' },
  }));
  const { sessionId } = await send(rig, { phoneNumber: safaricom, text: '' });
  await send(rig, { phoneNumber: safaricom, sessionId, text: '1*1' });
  await poll('the event', () => app.events().length > 0);
  await rig.untilIdle();
  expect(app.events()).toEqual([
    {
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u) as string,
      sessionId,
      serviceCode,
      networkCode: '63902',
      phoneNumber: `+${safaricom}`,
      status: 'Success',
      cost: 'KES 0.10',
      durationInMillis: expect.stringMatching(/^\d+$/u) as string,
      hopsCount: '2',
      hopsMetadata: 'menu|added',
      input: '1*1',
      lastAppResponse: 'END Added. An SMS follows.',
    },
  ]);
  expect(app.heard.find(({ form }) => form['text'] === '1*1')?.headers['at-ussd-hop-metadata']).toBe('menu');
});

test.each([
  ['an empty body', { body: '', status: 200 }, 'The answer is empty.'],
  ['no prefix', { body: 'Welcome', status: 200 }, 'The answer has no CON or END.'],
  ['a space before the prefix', { body: ' CON 1', status: 200 }, 'The answer has no CON or END.'],
  ['a byte order mark', { body: '\uFEFFCON 1', status: 200 }, 'The answer has no CON or END.'],
  ['JSON quotes', { body: '"CON 1"', status: 200 }, 'The answer has no CON or END.'],
  ['no space after the prefix', { body: 'CON1', status: 200 }, 'The answer has no CON or END.'],
  ['HTTP 404', { body: 'CON 1', status: 404 }, 'The application answered HTTP 404.'],
])('cuts the session after an answer with %s', async (_name, answer, errorMessage) => {
  const rig = await startRig();
  const app = await startUssdApp(rig, () => answer);
  const { status, answer: body } = await send(rig, { phoneNumber: safaricom, text: '' });
  expect([status, body]).toEqual([answer.status, answer.body]);
  await poll('the event', () => app.events().length > 0);
  expect(app.events()).toMatchObject([{ status: 'Failed', errorMessage }]);
});

test('cuts the session if the application answers too late', async () => {
  const rig = await startRig();
  await rig.behave({ ussd: { answerLimitMs: 200 } });
  const app = await startUssdApp(rig, () => ({ body: 'CON 1', delayMs: 2_000 }));
  const { sessionId, ...answer } = await send(rig, { phoneNumber: safaricom, text: '' });
  expect(answer).toEqual({ status: null, answer: '' });
  await poll('the event', () => app.events().length > 0);
  expect(app.events()).toMatchObject([{ sessionId, status: 'Failed' }]);
});

test('POST /control/ussd/{sessionId}/end sends the event, again for an ended session', async () => {
  const rig = await startRig();
  const app = await startUssdApp(rig, menu);
  const { sessionId } = await send(rig, { phoneNumber: safaricom, text: '' });
  expect(await rig.control(`ussd/${sessionId}/end`, {})).toEqual({ sessionId, status: 'Incomplete' });
  expect(app.events()).toMatchObject([{ sessionId, status: 'Incomplete', input: '', hopsCount: '1' }]);
  await rig.control(`ussd/${sessionId}/end`, {});
  expect(app.events()).toHaveLength(2);
  await expect(rig.control('ussd/ATUid_0/end', {})).rejects.toThrow('404');
});

test('refuses a request without a registered code, and bad numbers and sessions', async () => {
  const rig = await startRig();
  await expect(send(rig, { phoneNumber: safaricom, text: '' })).rejects.toThrow('409');
  await startUssdApp(rig, menu);
  await expect(send(rig, { phoneNumber: safaricom, text: '', serviceCode: '*1#' })).rejects.toThrow('409');
  await expect(send(rig, { phoneNumber: '12', text: '' })).rejects.toThrow('400');
  await expect(send(rig, { phoneNumber: safaricom, text: '', sessionId: 'x' })).rejects.toThrow('400');
});

test('registers the code of the sandbox’s options', async () => {
  const ussdService = { serviceCode: '*483#', callbackUrl: 'http://127.0.0.1:1/ussd' };
  const rig = await startRig({ ussdService });
  expect(await rig.control('ussd-services')).toEqual({ services: [ussdService] });
});

test('ends a prompt to a phone with an open session with 1037', async () => {
  const rig = await startRig();
  await startUssdApp(rig, menu);
  await rig.behave({ autoAnswer: 'approve' });
  const msisdn = newMsisdn();
  const push = async (callbackToken: string) => {
    const texts = { accountReference: 'A', description: 'D' };
    await rig.mpesa.stkPush({ msisdn, amountShillings: 10, ...texts, callbackToken });
    return rig.stkCallback(callbackToken);
  };
  const { sessionId } = await send(rig, { phoneNumber: msisdn, text: '' });
  expect(await push('during')).toMatchObject({ isSuccess: false, resultCode: '1037' });
  await send(rig, { phoneNumber: msisdn, sessionId, text: '1*1' });
  expect(await push('after')).toMatchObject({ isSuccess: true });
});
