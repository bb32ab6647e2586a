import { shillingsOf, type HandlerAnswer, type merchantReport, type ReportLine } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import type { Where } from './redemption-totals-store.ts';
import { added, sumFees, sumRedemptions, type Span, type Sums } from './report-store.ts';

const LONGEST_DAYS = 366;
const HOURS = 24;
const NOTHING: Sums = { redemptions: 0, redeemedCents: 0n, reversals: 0, reversedCents: 0n };

type Report = HandlerAnswer<typeof merchantReport>;

type Table = 'day' | 'hour' | 'staff' | 'place';

type Row = { label: string; line: ReportLine };

const TABLES: Record<Table, { heading: string; rowsOf: (report: Report) => Row[] }> = {
  day: {
    heading: 'Day',
    rowsOf: ({ byDay }) => byDay.map((line) => ({ label: line.day, line })),
  },
  hour: {
    heading: 'Hour',
    rowsOf: ({ byHour }) =>
      byHour.map((line) => ({ label: `${String(line.hour).padStart(2, '0')}:00`, line })),
  },
  staff: {
    heading: 'Served by',
    rowsOf: ({ byStaff }) => byStaff.map((line) => ({ label: line.servedBy, line })),
  },
  place: {
    heading: 'Place',
    rowsOf: ({ byPlace }) => byPlace.map((line) => ({ label: line.place, line })),
  },
};

const FIGURES: CsvColumn<Row>[] = [
  ['Redemptions', ({ line }) => line.redemptions],
  ['Redeemed (KES)', ({ line }) => line.redeemed],
  ['Reversals', ({ line }) => line.reversals],
  ['Reversed (KES)', ({ line }) => line.reversed],
  ['Sales (KES)', ({ line }) => line.sales],
];

/**
 * Reads a merchant's sales between two days in Nairobi, both included.
 * @param input.isOfOnePlace whether the reader works for one place; fees are the whole merchant's, and left out then
 * @throws Refusal period_reversed for days in the wrong order, period_invalid for more than a year
 */
export async function readReport(
  db: Db,
  input: Where & { from: string; to: string; isOfOnePlace: boolean },
): Promise<Report> {
  const { from, to, isOfOnePlace } = input;
  const span = spanOf(input);
  const [sums, feeCents] = await Promise.all([
    sumRedemptions(db, input),
    isOfOnePlace ? 0n : sumFees(db, span),
  ]);
  const total = [...sums.byDay.values()].reduce(added, NOTHING);
  return {
    from,
    to,
    total: { ...lineOf(total), fees: shillingsOf(feeCents) },
    byDay: daysOf(span).map((day) => ({ day, ...lineOf(sums.byDay.get(day)) })),
    byHour: Array.from({ length: HOURS }, (_, hour) => ({ hour, ...lineOf(sums.byHour.get(hour)) })),
    byStaff: largestFirst(sums.byStaff).map(([servedBy, line]) => ({ servedBy, ...line })),
    byPlace: largestFirst(sums.byPlace).map(([place, line]) => ({ place, ...line })),
  };
}

function largestFirst(sums: Map<string, Sums>): [name: string, ReportLine][] {
  return [...sums]
    .map(([name, one]): [string, ReportLine] => [name, lineOf(one)])
    .toSorted(([left, one], [right, other]) => other.sales - one.sales || left.localeCompare(right));
}

/** Writes one table of a report as a CSV file. Omits the total row, so that a spreadsheet's own sum is right. */
export function reportCsv({ clock }: Pick<Deps, 'clock'>, report: Report, by: Table): FileAnswer {
  const { heading, rowsOf } = TABLES[by];
  const columns: CsvColumn<Row>[] = [[heading, ({ label }) => label], ...FIGURES];
  return csvFile(`sales-by-${by}-${nairobiDay(clock.now())}`, columns, [rowsOf(report)]);
}

function spanOf({ merchantId, from, to }: { merchantId: string; from: string; to: string }): Span {
  const begins = beginningOfNairobiDay(from);
  const until = new Date(beginningOfNairobiDay(to).getTime() + DAY_MS);
  const days = (until.getTime() - begins.getTime()) / DAY_MS;
  if (days < 1) throw new Refusal('period_reversed');
  if (!(days <= LONGEST_DAYS)) throw new Refusal('period_invalid');
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
