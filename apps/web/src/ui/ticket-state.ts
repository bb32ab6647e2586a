import type { VoucherStatus } from '@zawadi/contract/vouchers-status';
import type { StatusWord } from './badge.tsx';

/** State shown on a ticket. The first three are states of a purchase that has no voucher yet. */
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

/** Returns the state to show on a ticket for a voucher's status. */
export function ticketStateOf(status: VoucherStatus): TicketState {
  return stateOfStatus[status];
}

/** Returns the class of a ticket that is over. Used: the stub is torn off. Expired: the cloth has no colour. */
export function ticketClass(state: TicketState): 'is-used' | 'is-expired' | undefined {
  if (state === 'Used' || state === 'In wallet') return 'is-used';
  return state === 'Expired' || state === 'Voided' || state === 'Refunded' ? 'is-expired' : undefined;
}
