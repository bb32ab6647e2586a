export type VoucherStatus =
  | 'ACTIVE'
  | 'PARTIALLY_REDEEMED'
  | 'REDEEMED'
  | 'CLAIMED'
  | 'EXPIRED'
  | 'VOIDED'
  | 'REFUNDED';

/** A voucher in its present state. Amounts are whole shillings, times are ISO 8601 with offset. */
export interface Voucher {
  id: string;
  object: 'voucher';
  status: VoucherStatus;
  /** Its original value. */
  amount: number;
  /** Its remaining balance. */
  balance: number;
  currency: 'KES';
  expires_at: string;
}

export interface Recipient {
  name: string;
  phone?: string;
  email?: string;
}

/** Your own reference and metadata, which we store with an object. */
export interface Kept {
  /** Your own reference, such as an order number or the number of a till's receipt. */
  reference?: string;
  /** At most 20 keys of up to 40 characters, with values of up to 200; 2 KB in all. */
  metadata?: Record<string, string>;
}

/** Fields of a voucher that only its issuer gets. */
interface IssuedHere extends Kept {
  recipient: Recipient;
  message: string;
}

/** A redemption at this merchant. */
export interface Redemption extends Kept {
  id: string;
  amount: number;
  status: 'COMPLETED' | 'REVERSED';
  created: string;
  reversed_at?: string;
}

export interface VoucherDetails extends Voucher, Partial<IssuedHere> {
  created: string;
  /** Whether it is frozen: it cannot be redeemed now. The operator's support can say why. */
  frozen: boolean;
  last_four: string;
  /** At this merchant, newest first, at most 100. */
  redemptions: Redemption[];
}

export interface CreatedVoucher extends Voucher, IssuedHere {
  /** In four groups. Only in this answer and in repetitions of it. */
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
  /** A day in Nairobi (`2026-12-31`) or a time with its offset; by default 24 months from now. */
  expires_at?: string;
}

/** A voucher that you have issued, without its code. */
export interface IssuedVoucher extends Voucher, IssuedHere {
  created: string;
  /** Whether it is frozen: it cannot be redeemed now. The operator's support can say why. */
  frozen: boolean;
  last_four: string;
}

/** An amount of a voucher that you have reserved, to be captured or released. */
export interface Hold {
  id: string;
  object: 'hold';
  status: 'OPEN' | 'CAPTURED' | 'RELEASED' | 'EXPIRED';
  /** The reserved amount. */
  amount: number;
  /** The captured amount; the rest returned to the voucher. */
  captured_amount: number;
  currency: 'KES';
  /** The id of the voucher. */
  voucher: string;
  voucher_last_four: string;
  reference?: string;
  created: string;
  /** When it expires and is released automatically. */
  expires_at: string;
  /** When it was captured or released. */
  ended_at?: string;
  /** The redemption that a capture made; you can reverse it on the same day, like any other. */
  redemption?: { id: string; amount: number };
}

export interface NewHold {
  /** By default the whole free balance. */
  amount?: number;
  /** 24 hours by default, at most seven days; never past the last day of the voucher. */
  expires_in_minutes?: number;
  /** Instead of minutes: a day in Nairobi (`2026-12-31`) or a time with its offset. */
  expires_at?: string;
  /** Your own reference, such as an order number. */
  reference?: string;
}

/** A transaction that changed your balance. */
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
  /** The M-PESA receipt that paid for the voucher; absent for vouchers that you issued. */
  mpesa_receipt?: string;
  created: string;
  /**
   * For a redemption: the name of the API key that took it (`API` for the main one), or of the staff member at the
   * till.
   */
  taken_by?: string;
  reversed_at?: string;
  /** The id of the settlement that includes it, once one does. */
  settlement?: string;
  /** The id of the settlement that includes its reversal. */
  reversal_settlement?: string;
}

/** One pay-out of your balance; `net` is `amount` less `fee`. */
export interface Settlement {
  /** `ST-20261120-7KQ2M`, as in the portal. */
  id: string;
  object: 'settlement';
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELED';
  amount: number;
  fee: number;
  net: number;
  currency: 'KES';
  channel: 'Bank Transfer' | 'M-Pesa';
  /** The M-PESA receipt or the bank's reference, once it is completed. */
  reference?: string;
  transaction_count: number;
  created: string;
  completed_at?: string;
}

/** A settlement, with the parts of its amount. */
export interface SettlementDetails extends Settlement {
  /** The parts add up to `amount`; negative ones were taken from you. */
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
  /** Both ends are included. Days (`2026-12-31`) are days in Nairobi. */
  created?: { gte?: string; lte?: string };
  /** Items on a page: 1 to 100, by default 20. */
  limit?: number;
}

/** Accepts times with their offset instead of days. */
export interface TransactionFilters extends Period {
  type?: Transaction['type'];
  status?: Transaction['status'];
  /** The id of a voucher. */
  voucher?: string;
  reference?: string;
  /**
   * The id of a settlement that includes the transaction or its reversal. A page may then have fewer than `limit`
   * items.
   */
  settlement?: string;
}

/** Filters of the vouchers that you have issued. */
export interface VoucherFilters extends Period {
  status?: VoucherStatus;
  reference?: string;
}

/** Days only. */
export interface SettlementFilters extends Period {
  status?: Settlement['status'];
}

/** Accepts times with their offset instead of days. */
export interface HoldFilters extends Period {
  status?: Hold['status'];
  /** The id of a voucher. */
  voucher?: string;
}
