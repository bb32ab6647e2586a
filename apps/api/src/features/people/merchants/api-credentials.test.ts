import { expect, test } from 'vitest';
import { looksLikeApiKey, looksLikeApiSecret, newApiKey, newApiSecret } from './api-credentials.ts';

const sandbox = { config: { provider: 'sandbox' } } as const;

test('A34 API keys and secrets have a prefix and a checksum, and are unique', () => {
  const secrets = Array.from({ length: 1_000 }, () => newApiSecret(sandbox));
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) expect(secret).toMatch(/^zs_test_[0-9A-Za-z]{38}$/u);
  expect(secrets.every(looksLikeApiSecret)).toBe(true);
  expect(secrets.some(looksLikeApiKey)).toBe(false);
  expect(Array.from({ length: 100 }, () => newApiKey(sandbox)).every(looksLikeApiKey)).toBe(true);
});

test('keys and secrets say whether they move real money: only with M-PESA itself they are live', () => {
  for (const [provider, environment] of [
    ['sandbox', 'test'],
    ['daraja-sandbox', 'test'],
    ['daraja', 'live'],
  ] as const) {
    const key = newApiKey({ config: { provider } });
    const secret = newApiSecret({ config: { provider } });
    expect(key).toMatch(new RegExp(`^zk_${environment}_[0-9A-Za-z]{26}$`, 'u'));
    expect(secret).toMatch(new RegExp(`^zs_${environment}_[0-9A-Za-z]{38}$`, 'u'));
    expect([looksLikeApiKey(key), looksLikeApiSecret(secret)]).toEqual([true, true]);
  }
});

test('credentials made before there were environments stay well-formed', () => {
  const [key, secret] = [`zk_${'a'.repeat(20)}2N7Ozz`, `zs_${'b'.repeat(32)}2rIvMf`];
  expect([looksLikeApiKey(key), looksLikeApiSecret(secret)]).toEqual([true, true]);
  expect(looksLikeApiKey(key.replace('zk_', 'zk_prod_'))).toBe(false);
});

test('the checksum detects one wrong symbol in an API key or secret', () => {
  const key = newApiKey(sandbox);
  for (let place = 0; place < key.length; place += 1) {
    const other = key[place] === 'Z' ? 'Y' : 'Z';
    expect(looksLikeApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
  }
  for (const text of ['', 'zk_', key.slice(1), `${key}0`, key.toLowerCase(), key.replace('test', 'live')]) {
    expect(looksLikeApiKey(text) && text !== key).toBe(false);
  }
});
