import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACCESS_TOKEN_KEY, clearTokens, readTokens, REFRESH_TOKEN_KEY, storeTokens } from './token-store.ts';

const stored = new Map<string, string>();
const pair = { accessToken: 'access.token.é', refreshToken: 'refresh-token' };

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('reads back the stored tokens', () => {
  storeTokens(pair);
  expect(readTokens()).toEqual(pair);
});

test('A32 S341 encrypts each token under its fixed storage key, with a different ciphertext each time', () => {
  storeTokens(pair);
  const first = stored.get(ACCESS_TOKEN_KEY);
  expect([...stored.keys()].sort()).toEqual([ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].sort());
  expect(JSON.stringify([...stored.values()])).not.toContain('token');
  storeTokens(pair);
  expect(stored.get(ACCESS_TOKEN_KEY)).not.toBe(first);
});

test('A32 S342 treats a token that cannot be decrypted as no token', () => {
  storeTokens(pair);
  stored.set(ACCESS_TOKEN_KEY, 'not hex');
  expect(readTokens()).toBeUndefined();
  storeTokens(pair);
  const sealed = stored.get(REFRESH_TOKEN_KEY) ?? '';
  stored.set(REFRESH_TOKEN_KEY, sealed.slice(0, -2) + (sealed.endsWith('00') ? '01' : '00'));
  expect(readTokens()).toBeUndefined();
});

test('A32 S343 clears both tokens together', () => {
  storeTokens(pair);
  clearTokens();
  expect(stored.size).toBe(0);
  expect(readTokens()).toBeUndefined();
});

test('without local storage, keeps the session until the page closes', () => {
  vi.stubGlobal('localStorage', undefined);
  storeTokens(pair);
  expect(readTokens()).toEqual(pair);
  clearTokens();
  expect(readTokens()).toBeUndefined();
});
