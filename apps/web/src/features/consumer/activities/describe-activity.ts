import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import type { dashboardStats } from '@zawadi/contract/payments';

export type Activity = CallAnswer<typeof dashboardStats>['recentActivities'][number];
type ActivityType = Activity['transactionType'];

type ActivityKind = { word: string; direction: 'in' | 'out' };

const kinds = {
  GIFT_PURCHASE: { word: 'Gift', direction: 'out' },
  WITHDRAWAL: { word: 'Withdrawal', direction: 'out' },
  CLAIM: { word: 'Gift added', direction: 'in' },
  REDEMPTION: { word: 'Spent', direction: 'out' },
  REFUND: { word: 'Refund', direction: 'in' },
} as const satisfies Record<ActivityType, ActivityKind>;

/** `Gift`, `Withdrawal`…: comes second in a row, after the name. */
export function activityWord(type: ActivityType): string {
  return kinds[type].word;
}

export type ShownAmount = { text: string; tone: 'in' | 'out' | 'void' };

/** Money in is green with a plus, money out ink with a true minus, and what never moved is struck through. */
export function activityAmount({ amount, transactionType, orderStatus }: Activity): ShownAmount {
  if (amount === undefined) return { text: 'N/A', tone: 'out' };
  const money = formatKes(Math.abs(amount));
  if (orderStatus === 'CANCELED') return { text: money, tone: 'void' };
  const { direction } = kinds[transactionType];
  return { text: `${direction === 'in' ? '+' : '−'}\u00a0${money}`, tone: direction };
}
