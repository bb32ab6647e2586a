import type { VoucherStatus } from './objects.ts';

/** What each event carries in `data`. Amounts are whole shillings. */
export interface ZawadiEventData {
  /** You have made a voucher. */
  'voucher.created': {
    voucher_id: string;
    amount: number;
    currency: 'KES';
    expires_at: string;
    reference?: string;
  };
  /** Value left a voucher with you. */
  'voucher.redeemed': {
    voucher_id: string;
    redemption_id: string;
    amount: number;
    /** What is left on the voucher. */
    balance: number;
    status: VoucherStatus;
    currency: 'KES';
  };
  /** What you are owed changed: a redemption, or its reversal. */
  'transaction.completed': {
    transaction_id: string;
    type: 'redemption' | 'reversal';
    redemption_id: string;
    voucher_id: string;
    amount: number;
    currency: 'KES';
  };
  /** A settlement was paid. */
  'settlement.processed': {
    settlement_id: string;
    /** As the portal shows it, and the `id` of the list of settlements. */
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

/** A verified message. `id` is the same at every try: handle each id once. */
export type ZawadiEvent = {
  [T in ZawadiEventType]: { id: string; type: T; timestamp: string; data: ZawadiEventData[T] };
}[ZawadiEventType];
