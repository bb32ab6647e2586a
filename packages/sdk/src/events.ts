import type { Kept, Period, VoucherStatus } from './objects.ts';

/** The `data` of each type of event. Amounts are whole shillings. */
export interface ZawadiEventData {
  /** You have issued a voucher. */
  'voucher.created': Kept & {
    voucher_id: string;
    amount: number;
    currency: 'KES';
    expires_at: string;
  };
  /** A voucher was redeemed at your shop. */
  'voucher.redeemed': Kept & {
    voucher_id: string;
    redemption_id: string;
    amount: number;
    /** The voucher's remaining balance. */
    balance: number;
    status: VoucherStatus;
    currency: 'KES';
  };
  /** A voucher that you issued was voided. */
  'voucher.voided': Kept & {
    voucher_id: string;
    /** The voucher's remaining balance, which has returned to you. */
    amount: number;
    currency: 'KES';
  };
  /** You have placed a hold on a voucher. */
  'voucher.held': {
    hold_id: string;
    voucher_id: string;
    amount: number;
    /** The balance of the voucher that is not reserved. */
    balance: number;
    expires_at: string;
    reference?: string;
    currency: 'KES';
  };
  /** You have captured a hold or a part of it. The redemption that this makes has its own events. */
  'voucher.hold_captured': {
    hold_id: string;
    voucher_id: string;
    redemption_id: string;
    /** The reserved amount. */
    amount: number;
    captured_amount: number;
    reference?: string;
    currency: 'KES';
  };
  /** A hold, or the uncaptured rest of a hold, was released: by you, by its expiry, after a capture, or by Zawadi. */
  'voucher.hold_released': {
    hold_id: string;
    voucher_id: string;
    amount: number;
    reason: 'released' | 'expired' | 'remainder' | 'support';
    reference?: string;
    currency: 'KES';
  };
  /** Your balance changed: a redemption, or its reversal. */
  'transaction.completed': Kept & {
    transaction_id: string;
    type: 'redemption' | 'reversal';
    redemption_id: string;
    voucher_id: string;
    amount: number;
    currency: 'KES';
  };
  /** A settlement was paid. */
  'settlement.processed': {
    /** `ST-20261120-7KQ2M`, the settlement's `id` in the API and in the portal. */
    settlement_id: string;
    /** Same as `settlement_id`, under an earlier name. */
    batch_id: string;
    amount: number;
    fee: number;
    net: number;
    currency: 'KES';
    transaction_count: number;
    /** Receipt of M-PESA or reference of the bank. */
    receipt?: string;
  };
  /** The pay-out of a settlement failed; the money is safe, and the pay-out will be retried. */
  'payment.failed': {
    settlement_id: string;
    batch_id: string;
    amount: number;
    currency: 'KES';
    /** Why the pay-out failed, in plain words. */
    reason: string;
  };
  /** A person has pressed _Test_ in the portal. */
  'webhook.test': { message: string };
}

export type ZawadiEventType = keyof ZawadiEventData;

/** An event as the API lists it. Webhook messages carry its `id` as `webhook-id`. */
export type ListedEvent = ZawadiEvent & { object: 'event' };

/** Filters of the list of events. */
export interface EventFilters extends Period {
  type?: ZawadiEventType;
  /** Id of the voucher that the events are about. */
  voucher?: string;
}

/** A verified event. Every delivery attempt has the same `id`, so handle each id once. */
export type ZawadiEvent = {
  [T in ZawadiEventType]: { id: string; type: T; timestamp: string; data: ZawadiEventData[T] };
}[ZawadiEventType];

/** A test event that was sent to your webhooks. */
export interface SentEvent {
  id: string;
  object: 'event';
  type: ZawadiEventType;
}
