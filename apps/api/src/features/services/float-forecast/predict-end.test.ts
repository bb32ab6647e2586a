import { expect, test } from 'vitest';
import { predictEnd } from './predict-end.ts';

const NOW = new Date('2026-11-30T09:00:00Z');
const hoursUntil = (end: Date | undefined) => end && (end.getTime() - NOW.getTime()) / 3_600_000;
const KES = 100n;

/** A week in which every hour cost the same. */
const even = (shillings: bigint) => Array.from({ length: 168 }, () => shillings * KES);

test('a balance lasts as long as the usual hours allow', () => {
  const end = predictEnd({ now: NOW, balanceCents: 2_600n * KES, hours: even(100n), days: 7 });
  expect(hoursUntil(end)).toBe(26);
});

test('the same hour of the last days decides what a coming hour costs', () => {
  // Paid out daily between 11:00 and 12:00, which is 22 hours ago on the latest day.
  const hours = even(0n).map((_, ago) => (ago % 24 === 21 ? 1_000n * KES : 0n));
  const end = predictEnd({ now: NOW, balanceCents: 1_500n * KES, hours, days: 7 });
  expect(hoursUntil(end)).toBe(26.5);
});

test('busier last hours shorten the time, at most to a quarter', () => {
  const busy = (shillings: bigint) => even(100n).map((cents, ago) => (ago < 6 ? shillings * KES : cents));
  const calm = predictEnd({ now: NOW, balanceCents: 1_000n * KES, hours: busy(50n), days: 7 });
  const faster = predictEnd({ now: NOW, balanceCents: 1_000n * KES, hours: busy(200n), days: 7 });
  const rush = predictEnd({ now: NOW, balanceCents: 1_000n * KES, hours: busy(90_000n), days: 7 });
  expect(hoursUntil(calm)).toBe(10);
  expect(hoursUntil(faster)).toBe(5);
  expect(hoursUntil(rush)).toBe(2.5);
});

test('a new system counts only the days that it has seen', () => {
  const hours = even(0n).map((_, ago) => (ago < 24 ? 100n * KES : 0n));
  const end = predictEnd({ now: NOW, balanceCents: 500n * KES, hours, days: 1 });
  expect(hoursUntil(end)).toBe(5);
});

test('predicts nothing without pay-outs, and nothing beyond two weeks; an empty account ends now', () => {
  expect(predictEnd({ now: NOW, balanceCents: 1n, hours: even(0n), days: 7 })).toBeUndefined();
  const long = 100n * 24n * 14n * KES + 1n;
  expect(predictEnd({ now: NOW, balanceCents: long, hours: even(100n), days: 7 })).toBeUndefined();
  expect(predictEnd({ now: NOW, balanceCents: 0n, hours: even(0n), days: 7 })).toEqual(NOW);
});
