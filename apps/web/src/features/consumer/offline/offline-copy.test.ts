import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessToken } from '../../../api/testing/fake-server.ts';
import { clearTokens, OFFLINE_KEY, storeTokens } from '../../../api/token-store.ts';
import { keepBalance, keepGifts, readOfflineCopy, stopKeepingGifts } from './offline-copy.ts';

const stored = new Map<string, string>();
const at = new Date('2026-11-20T11:05:31.000Z');
const gift = {
  voucherId: 'voucher-1',
  senderName: 'Amina',
  recipientName: 'Brian',
  message: 'Hongera',
  cloth: 'asante',
  value: 950,
  balance: 600,
  code: 'ABCD-EFGH-JKMN-PQRS',
  expiresAt: '2028-11-20T20:59:59.000Z',
} as const;

function signIn(sub: string, role: 'ROLE_USER' | 'ROLE_MERCHANT' = 'ROLE_USER'): void {
  storeTokens({ accessToken: accessToken(sub, role), refreshToken: `refresh-${sub}` });
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  signIn('amina');
});
afterEach(() => {
  clearTokens();
  vi.unstubAllGlobals();
});

test('shows the balance offline, with its time', () => {
  keepBalance(1200, at);
  expect(readOfflineCopy()).toEqual({
    userId: 'amina',
    balance: { shillings: 1200, at: '2026-11-20T11:05:31.000Z' },
  });
});

test('stores gifts with the balance, encrypted, until the person switches it off', () => {
  keepBalance(1200, at);
  keepGifts([gift], at);
  expect(readOfflineCopy()).toMatchObject({ balance: { shillings: 1200 }, gifts: { list: [gift] } });
  expect(stored.get(OFFLINE_KEY)).not.toContain('ABCD');
  stopKeepingGifts();
  expect(readOfflineCopy()).toMatchObject({ balance: { shillings: 1200 } });
  expect(readOfflineCopy()?.gifts).toBeUndefined();
});

test('signing out deletes the offline copy, and an answer that arrives later does not restore it', () => {
  keepGifts([gift], at);
  clearTokens();
  expect(stored.size).toBe(0);
  keepBalance(1200, at);
  expect(stored.size).toBe(0);
  expect(readOfflineCopy()).toBeUndefined();
});

test('the next user of this device sees nothing of the offline copy, which is deleted', () => {
  keepGifts([gift], at);
  signIn('brian');
  expect(readOfflineCopy()).toBeUndefined();
  signIn('amina');
  expect(readOfflineCopy()).toBeUndefined();
});

test('stores an offline copy only for consumers', () => {
  signIn('DUKA001', 'ROLE_MERCHANT');
  keepBalance(1200, at);
  expect(stored.has(OFFLINE_KEY)).toBe(false);
});

test('treats an unreadable offline copy as missing', () => {
  keepBalance(1200, at);
  stored.set(OFFLINE_KEY, 'garbage');
  expect(readOfflineCopy()).toBeUndefined();
});
