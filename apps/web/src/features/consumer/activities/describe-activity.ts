import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import type { dashboardStats } from '@zawadi/contract/payments';

export type Activity = CallAnswer<typeof dashboardStats>['recentActivities'][number];
type ActivityType = Activity['transactionType'];

const directions = {
  GIFT_PURCHASE: 'out',
  WITHDRAWAL: 'out',
  CLAIM: 'in',
  REDEMPTION: 'out',
  REFUND: 'in',
} as const satisfies Record<ActivityType, 'in' | 'out'>;

export type ShownAmount = { text: string; tone: 'in' | 'out' | 'void' };

/** Money in is green with a plus, money out ink with a true minus, and what never moved is struck through. */
export function activityAmount({ amount, transactionType, orderStatus }: Activity): ShownAmount {
  if (amount === undefined) return { text: 'N/A', tone: 'out' };
  const money = formatKes(Math.abs(amount));
  if (orderStatus === 'CANCELED') return { text: money, tone: 'void' };
  const direction = directions[transactionType];
  return { text: `${direction === 'in' ? '+' : '−'}\u00a0${money}`, tone: direction };
}
