import type { Kept, Period, VoucherStatus } from './objects.ts';

/** The `data` of each event. Amounts are whole shillings. */
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
    /** The remaining balance of the voucher. */
    balance: number;
    status: VoucherStatus;
    currency: 'KES';
  };
  /** A voucher that you issued was voided. */
  'voucher.voided': Kept & {
    voucher_id: string;
    /** The balance that was left on it and has returned to you. */
    amount: number;
    currency: 'KES';
  };
  /** You have placed a hold on a voucher. */
  'voucher.held': {
    hold_id: string;
    voucher_id: string;
    amount: number;
    /** The free balance of the voucher. */
    balance: number;
    expires_at: string;
    reference?: string;
    currency: 'KES';
  };
  /** You have captured a hold, or a part of it; the redemption has events of its own. */
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
  /** A hold, or the rest of one, was released: by you, by its expiry, after a capture, or by Zawadi. */
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
    /** `ST-20261120-7KQ2M`, the `id` of the settlement everywhere. */
    settlement_id: string;
    /** The same, under its earlier name. */
    batch_id: string;
    amount: number;
    fee: number;
    net: number;
    currency: 'KES';
    transaction_count: number;
    /** M-PESA's or the bank's own reference. */
    receipt?: string;
  };
  /** The pay-out of a settlement failed; the money is safe, and the pay-out will be retried. */
  'payment.failed': {
    settlement_id: string;
    batch_id: string;
    amount: number;
    currency: 'KES';
    /** In plain words. */
    reason: string;
  };
  /** _Test_ was pressed in the portal. */
  'webhook.test': { message: string };
}

export type ZawadiEventType = keyof ZawadiEventData;

/** An event as the API lists it; `id` is the `webhook-id` of its messages. */
export type ListedEvent = ZawadiEvent & { object: 'event' };

/** Filters of the list of events. */
export interface EventFilters extends Period {
  type?: ZawadiEventType;
  /** The id of a voucher. */
  voucher?: string;
}

/** A verified message. `id` is the same at every attempt: handle each id once. */
export type ZawadiEvent = {
  [T in ZawadiEventType]: { id: string; type: T; timestamp: string; data: ZawadiEventData[T] };
}[ZawadiEventType];

/** A test event that was sent to your webhooks. */
export interface SentEvent {
  id: string;
  object: 'event';
  type: ZawadiEventType;
}
