import { afterEach, expect, test, vi } from 'vitest';
import { CallFailed, CallRefused } from '../../../api/call.ts';
import { retryDelayMs, forgetAttempt, keepAttempt, keptAttempt, provesNothingTaken } from './attempt.ts';

const ATTEMPT = {
  attemptId: '0198f6a0-0000-7000-8000-000000000001',
  merchantCode: 'DUKA001',
  code: '7K4MQ9TX2HVBW3NE',
  amountShillings: 1_200,
  recipientName: 'Brian O.',
  startedAt: 1_000,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

function storage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

const refused = (status: number, code: string) => new CallRefused(status, { code, customerMessage: code });

test('keeps an unanswered attempt across reloads, only for the merchant who made it', () => {
  storage();
  expect(keptAttempt('DUKA001')).toBeUndefined();
  keepAttempt(ATTEMPT);
  expect(keptAttempt('DUKA001')).toEqual(ATTEMPT);
  expect(keptAttempt('DUKA002')).toBeUndefined();
  forgetAttempt();
  expect(keptAttempt('DUKA001')).toBeUndefined();
});

test('ignores unreadable stored attempts, and works without session storage', () => {
  const kept = storage();
  for (const text of ['{}', 'null', 'not json', '{"attemptId":1}']) {
    kept.set('zawadi-till-attempt', text);
    expect(keptAttempt('DUKA001')).toBeUndefined();
  }
  vi.stubGlobal('sessionStorage', undefined);
  keepAttempt(ATTEMPT);
  forgetAttempt();
  expect(keptAttempt('DUKA001')).toBeUndefined();
});

test('treats a lost answer or a server fault as an unknown outcome', () => {
  for (const error of [
    new CallFailed(),
    refused(500, 'internal_error'),
    refused(503, 'overloaded'),
    refused(409, 'idempotency_key_in_use'),
    new Error('anything'),
  ]) {
    expect(provesNothingTaken(error, false)).toBe(false);
    expect(provesNothingTaken(error, true)).toBe(false);
  }
});

test('a refusal by the voucher proves that nothing was taken, on the first try and on a retry', () => {
  for (const error of [refused(409, 'voucher_used'), refused(409, 'insufficient_voucher_balance')]) {
    expect(provesNothingTaken(error, false)).toBe(true);
    expect(provesNothingTaken(error, true)).toBe(true);
  }
});

test('a retry refused before the voucher is checked proves nothing about the first try', () => {
  for (const error of [
    refused(401, 'unauthenticated'),
    refused(403, 'merchant_not_active'),
    refused(429, 'too_many_requests'),
  ]) {
    expect(provesNothingTaken(error, false)).toBe(true);
    expect(provesNothingTaken(error, true)).toBe(false);
  }
});

test('retries at growing intervals for ten minutes, then leaves the decision to the cashier', () => {
  const delays = [0, 1, 2, 3, 4, 9].map((timesAsked) => retryDelayMs(ATTEMPT, timesAsked, 2_000));
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(retryDelayMs(ATTEMPT, 0, 1_000 + 10 * 60_000)).toBe(1_000);
  expect(retryDelayMs(ATTEMPT, 0, 1_001 + 10 * 60_000)).toBeUndefined();
});
