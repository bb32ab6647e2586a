import { shillingsOf, type HandlerAnswer, type merchantReport, type ReportLine } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { added, sumFees, sumRedemptions, type Span, type Sums } from './report-store.ts';

const LONGEST_DAYS = 366;
const HOURS = 24;
const NOTHING: Sums = { redemptions: 0, redeemedCents: 0n, reversals: 0, reversedCents: 0n };

export type Report = HandlerAnswer<typeof merchantReport>;

/**
 * Sales of a merchant from one day in Nairobi to another, both included.
 * @throws Refusal period_invalid for days in the wrong order or more than a year apart
 */
export async function readReport(
  db: Db,
  input: { merchantId: string; from: string; to: string },
): Promise<Report> {
  const { from, to } = input;
  const span = spanOf(input);
  const [sums, feeCents] = await Promise.all([sumRedemptions(db, span), sumFees(db, span)]);
  const total = [...sums.byDay.values()].reduce(added, NOTHING);
  return {
    from,
    to,
    total: { ...lineOf(total), fees: shillingsOf(feeCents) },
    byDay: daysOf(span).map((day) => ({ day, ...lineOf(sums.byDay.get(day)) })),
    byHour: Array.from({ length: HOURS }, (_, hour) => ({ hour, ...lineOf(sums.byHour.get(hour)) })),
    byStaff: [...sums.byStaff]
      .map(([servedBy, one]) => ({ servedBy, ...lineOf(one) }))
      .toSorted((left, right) => right.sales - left.sales || left.servedBy.localeCompare(right.servedBy)),
  };
}

function spanOf({ merchantId, from, to }: { merchantId: string; from: string; to: string }): Span {
  const begins = beginningOfNairobiDay(from);
  const until = new Date(beginningOfNairobiDay(to).getTime() + DAY_MS);
  const days = (until.getTime() - begins.getTime()) / DAY_MS;
  if (!(days >= 1 && days <= LONGEST_DAYS)) throw new Refusal('period_invalid');
  return { merchantId, from: begins, until };
}

function daysOf({ from, until }: Span): string[] {
  const count = (until.getTime() - from.getTime()) / DAY_MS;
  return Array.from({ length: count }, (_, n) => nairobiDay(new Date(from.getTime() + n * DAY_MS)));
}

function lineOf(sums: Sums = NOTHING): ReportLine {
  return {
    redemptions: sums.redemptions,
    redeemed: shillingsOf(sums.redeemedCents),
    reversals: sums.reversals,
    reversed: shillingsOf(sums.reversedCents),
    sales: shillingsOf(sums.redeemedCents - sums.reversedCents),
  };
}
