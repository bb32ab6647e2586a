// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Trend } from '@zawadi/contract/wallets';
import { draw } from '../../../ui/testing/dom.tsx';
import type { useDashboardStats } from '../wallets/use-dashboard-stats.ts';
import { balanceTrendText, DashboardStats } from './dashboard-stats.tsx';

const NONE: Trend = { current: 0, previous: 0 };

test('S52 compares the number of gifts with last month’s in words, without a sign', () => {
  expect(boughtNote({ current: 9, previous: 6 })).toBe('3 more than Oct');
  expect(boughtNote({ current: 3, previous: 5 })).toBe('2 fewer than Oct');
  expect(boughtNote({ current: 6, previous: 6 })).toBe('As many as in Oct');
  expect(boughtNote({ current: 4, previous: 0 })).toBe('4 more than Oct');
  expect(boughtNote(NONE)).toBe('None in Nov');
});

test('S511 names the month of deposits, and shows an arrow only if they exceed last month’s', () => {
  expect(depositNote({ current: 9_500, previous: 10 })).toEqual({
    words: 'KES\u00a09,500 in Nov',
    isUp: true,
  });
  expect(depositNote({ current: 500, previous: 800 })).toEqual({ words: 'KES\u00a0500 in Nov', isUp: false });
  expect(depositNote({ current: 0, previous: 800 })).toEqual({ words: 'None in Nov', isUp: false });
});

test("shows this month's change of the balance, with a sign", () => {
  expect(balanceTrendText({ current: 800, previous: 500 })).toBe('+\u00a0KES\u00a0300 this month');
  expect(balanceTrendText({ current: 500, previous: 800 })).toBe('−\u00a0KES\u00a0300 this month');
  expect(balanceTrendText({ current: 500, previous: 500 })).toBe('No change this month');
});

function boughtNote(totalVouchersBought: Trend): string | null | undefined {
  return notes({ totalVouchersBought })[1]?.textContent;
}

function depositNote(totalDeposit: Trend) {
  const note = notes({ totalDeposit })[0];
  return { words: note?.textContent, isUp: note?.querySelector('svg') !== null };
}

function notes(trends: Partial<Record<'totalDeposit' | 'totalVouchersBought', Trend>>): Element[] {
  const data = {
    walletBalance: 0,
    withdrawableMaximum: 0,
    totalDeposit: 10_000,
    totalVouchersBought: 14,
    totalVouchersRedeemed: 9,
    trends: {
      walletBalance: NONE,
      totalDeposit: NONE,
      totalVouchersBought: NONE,
      totalVouchersRedeemed: NONE,
      ...trends,
    },
    monthly: ['2026-10', '2026-11'].map((month) => ({ month, paidIn: 0, withdrawn: 0 })),
    recentActivities: [],
  };
  const stats = { data, isError: false } as unknown as ReturnType<typeof useDashboardStats>;
  const { container } = draw(<DashboardStats stats={stats} />);
  return [...container.querySelectorAll('.stats .d')];
}
