import type { ReportLine } from '@zawadi/contract/merchant-reports';
import { groupDays } from '../../lists/day-groups.ts';

type ReportDay = ReportLine & { day: string };

/** What some days in a row came to together. */
type SalesGroup = ReportLine & { from: string; to: string };

/** A period in as many parts as a chart has room for. */
export function groupSales(days: readonly ReportDay[]): SalesGroup[] {
  return groupDays(days).map(({ from, to, days: lines }) => ({ from, to, ...lines.reduce(added) }));
}

function added(left: ReportDay, right: ReportDay): ReportDay {
  return {
    day: left.day,
    redemptions: left.redemptions + right.redemptions,
    redeemed: left.redeemed + right.redeemed,
    reversals: left.reversals + right.reversals,
    reversed: left.reversed + right.reversed,
    sales: left.sales + right.sales,
  };
}
