import type { VoucherStatus } from '@zawadi/contract/vouchers-status';
import type { StatusWord } from './badge.tsx';

/** What a ticket says about itself; the first three belong to buying, before there is a voucher. */
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

/** How the ticket of an issued voucher looks. */
export function ticketStateOf(status: VoucherStatus): TicketState {
  return stateOfStatus[status];
}

/** Used: the stub is torn off. Expired: the colour has gone out of the cloth. */
export function ticketClass(state: TicketState): 'is-used' | 'is-expired' | undefined {
  if (state === 'Used' || state === 'In wallet') return 'is-used';
  return state === 'Expired' || state === 'Voided' || state === 'Refunded' ? 'is-expired' : undefined;
}
