import { expect, test } from 'vitest';
import { atMost, growingDelay, growingDelayThenBlock } from './attempts.ts';

test('atMost three an hour delays the fourth until the oldest of the three is an hour old', () => {
  const rule = atMost(3, 3_600);
  expect(rule.waitSeconds([])).toBe(0);
  expect(rule.waitSeconds([10, 20])).toBe(0);
  expect(rule.waitSeconds([10, 20, 600])).toBe(3_000);
  expect(rule.waitSeconds([10, 20, 600, 900])).toBe(3_000);
  expect(rule.waitSeconds([10, 20, 3_600])).toBe(0);
});

test('after the free attempts growingDelay doubles each wait up to the longest, counted from the latest attempt', () => {
  const rule = growingDelay({ free: 2, longestSeconds: 5, forgottenAfterSeconds: 100 });
  expect(rule.waitSeconds([0])).toBe(0);
  expect(rule.waitSeconds([0, 0])).toBe(1);
  expect(rule.waitSeconds([0, 0, 0])).toBe(2);
  expect(rule.waitSeconds([9, 3, 1, 9])).toBe(3);
  expect(rule.waitSeconds([0, 0, 0, 0, 0])).toBe(5);
  expect(rule.waitSeconds([101, 101, 101, 0])).toBe(0);
});

test('growingDelay remembers as many attempts as its longest delay needs', () => {
  const { remembers, waitSeconds } = growingDelay({
    free: 10,
    longestSeconds: 900,
    forgottenAfterSeconds: 86_400,
  });
  expect(waitSeconds(Array.from({ length: remembers }, () => 0))).toBe(900);
});

test('after the free attempts growingDelayThenBlock doubles each wait, then blocks for the whole time', () => {
  const rule = growingDelayThenBlock({ free: 2, blockedAfter: 5, blockedSeconds: 3_600 });
  expect(rule.waitSeconds([0])).toBe(0);
  expect(rule.waitSeconds([0, 0])).toBe(1);
  expect(rule.waitSeconds([9, 0, 0, 1])).toBe(4);
  expect(rule.waitSeconds([90, 80, 70, 60, 10])).toBe(3_590);
  expect(rule.waitSeconds([3_690, 3_680, 3_670, 3_660, 3_600])).toBe(0);
  expect(rule.remembers).toBe(5);
});

test('growingDelayThenBlock with a longer withinSeconds still blocks after attempts that are far apart', () => {
  const rule = growingDelayThenBlock({ free: 2, blockedAfter: 5, blockedSeconds: 60, withinSeconds: 86_400 });
  expect(rule.waitSeconds([1_000, 900, 800, 700, 0])).toBe(60);
  expect(rule.waitSeconds([1_000, 900, 800, 700, 60])).toBe(0);
  expect(rule.forgetsAfterSeconds).toBe(86_400);
});
