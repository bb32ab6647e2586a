import { randomUUID } from 'node:crypto';
import type { OpeningHours } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { configuredFeesAndLimits } from '../../services/settings/index.ts';
import { defaultRules } from './fraud-rules.ts';
import { applyRule } from './watch-for-fraud.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const closed = (weekday: number) => ({ weekday, kind: 'closed' as const });
const hours = (weekday: number, opensAt: string, closesAt: string) => ({
  weekday,
  kind: 'hours' as const,
  opensAt,
  closesAt,
});

/** Open on Monday by day, on Friday until two at night, and on Sunday around the clock. */
const week: OpeningHours = [
  hours(1, '08:00', '18:00'),
  closed(2),
  closed(3),
  closed(4),
  hours(5, '20:00', '02:00'),
  closed(6),
  { weekday: 7, kind: 'all-day' },
];

/** Returns true if a redemption at that moment raises no alert. */
async function isOpen(moment: string, graceMinutes: number): Promise<boolean> {
  const { merchantId } = await newTill(system);
  await system.owner.query('update merchant_places set opening_hours = $2 where id = $1', [
    merchantId,
    JSON.stringify(week),
  ]);
  await system.owner.query(
    `insert into redemptions (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, redeemed_at, place_id)
     values ($3, gen_random_uuid(), $1, 100, 0, 'api', $2, $1)`,
    [merchantId, moment, randomUUID()],
  );
  const feesAndLimits = configuredFeesAndLimits(system.deps.config);
  const look = { since: new Date('2026-03-01'), evidence: 1, most: null, feesAndLimits };
  const rules = { ...defaultRules, outsideOpeningHours: { isOn: true, graceMinutes } };
  const found = await system.deps.db
    .transaction()
    .execute((tx) => applyRule(tx, look, 'outsideOpeningHours', rules));
  return !found.some(({ about }) => about.merchantId === merchantId);
}

// 2026-03-02 is a Monday.
test.each([
  ['2026-03-02T07:59:00+03:00', false],
  ['2026-03-02T08:00:00+03:00', true],
  ['2026-03-02T18:00:00+03:00', true],
  ['2026-03-02T18:01:00+03:00', false],
  ['2026-03-03T12:00:00+03:00', false],
  ['2026-03-06T19:59:00+03:00', false],
  ['2026-03-06T23:30:00+03:00', true],
  ['2026-03-07T01:59:00+03:00', true],
  ['2026-03-07T02:01:00+03:00', false],
  ['2026-03-08T00:00:00+03:00', true],
  ['2026-03-08T23:59:00+03:00', true],
])('at %s the shop is open: %s', async (moment, expected) => {
  expect(await isOpen(moment, 0)).toBe(expected);
});

test('a redemption within the grace period before opening or after closing raises no alert', async () => {
  for (const [moment, expected] of [
    ['2026-03-02T07:44:00+03:00', false],
    ['2026-03-02T07:45:00+03:00', true],
    ['2026-03-02T18:15:00+03:00', true],
    ['2026-03-02T18:16:00+03:00', false],
  ] as const) {
    expect([moment, await isOpen(moment, 15)]).toEqual([moment, expected]);
  }
});
