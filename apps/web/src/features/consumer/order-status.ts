import type { OrderStatus } from '@zawadi/contract/purchases';

/** COMPLETED and CANCELED have their word; whatever else is on its way is Pending. */
export function orderStatusWord(status: OrderStatus): 'Completed' | 'Canceled' | 'Pending' {
  if (status === 'COMPLETED') return 'Completed';
  return status === 'CANCELED' ? 'Canceled' : 'Pending';
}

/** A state after which nothing changes by itself soon, so that polling can stop. */
export function isSettled(status: OrderStatus): boolean {
  return status === 'COMPLETED' || status === 'CANCELED';
}
