import type { FeesEarned } from '@zawadi/contract/reports-dashboard';
import { groupDays, spanText } from '../../lists/day-groups.ts';
import type { Named } from './figure-table.tsx';

type FeeDay = FeesEarned & { day: string };

const KINDS = ['deposit', 'withdrawal', 'settlement'] as const;

/** The parts of a period in which fees were earned or given back, the latest first. */
export function feeRows(days: readonly FeeDay[]): Named<FeesEarned>[] {
  return groupDays(days)
    .map((group) => ({ ...group.days.reduce(added), name: spanText(group) }))
    .filter((line) => KINDS.some((kind) => line[kind] !== 0))
    .toReversed();
}

function added(left: FeeDay, right: FeeDay): FeeDay {
  return {
    day: left.day,
    deposit: left.deposit + right.deposit,
    withdrawal: left.withdrawal + right.withdrawal,
    settlement: left.settlement + right.settlement,
    total: left.total + right.total,
  };
}
