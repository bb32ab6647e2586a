import { afterEach, expect, test, vi } from 'vitest';
import { CallFailed, CallRefused } from '../../../api/call.ts';
import {
  delayBeforeAsking,
  forgetAttempt,
  keepAttempt,
  keptAttempt,
  saysNothingWasTaken,
} from './attempt.ts';

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

test('an attempt outlives a reload until it is answered, and only for its own merchant', () => {
  storage();
  expect(keptAttempt('DUKA001')).toBeUndefined();
  keepAttempt(ATTEMPT);
  expect(keptAttempt('DUKA001')).toEqual(ATTEMPT);
  expect(keptAttempt('DUKA002')).toBeUndefined();
  forgetAttempt();
  expect(keptAttempt('DUKA001')).toBeUndefined();
});

test('whatever else lies in the storage is no attempt, and no storage at all is survived', () => {
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

test('no answer, and a fault of the server, leave open what happened', () => {
  for (const error of [
    new CallFailed(),
    refused(500, 'internal_error'),
    refused(503, 'overloaded'),
    refused(409, 'idempotency_key_in_use'),
    new Error('anything'),
  ]) {
    expect(saysNothingWasTaken(error, false)).toBe(false);
    expect(saysNothingWasTaken(error, true)).toBe(false);
  }
});

test('the voucher’s own no is final, the first time and every time', () => {
  for (const error of [refused(409, 'voucher_used'), refused(409, 'insufficient_voucher_balance')]) {
    expect(saysNothingWasTaken(error, false)).toBe(true);
    expect(saysNothingWasTaken(error, true)).toBe(true);
  }
});

test('a repetition that is stopped on the way says nothing about the first time', () => {
  for (const error of [
    refused(401, 'unauthenticated'),
    refused(403, 'merchant_not_active'),
    refused(429, 'too_many_requests'),
  ]) {
    expect(saysNothingWasTaken(error, false)).toBe(true);
    expect(saysNothingWasTaken(error, true)).toBe(false);
  }
});

test('the page asks more and more slowly, and after ten minutes leaves it to a person', () => {
  const delays = [0, 1, 2, 3, 4, 9].map((timesAsked) => delayBeforeAsking(ATTEMPT, timesAsked, 2_000));
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(delayBeforeAsking(ATTEMPT, 0, 1_000 + 10 * 60_000)).toBe(1_000);
  expect(delayBeforeAsking(ATTEMPT, 0, 1_001 + 10 * 60_000)).toBeUndefined();
});
