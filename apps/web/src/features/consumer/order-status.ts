import type { OrderStatus } from '@zawadi/contract/purchases';
import type { Activity } from '@zawadi/contract/wallets';
import { stateWord, type StatusWord } from '../../ui/badge.tsx';

/** Returns the label of a status; every status except COMPLETED and CANCELED is Pending. */
export function orderStatusWord(status: OrderStatus): 'Completed' | 'Canceled' | 'Pending' {
  if (status === 'COMPLETED') return 'Completed';
  return status === 'CANCELED' ? 'Canceled' : 'Pending';
}

/** Returns the label of a transaction's status, considering a refund. */
export function activityWord({
  orderStatus,
  refundState,
}: { orderStatus: OrderStatus } & Pick<Activity, 'refundState'>): StatusWord {
  return stateWord(orderStatusWord(orderStatus), refundState);
}

/** Returns whether the status is final, so that polling can stop. A later refund may still change it. */
export function isSettled(status: OrderStatus): boolean {
  return status === 'COMPLETED' || status === 'CANCELED';
}
