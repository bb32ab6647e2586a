import type { VolumeLine } from '@zawadi/contract/reports';
import { groupDays, spanText } from '../../lists/day-groups.ts';
import type { Named } from './figure-table.tsx';

const KINDS = ['deposits', 'withdrawals', 'redemptions', 'claims', 'settlements', 'refunds'] as const;

/** The parts of a period in which something moved, the latest first. */
export function volumeRows(days: readonly (VolumeLine & { day: string })[]): Named<VolumeLine>[] {
  return groupDays(days)
    .map((group) => ({ name: spanText(group), ...group.days.map(withoutDay).reduce(added) }))
    .filter((line) => KINDS.some((kind) => line[kind].count > 0))
    .toReversed();
}

function withoutDay({ day: _day, ...line }: VolumeLine & { day: string }): VolumeLine {
  return line;
}

function added(left: VolumeLine, right: VolumeLine): VolumeLine {
  const both = (kind: keyof VolumeLine) => ({
    count: left[kind].count + right[kind].count,
    amount: left[kind].amount + right[kind].amount,
  });
  return {
    deposits: both('deposits'),
    withdrawals: both('withdrawals'),
    redemptions: both('redemptions'),
    claims: both('claims'),
    settlements: both('settlements'),
    refunds: both('refunds'),
  };
}
