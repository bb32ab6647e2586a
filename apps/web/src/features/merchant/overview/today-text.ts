import { formatKes } from '@zawadi/contract/money';
import type { Overview } from './use-overview.ts';

/** How many redemptions today, and what yesterday came to. */
export function todayText(today: Overview['today'], yesterday: Overview['yesterday']): string {
  const count = today.count === 1 ? '1 redemption' : `${today.count.toLocaleString('en-KE')} redemptions`;
  return `${count} · yesterday ${formatKes(yesterday.amount)}`;
}
