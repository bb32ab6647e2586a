import { expect, test } from 'vitest';
import { poll } from './testing/poll.ts';
import { newMsisdn, someToken, startRig } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

const b2cPath = '/mpesa/b2c/v3/paymentrequest';

function pay(rig: Rig, id: string, msisdn: string, mpesa = rig.mpesa) {
  return mpesa.b2c({
    originatorConversationId: id,
    msisdn,
    amountShillings: 975,
    remarks: 'Withdrawal',
    callbackToken: someToken(),
  });
}

test('reports an executed but unanswered pay-out as unknown, and its retry as already sent', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await rig.behave({ executeThenDrop: { path: b2cPath, times: 1 } });
  expect(await pay(rig, 'pay-1', msisdn)).toMatchObject({ outcome: 'unknown', cause: 'connection_failed' });
  await poll('the money', async () => (await rig.phone(msisdn)).balance === 50_975);
  expect(await pay(rig, 'pay-1', msisdn)).toMatchObject({ outcome: 'unknown', cause: 'already_sent' });
  expect((await rig.phone(msisdn)).balance).toBe(50_975);
});

test('refuses every repetition of an executed pay-out, and still pays it once', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await rig.behave({ executeThenRefuse: { path: b2cPath, times: 1 } });
  expect(await pay(rig, 'pay-1', msisdn)).toMatchObject({ outcome: 'unknown', cause: 'connection_failed' });
  for (const _repetition of [1, 2])
    expect(await pay(rig, 'pay-1', msisdn)).toMatchObject({ outcome: 'rejected', reason: 'invalid_request' });
  expect(await pay(rig, 'pay-2', newMsisdn())).toMatchObject({ outcome: 'accepted' });
  await poll('the money', async () => (await rig.phone(msisdn)).balance === 50_975);
});

test('executes a request that hangs, although the client sees an unknown outcome', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await rig.behave({ hang: { path: b2cPath, ms: 2_500, times: 1 } });
  const impatient = rig.client({ timeoutMs: 1_000 });
  expect(await pay(rig, 'pay-1', msisdn, impatient)).toMatchObject({
    outcome: 'unknown',
    cause: 'timed_out',
  });
  expect((await rig.phone(msisdn)).balance).toBe(50_000);
  await poll('the money', async () => (await rig.phone(msisdn)).balance === 50_975);
});

test('fails the requested number of requests without executing them', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await rig.behave({ failHttp: { path: b2cPath, status: 503, times: 2 } });
  expect(await pay(rig, 'pay-1', msisdn)).toMatchObject({ outcome: 'unknown', cause: 'server_error' });
  expect(await pay(rig, 'pay-1', msisdn)).toMatchObject({ outcome: 'unknown', cause: 'server_error' });
  expect(await pay(rig, 'pay-1', msisdn)).toMatchObject({ outcome: 'accepted' });

  await rig.behave({ failHttp: { path: '/mpesa', status: 429, times: 1 } });
  expect(await pay(rig, 'pay-2', msisdn)).toMatchObject({ outcome: 'rejected', reason: 'throttled' });
});

test('applies a fault to its path only, until it is removed', async () => {
  const rig = await startRig();
  await rig.behave({ failHttp: { path: '/mpesa/stkpush', status: 500, times: 9 } });
  expect(await pay(rig, 'pay-1', newMsisdn())).toMatchObject({ outcome: 'accepted' });
  expect(await rig.behave({ failHttp: null })).toMatchObject({ failHttp: null });
});

test('answers unknown paths and methods with Daraja’s error codes', async () => {
  const rig = await startRig();
  const missing = await fetch(`${rig.url}/mpesa/nothing/v1`, { method: 'POST' });
  expect([missing.status, await missing.json()]).toMatchObject([404, { errorCode: '404.001.01' }]);
  const wrong = await fetch(`${rig.url}${b2cPath}`);
  expect([wrong.status, await wrong.json()]).toMatchObject([405, { errorCode: '405.001' }]);
});

test('answers a broken body or a wrong field with a 400 that names the problem', async () => {
  const rig = await startRig();
  let asked: { authorization: string; body: Record<string, unknown> } | undefined;
  const recorder = rig.client({
    fetch: async (url, init) => {
      const { authorization } = init.headers as Record<string, string>;
      if (typeof init.body === 'string' && authorization) {
        asked = { authorization, body: JSON.parse(init.body) as Record<string, unknown> };
      }
      return fetch(url, init);
    },
  });
  await pay(rig, 'pay-1', newMsisdn(), recorder);
  const { authorization, body } = asked ?? { authorization: '', body: {} };
  const post = async (text: string) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(rig.url + b2cPath, { method: 'POST', headers, body: text });
    return [response.status, ((await response.json()) as { errorMessage: string }).errorMessage];
  };
  for (const [field, value] of Object.entries({
    Amount: '10.5',
    PartyA: '600999',
    PartyB: '0712000001',
    Remarks: 'x',
    ResultURL: 'ftp://x',
    CommandID: 'Nothing',
    SecurityCredential: '',
  })) {
    expect(await post(JSON.stringify({ ...body, [field]: value }))).toEqual([
      400,
      `Bad Request - Invalid ${field}`,
    ]);
  }
  for (const text of ['{', '[]', '"x"', 'null', '', '7']) {
    expect(await post(text)).toEqual([400, 'Bad Request - Invalid Payload']);
  }
});

test('refuses texts over the documented length only if `strict` is set', async () => {
  for (const [change, outcome] of [
    [{}, { outcome: 'accepted' }],
    [{ strict: true }, { outcome: 'rejected', message: 'Bad Request - Invalid AccountReference' }],
    [{ strict: false }, { outcome: 'accepted' }],
  ] as const) {
    const rig = await startRig();
    await rig.behave(change);
    const careless = rig.client({
      fetch: (url, init) => {
        if (typeof init.body !== 'string') return fetch(url, init);
        return fetch(url, { ...init, body: init.body.replace('"ZW7Q4MTX"', '"ZW7Q4MTX-2026-A"') });
      },
    });
    const sent = await careless.stkPush({
      msisdn: newMsisdn(),
      amountShillings: 10,
      accountReference: 'ZW7Q4MTX',
      description: 'Gift voucher',
      callbackToken: someToken(),
    });
    expect(sent).toMatchObject(outcome);
  }
});

test('reports an undeliverable callback as failed and does not retry it', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  await pay(rig, 'pay-1', msisdn, rig.client({ callbackBaseUrl: 'http://127.0.0.1:1/hooks' }));
  type Answer = { events: { title: string; detail: string }[] };
  const failures = async () =>
    (await rig.control<Answer>('events')).events.filter(({ title }) => title === 'Callback failed');
  await poll('the failure', async () => (await failures()).length > 0);
  expect(await failures()).toHaveLength(1);
  expect((await rig.phone(msisdn)).balance).toBe(50_975);
});
