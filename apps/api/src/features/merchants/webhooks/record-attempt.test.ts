import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/durations.ts';
import { decideNext, RETRY_DELAYS_MS, type Ended } from './record-attempt.ts';
import { retryAfterMs } from './send-delivery.ts';

const healthy = { failures: 0, failingForMs: null, isWarned: false, isSwitchedOff: false };

function next(ended: Partial<Ended>, random = 0.5) {
  const result = { isDelivered: false, status: 500 };
  return decideNext({ type: 'voucher.redeemed', retriesUsed: 0, result, address: healthy, ...ended }, random);
}

test('F29 retries follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then stop', () => {
  const delays = Array.from({ length: 9 }, (_, retriesUsed) => next({ retriesUsed }).delivery.delayMs);
  expect(delays).toEqual([
    5_000,
    300_000,
    1_800_000,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
  ]);
  expect(next({ retriesUsed: RETRY_DELAYS_MS.length }).delivery.state).toBe('failed');
});

test('spreads the retries of simultaneous failures by a fifth either way', () => {
  expect(next({}, 0).delivery.delayMs).toBe(4_000);
  expect(next({}, 1).delivery.delayMs).toBe(6_000);
});

test('a receiver may request a pause, and nothing else is sent to its address during the pause', () => {
  const result = { isDelivered: false, status: 503, retryAfterMs: 120_000 };
  expect(next({ result })).toMatchObject({
    delivery: { state: 'pending', delayMs: 120_000 },
    address: { kind: 'failure', holdMs: 120_000 },
  });
});

test.each([429, 502, 504])('a receiver that answers %i is paused after one failure', (status) => {
  expect(next({ result: { isDelivered: false, status } }).address).toMatchObject({ holdMs: 30_000 });
});

test('one rejected event delays no others; three failures in a row do, longer each time', () => {
  const holds = [0, 1, 2, 3, 4, 8, 50].map((failures) => next({ address: { ...healthy, failures } }).address);
  expect(holds.map((hold) => hold.kind === 'failure' && hold.holdMs)).toEqual([
    0, 0, 10_000, 20_000, 40_000, 600_000, 600_000,
  ]);
});

test('410, or three days without a success, switches the address off', () => {
  expect(next({ result: { isDelivered: false, status: 410 } })).toEqual({
    delivery: { state: 'failed', delayMs: 0 },
    address: { kind: 'switch-off', reason: 'gone' },
  });
  const failing = (failingForMs: number) => next({ address: { ...healthy, failures: 9, failingForMs } });
  expect(failing(73 * HOUR_MS).address).toEqual({ kind: 'switch-off', reason: 'failing' });
  expect(failing(71 * HOUR_MS).address).toMatchObject({ kind: 'failure', isToBeWarned: true });
  expect(failing(23 * HOUR_MS).address).toMatchObject({ kind: 'failure', isToBeWarned: false });
});

test('a failed test event is not retried, and does not count as a failure of the address', () => {
  expect(next({ type: 'webhook.test' })).toEqual({
    delivery: { state: 'failed', delayMs: 0 },
    address: { kind: 'unchanged' },
  });
});

test('accepts seconds or a date as Retry-After, limits it to a day, and ignores nonsense', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(retryAfterMs('7', now)).toBe(7_000);
  expect(retryAfterMs('Fri, 20 Nov 2026 10:01:00 GMT', now)).toBe(60_000);
  expect(retryAfterMs('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(retryAfterMs('99999999', now)).toBe(24 * HOUR_MS);
  for (const nothing of [undefined, '', 'soon', '-', 'NaN'])
    expect(retryAfterMs(nothing, now)).toBeUndefined();
});
