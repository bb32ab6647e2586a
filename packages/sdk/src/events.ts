import type { Kept, Period, VoucherStatus } from './objects.ts';

/** What each event carries in `data`. Amounts are whole shillings. */
export interface ZawadiEventData {
  /** You have made a voucher. */
  'voucher.created': Kept & {
    voucher_id: string;
    amount: number;
    currency: 'KES';
    expires_at: string;
  };
  /** Value left a voucher with you. */
  'voucher.redeemed': Kept & {
    voucher_id: string;
    redemption_id: string;
    amount: number;
    /** What is left on the voucher. */
    balance: number;
    status: VoucherStatus;
    currency: 'KES';
  };
  /** A voucher that you have made is worth nothing any more. */
  'voucher.voided': Kept & {
    voucher_id: string;
    /** What was left on it, which is yours again. */
    amount: number;
    currency: 'KES';
  };
  /** You have reserved value of a voucher. */
  'voucher.held': {
    hold_id: string;
    voucher_id: string;
    amount: number;
    /** What is free on the voucher. */
    balance: number;
    expires_at: string;
    reference?: string;
    currency: 'KES';
  };
  /** You have taken what you had reserved, or a part of it; the redemption has events of its own. */
  'voucher.hold_captured': {
    hold_id: string;
    voucher_id: string;
    redemption_id: string;
    /** What was reserved. */
    amount: number;
    captured_amount: number;
    reference?: string;
    currency: 'KES';
  };
  /** Reserved value was given back: by you, at its end, as what was left of a captured hold, or by Zawadi. */
  'voucher.hold_released': {
    hold_id: string;
    voucher_id: string;
    amount: number;
    reason: 'released' | 'expired' | 'remainder' | 'support';
    reference?: string;
    currency: 'KES';
  };
  /** What you are owed changed: a redemption, or its reversal. */
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
    /** The same, by its earlier name. */
    batch_id: string;
    amount: number;
    fee: number;
    net: number;
    currency: 'KES';
    transaction_count: number;
    /** M-PESA's or the bank's own reference. */
    receipt?: string;
  };
  /** The pay-out of a settlement failed; the money is safe and will be paid once more. */
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

/** Which events to list. */
export interface EventFilters extends Period {
  type?: ZawadiEventType;
  /** The id of a voucher. */
  voucher?: string;
}

/** A verified message. `id` is the same at every try: handle each id once. */
export type ZawadiEvent = {
  [T in ZawadiEventType]: { id: string; type: T; timestamp: string; data: ZawadiEventData[T] };
}[ZawadiEventType];

/** An event that was sent to try a webhook out. */
export interface SentEvent {
  id: string;
  object: 'event';
  type: ZawadiEventType;
}
