export type VoucherStatus =
  | 'ACTIVE'
  | 'PARTIALLY_REDEEMED'
  | 'REDEEMED'
  | 'CLAIMED'
  | 'EXPIRED'
  | 'VOIDED'
  | 'REFUNDED';

/** A voucher as it is now. Amounts are whole shillings, moments are ISO 8601 with offset. */
export interface Voucher {
  id: string;
  object: 'voucher';
  status: VoucherStatus;
  /** What it was worth when it was made. */
  amount: number;
  /** What is left on it. */
  balance: number;
  currency: 'KES';
  expires_at: string;
}

export interface Recipient {
  name: string;
  phone?: string;
  email?: string;
}

/** Your own words and whatever else your system keeps with an object. */
export interface Kept {
  /** Your own word for it, such as an order number or the number of a till's receipt. */
  reference?: string;
  /** 20 keys at most, of up to 40 characters, with values of up to 200; 2 KB in all. */
  metadata?: Record<string, string>;
}

/** What only the merchant that made a voucher is told about it. */
interface IssuedHere extends Kept {
  recipient: Recipient;
  message: string;
}

/** Value that left a voucher at this merchant. */
export interface Redemption extends Kept {
  id: string;
  amount: number;
  status: 'COMPLETED' | 'REVERSED';
  created: string;
  reversed_at?: string;
}

export interface VoucherDetails extends Voucher, Partial<IssuedHere> {
  created: string;
  /** Nothing can be taken from it now; the operator's support can say why. */
  frozen: boolean;
  last_four: string;
  /** At this merchant, newest first, 100 at most. */
  redemptions: Redemption[];
}

export interface CreatedVoucher extends Voucher, IssuedHere {
  /** In four groups. In this answer and its repetitions only. */
  code: string;
  /** The page for the recipient. */
  claim_url: string;
}

export interface RedeemedVoucher extends Voucher {
  redemption: Kept & { id: string; amount: number };
}

export interface ReversedVoucher extends Voucher {
  redemption: Redemption;
}

/** A voucher that is paid from the merchant's balance and can be spent there only. */
export interface NewVoucher extends Kept {
  /** Whole shillings. */
  amount: number;
  /** Without phone and email no message is sent, and you hand the voucher over. */
  recipient: Recipient;
  message?: string;
  /** A day in Nairobi (`2026-12-31`) or a moment with its offset; without it 24 months from now. */
  expires_at?: string;
}

/** A voucher that you have made, without its code. */
export interface IssuedVoucher extends Voucher, IssuedHere {
  created: string;
  /** Nothing can be taken from it now; the operator's support can say why. */
  frozen: boolean;
  last_four: string;
}

/** Value of a voucher that the merchant has reserved, to be captured or released. */
export interface Hold {
  id: string;
  object: 'hold';
  status: 'OPEN' | 'CAPTURED' | 'RELEASED' | 'EXPIRED';
  /** What was reserved. */
  amount: number;
  /** What was taken of it; the rest of a captured one is on the voucher again. */
  captured_amount: number;
  currency: 'KES';
  /** The id of the voucher. */
  voucher: string;
  voucher_last_four: string;
  reference?: string;
  created: string;
  /** When it is released by itself. */
  expires_at: string;
  /** When it was captured or released. */
  ended_at?: string;
  /** What a captured one has become; it can be reversed on the same day as any other. */
  redemption?: { id: string; amount: number };
}

export interface NewHold {
  /** All that is free when absent. */
  amount?: number;
  /** 24 hours when neither is given, seven days at most; never past the last day of the voucher. */
  expires_in_minutes?: number;
  /** In its place: a day in Nairobi (`2026-12-31`) or a moment with its offset. */
  expires_at?: string;
  /** Your own word for it, such as an order number. */
  reference?: string;
}

/** What moved the merchant's balance at the till. */
export interface Transaction extends Kept {
  id: string;
  object: 'transaction';
  type: 'redemption' | 'voucher_created' | 'voucher_returned';
  status: 'COMPLETED' | 'REVERSED';
  amount: number;
  currency: 'KES';
  /** The id of the voucher. */
  voucher: string;
  voucher_last_four: string;
  /** The M-PESA receipt that paid for the voucher; a merchant's own has none. */
  mpesa_receipt?: string;
  created: string;
  /** Of a redemption: the name of the API key that took it (`API` for the main one), or of the staff member at the till. */
  taken_by?: string;
  reversed_at?: string;
  /** The id of the settlement that it is in, once it is in one. */
  settlement?: string;
  /** The id of the settlement that its reversal is in. */
  reversal_settlement?: string;
}

/** One pay-out of what is owed to the merchant; `net` is `amount` less `fee`. */
export interface Settlement {
  /** `ST-20261120-7KQ2M`, as the portal shows it. */
  id: string;
  object: 'settlement';
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELED';
  amount: number;
  fee: number;
  net: number;
  currency: 'KES';
  channel: 'Bank Transfer' | 'M-Pesa';
  /** The M-PESA receipt or the bank's reference of a completed one. */
  reference?: string;
  transaction_count: number;
  created: string;
  completed_at?: string;
}

/** A settlement, and what its amount is made of. */
export interface SettlementDetails extends Settlement {
  /** Adds up to `amount`; below zero is what was taken from you. */
  breakdown: {
    type:
      | 'redemption'
      | 'reversal'
      | 'voucher_created'
      | 'voucher_returned'
      | 'adjustment'
      | 'batch_returned';
    count: number;
    amount: number;
  }[];
}

export interface Period {
  /** Both ends belong to the period. Days (`2026-12-31`) are days in Nairobi. */
  created?: { gte?: string; lte?: string };
  /** How many a page holds: 1 to 100, 20 unless said. */
  limit?: number;
}

/** Moments with their offset may stand in place of days. */
export interface TransactionFilters extends Period {
  type?: Transaction['type'];
  status?: Transaction['status'];
  /** The id of a voucher. */
  voucher?: string;
  reference?: string;
  /** The id of a settlement: what is in it, or whose reversal is. A page may then hold fewer than `limit`. */
  settlement?: string;
}

/** Of vouchers that you have made. */
export interface VoucherFilters extends Period {
  status?: VoucherStatus;
  reference?: string;
}

/** Days only. */
export interface SettlementFilters extends Period {
  status?: Settlement['status'];
}

/** Moments with their offset may stand in place of days. */
export interface HoldFilters extends Period {
  status?: Hold['status'];
  /** The id of a voucher. */
  voucher?: string;
}
