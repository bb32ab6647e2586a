import { expect, test } from 'vitest';
import { laterOf, refusedUntil } from './payer-form.tsx';

const NOW = Date.parse('2026-11-20T11:05:00Z');

test("blocks a repeated prompt for the server's wait, or for M-PESA's two minutes by default", () => {
  expect(refusedUntil({ code: 'prompt_repeated', retryAfterSeconds: 84 }, NOW)).toBe(NOW + 84_000);
  expect(refusedUntil({ code: 'prompt_repeated' }, NOW)).toBe(NOW + 120_000);
});

test('shows no countdown for a permanent refusal', () => {
  expect(refusedUntil({ code: 'already_paid', retryAfterSeconds: 84 }, NOW)).toBeUndefined();
  expect(refusedUntil({ code: 'prompt_open' }, NOW)).toBeUndefined();
});

test('uses the later of two waits', () => {
  expect(laterOf('2026-11-20T11:06:00Z', NOW)).toBe(NOW + 60_000);
  expect(laterOf('2026-11-20T11:04:00Z', NOW)).toBe(NOW);
  expect(laterOf(undefined, undefined)).toBe(0);
});
