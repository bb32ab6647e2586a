import { expect, test } from 'vitest';
import { sandboxCredentials } from './credentials.ts';
import { newMsisdn, someToken, startRig } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

const basic = `Basic ${btoa(`${sandboxCredentials.consumerKey}:${sandboxCredentials.consumerSecret}`)}`;

function askForToken(rig: Rig, authorization: string, query = 'grant_type=client_credentials') {
  return fetch(`${rig.url}/oauth/v1/generate?${query}`, { headers: { authorization } });
}

test('requests one OAuth token for a hundred concurrent API calls', async () => {
  const rig = await startRig();
  let tokensAsked = 0;
  const mpesa = rig.client({
    fetch: (url, init) => {
      if (url.includes('/oauth/')) tokensAsked += 1;
      return fetch(url, init);
    },
  });
  const calls = Array.from({ length: 100 }, () => mpesa.stkQuery({ checkoutRequestId: 'ws_CO_0' }));
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ code: '400.002.02' });
  expect(tokensAsked).toBe(1);
});

test('each API method of our client recovers when a newer token has invalidated its token', async () => {
  const rig = await startRig();
  const calls = [
    () => rig.mpesa.accountBalance({ side: 'payout', callbackToken: someToken() }),
    () =>
      rig.mpesa.transactionStatus({ side: 'collection', receipt: 'SGR0000000', callbackToken: someToken() }),
    () =>
      rig.mpesa.b2c({
        originatorConversationId: someToken(),
        msisdn: newMsisdn(),
        amountShillings: 10,
        remarks: 'Withdrawal',
        callbackToken: someToken(),
      }),
  ];
  for (const call of calls) {
    expect((await askForToken(rig, basic)).status).toBe(200);
    expect(await call()).toMatchObject({ outcome: 'accepted' });
  }
});

test('each API refuses a bad token with its own status and error code', async () => {
  const rig = await startRig();
  const refusals = [
    ['/mpesa/stkpush/v1/processrequest', 404, '404.001.03'],
    ['/mpesa/reversal/v1/request', 404, '404.001.03'],
    ['/mpesa/accountbalance/v1/query', 401, '401.002.01'],
    ['/mpesa/transactionstatus/v1/query', 400, '400.003.01'],
  ] as const;
  for (const [path, status, errorCode] of refusals) {
    const headers = { authorization: 'Bearer stale', 'content-type': 'application/json' };
    const response = await fetch(`${rig.url}${path}`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errorCode });
  }
});

test('an OAuth token expires within the hour', async () => {
  let now = new Date('2026-11-20T09:00:00Z');
  const rig = await startRig({ clock: () => now });
  const answer = await askForToken(rig, basic);
  const { access_token: token, expires_in: expiresIn } = (await answer.json()) as Record<string, string>;
  expect(expiresIn).toBe('3599');
  const query = () =>
    fetch(`${rig.url}/mpesa/stkpushquery/v1/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await query()).status).toBe(400);
  now = new Date('2026-11-20T10:00:00Z');
  expect((await query()).status).toBe(404);
});

test('answers wrong OAuth credentials with an empty 400, and malformed token requests with an error code', async () => {
  const rig = await startRig();
  const wrong = await askForToken(rig, `Basic ${btoa('a:b')}`);
  expect([wrong.status, await wrong.text()]).toEqual([400, '']);
  expect(await (await askForToken(rig, 'Bearer x')).json()).toMatchObject({ errorCode: '400.008.01' });
  expect(await (await askForToken(rig, basic, 'grant_type=password')).json()).toMatchObject({
    errorCode: '400.008.02',
  });
  const stranger = rig.client({ consumerSecret: 'wrong' });
  expect(await stranger.stkQuery({ checkoutRequestId: 'ws_CO_0' })).toMatchObject({
    outcome: 'rejected',
    reason: 'wrong_credentials',
  });
});

test('refuses only the paths listed in `missingProducts`, with 401.003.01', async () => {
  const rig = await startRig();
  await rig.behave({ missingProducts: ['/mpesa/c2b/v2', '/mpesa/b2c'] });
  for (const path of ['/mpesa/c2b/v2/registerurl', '/mpesa/b2c/v1/paymentrequest']) {
    expect(await rig.callDaraja(path, {})).toMatchObject({
      status: 401,
      errorCode: '401.003.01',
      errorMessage: 'Error Occurred - Invalid Access Token - Invalid API call as no apiproduct match found',
    });
  }
  expect(await rig.callDaraja('/mpesa/c2b/v1/registerurl', {})).toMatchObject({ status: 400 });
  const tokens = { confirmationToken: someToken(), validationToken: someToken() };
  const register = () => rig.mpesa.registerC2bUrls({ ...tokens, whenUnreachable: 'Completed' });
  expect(await register()).toMatchObject({ outcome: 'rejected', code: '401.003.01' });
  await rig.control('reset', {});
  expect(await register()).toMatchObject({ outcome: 'accepted' });
});
