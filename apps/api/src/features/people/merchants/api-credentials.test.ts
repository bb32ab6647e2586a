import { expect, test } from 'vitest';
import { looksLikeApiKey, looksLikeApiSecret, newApiKey, newApiSecret } from './api-credentials.ts';

test('A34 API keys and secrets have a prefix and a checksum, and are unique', () => {
  const secrets = Array.from({ length: 1_000 }, newApiSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) expect(secret).toMatch(/^zs_[0-9A-Za-z]{38}$/u);
  expect(secrets.every(looksLikeApiSecret)).toBe(true);
  expect(secrets.some(looksLikeApiKey)).toBe(false);
  expect(Array.from({ length: 100 }, newApiKey).every(looksLikeApiKey)).toBe(true);
});

test('the checksum detects one wrong symbol in an API key or secret', () => {
  const key = newApiKey();
  for (let place = 0; place < key.length; place += 1) {
    const other = key[place] === 'Z' ? 'Y' : 'Z';
    expect(looksLikeApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
  }
  for (const text of ['', 'zk_', key.slice(1), `${key}0`, key.toLowerCase()]) {
    expect(looksLikeApiKey(text) && text !== key).toBe(false);
  }
});
