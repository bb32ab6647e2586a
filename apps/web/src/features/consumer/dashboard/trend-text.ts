import type { Trend } from '@zawadi/contract/wallets';
import { say } from '../../../i18n/say.ts';

export type TrendDirection = 'up' | 'down' | 'level';

/** Where a figure goes: this month so far against the whole of last month. */
export function trendDirection({ current, previous }: Trend): TrendDirection {
  if (current === previous) return 'level';
  return current > previous ? 'up' : 'down';
}

/**
 * This month against last, in words.
 * @param figureText how the card writes a figure: money or a count
 */
export function trendText(trend: Trend, figureText: (figure: number) => string): string {
  const { current, previous, changePercent } = trend;
  const figure = figureText(current);
  if (current === 0 && previous === 0) return say('None this month or last');
  if (changePercent === undefined) return say('{figure} this month, none last month', { figure });
  if (changePercent === 0) return say('{figure} this month, as last month', { figure });
  const percent = Math.abs(changePercent);
  return changePercent > 0
    ? say('{figure} this month, {percent}% more than last', { figure, percent })
    : say('{figure} this month, {percent}% less than last', { figure, percent });
}

/** The balance now against the end of last month, in words. */
export function balanceTrendText(
  { current, previous }: Trend,
  moneyText: (amount: number) => string,
): string {
  const amount = moneyText(Math.abs(current - previous));
  if (current === previous) return say('As at the end of last month');
  return current > previous
    ? say('{amount} more than at the end of last month', { amount })
    : say('{amount} less than at the end of last month', { amount });
}
