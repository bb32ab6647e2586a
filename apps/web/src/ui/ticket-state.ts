import type { VoucherStatus } from '@zawadi/contract/vouchers-status';
import type { StatusWord } from './badge.tsx';

/** State of a ticket; the first three belong to buying, before there is a voucher. */
export type TicketState = Extract<
  StatusWord,
  | 'Preview'
  | 'Waiting for M-PESA'
  | 'Canceled'
  | 'Scheduled'
  | 'Active'
  | 'Partly used'
  | 'Used'
  | 'In wallet'
  | 'Expired'
  | 'Voided'
  | 'Refunded'
>;

const stateOfStatus = {
  ACTIVE: 'Active',
  PARTIALLY_REDEEMED: 'Partly used',
  REDEEMED: 'Used',
  CLAIMED: 'In wallet',
  EXPIRED: 'Expired',
  VOIDED: 'Voided',
  REFUNDED: 'Refunded',
} as const satisfies Record<VoucherStatus, TicketState>;

/** Returns the ticket's state for an issued voucher. */
export function ticketStateOf(status: VoucherStatus): TicketState {
  return stateOfStatus[status];
}

/** Used: the stub is torn off. Expired: the cloth has lost its colour. */
export function ticketClass(state: TicketState): 'is-used' | 'is-expired' | undefined {
  if (state === 'Used' || state === 'In wallet') return 'is-used';
  return state === 'Expired' || state === 'Voided' || state === 'Refunded' ? 'is-expired' : undefined;
}
