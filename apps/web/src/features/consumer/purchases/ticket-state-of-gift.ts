import type { OrderStatus, PurchasedGift } from '@zawadi/contract/purchases';
import type { TicketState } from '../../../ui/ticket-state.ts';
import { sentGiftState } from '../vouchers/sent-gift-words.ts';
import { isAhead } from './delivery.ts';

const stateOfStatus = {
  REGISTERED: 'Preview',
  PENDING: 'Waiting for M-PESA',
  COMPLETED: 'Active',
  CANCELED: 'Canceled',
} as const satisfies Record<OrderStatus, TicketState>;

/** Returns the state to show on the ticket of a gift. */
export function ticketStateOfGift({
  orderStatus,
  voucher,
  deliverAt,
}: Pick<PurchasedGift, 'voucher' | 'deliverAt'> & { orderStatus: OrderStatus }): TicketState {
  if (orderStatus !== 'COMPLETED' || voucher === undefined) return stateOfStatus[orderStatus];
  return sentGiftState({ status: voucher.status, isDelivered: !isAhead(deliverAt) });
}
