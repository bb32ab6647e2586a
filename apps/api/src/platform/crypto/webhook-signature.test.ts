import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSigningSecret, signatureHeaders } from './webhook-signature.ts';

const body = '{"type":"webhook.test","data":{"message":"Habari, ñ"}}';
const message = { id: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11', at: new Date(), body };

test('A23 the Standard Webhooks library accepts our signature, and rejects it after a change of one byte', () => {
  const secret = newSigningSecret();
  const headers = signatureHeaders(message, [secret]);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(body.replace('ñ', 'n'), headers)).toThrow('No matching signature');
  expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow('No matching signature');
  const otherId = { ...headers, 'webhook-id': '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f12' };
  expect(() => new Webhook(secret).verify(body, otherId)).toThrow('No matching signature');
});

test('during a rotation, receivers with the old or the new secret accept the signature', () => {
  const [secret, old] = [newSigningSecret(), newSigningSecret()];
  const headers = signatureHeaders(message, [secret, old]);
  for (const known of [secret, old]) expect(new Webhook(known).verify(body, headers)).toBeDefined();
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/u);
});

test("A23 the Standard Webhooks library rejects yesterday's message, so that it cannot be replayed", () => {
  const secret = newSigningSecret();
  const at = new Date(Date.now() - 86_400_000);
  const headers = signatureHeaders({ ...message, at }, [secret]);
  expect(() => new Webhook(secret).verify(body, headers)).toThrow('too old');
});

test('makes a signing secret of 32 random bytes with the prefix whsec_', () => {
  const secret = newSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u);
  expect(newSigningSecret()).not.toBe(secret);
});
