import type { OrderStatus } from '@zawadi/contract/purchases';
import type { Activity } from '@zawadi/contract/wallets';
import { stateWord, type StatusWord } from '../../ui/badge.tsx';

/** Returns the state's word; every state but COMPLETED and CANCELED is Pending. */
export function orderStatusWord(status: OrderStatus): 'Completed' | 'Canceled' | 'Pending' {
  if (status === 'COMPLETED') return 'Completed';
  return status === 'CANCELED' ? 'Canceled' : 'Pending';
}

/** Returns the state's word of a transaction that may have been refunded. */
export function activityWord({
  orderStatus,
  refundState,
}: { orderStatus: OrderStatus } & Pick<Activity, 'refundState'>): StatusWord {
  return stateWord(orderStatusWord(orderStatus), refundState);
}

/** Returns whether the state will not change soon, so that polling can stop. */
export function isSettled(status: OrderStatus): boolean {
  return status === 'COMPLETED' || status === 'CANCELED';
}
