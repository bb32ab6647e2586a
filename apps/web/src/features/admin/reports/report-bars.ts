import type { Bar } from '../../../ui/bar-chart.tsx';
import { dayText } from '../../../ui/calendar-text.ts';
import type { DayGroup } from '../../lists/day-groups.ts';
import { groupDays } from '../../lists/day-groups.ts';

type Line = { day: string };

/** Bars of what happened in each part of a period, added up. The highest stands out; less than nothing is nothing. */
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

/** Bars of what there was at the end of each part of a period. The last stands out. */
export function balanceBars(days: readonly (Line & { amount: number })[]): Bar[] {
  const groups = groupDays(days);
  return groups.map(({ to, days: lines }, index) => ({
    key: to,
    label: dayText(to, 'short'),
    figures: [lines.at(-1)?.amount ?? 0],
    isNow: index === groups.length - 1,
  }));
}

/** The same bars, the latest of the highest marked. */
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
