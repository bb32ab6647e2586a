import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { ZawadiWebhookError } from './errors.ts';
import { signWebhook } from './sign-webhook.ts';
import { verifyWebhook } from './verify-webhook.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const id = 'event-1';
const said = {
  type: 'webhook.test',
  timestamp: '2026-11-20T08:15:30.123Z',
  data: { message: 'Habari, Kisumu – ☀' },
};
const payload = JSON.stringify(said);
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'believed',
    (error: unknown) => (error instanceof ZawadiWebhookError ? error.code : String(error)),
  );

test('accepts webhook messages signed by the public Standard Webhooks library', async () => {
  const at = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, payload),
  };
  expect(await verifyWebhook({ payload, headers, secret })).toEqual({ id, ...said });
});

test('the public Standard Webhooks library accepts messages signed by the SDK', async () => {
  const headers = await signWebhook({ id, payload, secret });
  expect(new Webhook(secret).verify(payload, headers)).toEqual(said);
});

test('accepts webhook headers in any shape, and the body as bytes', async () => {
  const headers = await signWebhook({ id, payload, secret });
  const upperCase = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]] as const);
  const shapes = [headers, new Headers(headers), Object.fromEntries(upperCase)];
  for (const shape of shapes) {
    const event = await verifyWebhook({ payload: Buffer.from(payload), headers: shape, secret });
    expect(event.type).toBe('webhook.test');
  }
});

test('during a rotation a webhook message is accepted if signer and receiver share one of the two secrets', async () => {
  const [now, before] = [newSecret(), newSecret()];
  const byBoth = await signWebhook({ id, payload, secret: [now, before] });
  const byOld = await signWebhook({ id, payload, secret: before });
  for (const one of [now, before, [now, before]]) {
    expect(await codeOf(verifyWebhook({ payload, headers: byBoth, secret: one }))).toBe('believed');
  }
  expect(await codeOf(verifyWebhook({ payload, headers: byOld, secret: [now, before] }))).toBe('believed');
  expect(await codeOf(verifyWebhook({ payload, headers: byOld, secret: now }))).toBe('signature_wrong');
});

test('A23 refuses a webhook message that is changed, unsigned, or signed in another way or with another secret', async () => {
  const headers = await signWebhook({ id, payload, secret });
  const { 'webhook-signature': signature } = headers;
  const wrong: [string, Parameters<typeof verifyWebhook>[0]][] = [
    ['signature_wrong', { payload: `${payload} `, headers, secret }],
    ['signature_wrong', { payload, headers: { ...headers, 'webhook-id': 'event-2' }, secret }],
    ['signature_wrong', { payload, headers, secret: newSecret() }],
    ['signature_wrong', { payload, headers: { ...headers, 'webhook-signature': 'v1,' }, secret }],
    ['signature_wrong', { payload, headers: { ...headers, 'webhook-signature': 'v1,?' }, secret }],
    [
      'signature_wrong',
      { payload, headers: { ...headers, 'webhook-signature': `v1a${signature.slice(2)}` }, secret },
    ],
    ['headers_missing', { payload, headers: { ...headers, 'webhook-signature': undefined }, secret }],
    ['headers_missing', { payload, headers: new Headers(), secret }],
  ];
  for (const [code, message] of wrong) expect(await codeOf(verifyWebhook(message))).toBe(code);
});

test('A23 refuses a webhook message whose timestamp is too old or too far in the future', async () => {
  for (const ageSeconds of [400, -400]) {
    const at = new Date(Date.now() - ageSeconds * 1_000);
    const headers = await signWebhook({ id, payload, secret, at });
    expect(await codeOf(verifyWebhook({ payload, headers, secret }))).toBe('timestamp_out_of_tolerance');
    expect(() => new Webhook(secret).verify(payload, headers)).toThrow('timestamp');
    expect(await codeOf(verifyWebhook({ payload, headers, secret, toleranceSeconds: 600 }))).toBe('believed');
  }
  const headers = { ...(await signWebhook({ id, payload, secret })), 'webhook-timestamp': 'soon' };
  expect(await codeOf(verifyWebhook({ payload, headers, secret }))).toBe('timestamp_out_of_tolerance');
});

test('a signed message that is no JSON throws its own error, and an invalid secret throws a TypeError', async () => {
  const headers = await signWebhook({ id, payload: 'hello', secret });
  expect(await codeOf(verifyWebhook({ payload: 'hello', headers, secret }))).toBe('payload_unreadable');
  for (const none of ['', 'whsec_', 'whsec_***']) {
    await expect(signWebhook({ id, payload, secret: none })).rejects.toThrow(TypeError);
    await expect(verifyWebhook({ payload: 'hello', headers, secret: none })).rejects.toThrow(TypeError);
  }
});
