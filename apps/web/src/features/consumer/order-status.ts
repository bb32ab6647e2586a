import type { OrderStatus } from '@zawadi/contract/purchases';
import type { Activity } from '@zawadi/contract/wallets';
import { stateWord, type StatusWord } from '../../ui/badge.tsx';

/** COMPLETED and CANCELED have their word; whatever else is on its way is Pending. */
export function orderStatusWord(status: OrderStatus): 'Completed' | 'Canceled' | 'Pending' {
  if (status === 'COMPLETED') return 'Completed';
  return status === 'CANCELED' ? 'Canceled' : 'Pending';
}

/** The same of something that may have come back. */
export function activityWord({
  orderStatus,
  refundState,
}: { orderStatus: OrderStatus } & Pick<Activity, 'refundState'>): StatusWord {
  return stateWord(orderStatusWord(orderStatus), refundState);
}

/** A state after which nothing changes by itself soon, so that polling can stop. */
export function isSettled(status: OrderStatus): boolean {
  return status === 'COMPLETED' || status === 'CANCELED';
}
