import type { CallAnswer } from '@zawadi/contract/endpoint';
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

/** Money in is green with a plus, money out ink with a true minus, and what never moved is struck through. */
export function directionOf({ transactionType, orderStatus }: Activity): 'in' | 'out' | 'void' {
  return orderStatus === 'CANCELED' ? 'void' : directions[transactionType];
}
