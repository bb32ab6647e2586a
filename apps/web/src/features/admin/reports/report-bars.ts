import type { Bar } from '../../../ui/bar-chart.tsx';
import { dayText } from '../../../ui/calendar-text.ts';
import type { DayGroup } from '../../lists/day-groups.ts';
import { groupDays } from '../../lists/day-groups.ts';

type Line = { day: string };

/** Makes one bar for the sum of each day or week. Highlights the highest bar, and draws a negative sum as zero. */
export function sumBars<Day extends Line>(
  days: readonly Day[],
  figuresOf: (day: Day) => readonly number[],
): Bar[] {
  return standingOut(
    groupDays(days).map((group) => ({
      key: group.from,
      label: dayText(group.from, 'short'),
      figures: sums(group, figuresOf),
    })),
  );
}

/** Makes one bar for the closing balance of each day or week. Highlights the last bar. */
export function balanceBars(days: readonly (Line & { amount: number })[]): Bar[] {
  const groups = groupDays(days);
  return groups.map(({ to, days: lines }, index) => ({
    key: to,
    label: dayText(to, 'short'),
    figures: [lines.at(-1)?.amount ?? 0],
    isNow: index === groups.length - 1,
  }));
}

/** Highlights the highest bar; if several are equal, the latest of them. */
export function standingOut(bars: readonly Bar[]): Bar[] {
  const highest = bars.reduce((best, { figures }) => Math.max(best, figures[0] ?? 0), 0);
  const marked = bars.filter(({ figures }) => figures[0] === highest).at(-1);
  return bars.map((bar) => ({ ...bar, isNow: bar === marked }));
}

function sums<Day>({ days }: DayGroup<Day>, figuresOf: (day: Day) => readonly number[]): number[] {
  const added = days
    .map(figuresOf)
    .reduce((left, right) => left.map((figure, index) => figure + (right[index] ?? 0)));
  return added.map((figure) => Math.max(0, figure));
}
