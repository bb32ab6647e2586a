export type VoucherStatus =
  | 'ACTIVE'
  | 'PARTIALLY_REDEEMED'
  | 'REDEEMED'
  | 'CLAIMED'
  | 'EXPIRED'
  | 'VOIDED'
  | 'REFUNDED';

/** A voucher in its present state. Amounts are whole shillings. Times are ISO 8601 with an offset. */
export interface Voucher {
  id: string;
  object: 'voucher';
  status: VoucherStatus;
  /** Value of the voucher when it was issued. */
  amount: number;
  /** Remaining balance of the voucher. */
  balance: number;
  currency: 'KES';
  expires_at: string;
}

export interface Recipient {
  name: string;
  phone?: string;
  email?: string;
}

/** Your own reference and metadata, which we store with an object and return. */
export interface Kept {
  /** Your own reference, such as an order number or the number of a till's receipt. */
  reference?: string;
  /** At most 20 keys of up to 40 characters, with values of up to 200 characters; 2 KB in all. */
  metadata?: Record<string, string>;
}

/** Fields of a voucher that only the merchant who issued it gets. */
interface IssuedHere extends Kept {
  recipient: Recipient;
  message: string;
}

/** A redemption at your shop. */
export interface Redemption extends Kept {
  id: string;
  amount: number;
  status: 'COMPLETED' | 'REVERSED';
  created: string;
  reversed_at?: string;
}

export interface VoucherDetails extends Voucher, Partial<IssuedHere> {
  created: string;
  /** Whether the voucher is frozen, and cannot be redeemed now. Zawadi's support can say why. */
  frozen: boolean;
  last_four: string;
  /** Redemptions at your shop, newest first, at most 100. */
  redemptions: Redemption[];
}

export interface CreatedVoucher extends Voucher, IssuedHere {
  /** Formatted in four groups: XXXX-XXXX-XXXX-XXXX. Only this answer and replays of it contain the code. */
  code: string;
  /** URL of the recipient's page. */
  claim_url: string;
}

export interface RedeemedVoucher extends Voucher {
  redemption: Kept & { id: string; amount: number };
}

export interface ReversedVoucher extends Voucher {
  redemption: Redemption;
}

/** A voucher to issue. You pay for it from your balance, and it can be spent only at your shop. */
export interface NewVoucher extends Kept {
  /** Whole shillings. */
  amount: number;
  /** Without phone and email we send no message, and you hand the voucher over. */
  recipient: Recipient;
  message?: string;
  /** Last day in Nairobi (`2026-12-31`), or a time with an offset; by default 24 months from now. */
  expires_at?: string;
}

/** A voucher that you have issued, without its code. */
export interface IssuedVoucher extends Voucher, IssuedHere {
  created: string;
  /** Whether the voucher is frozen, and cannot be redeemed now. Zawadi's support can say why. */
  frozen: boolean;
  last_four: string;
}

/** An amount of a voucher that you have reserved, and that you can capture or release. */
export interface Hold {
  id: string;
  object: 'hold';
  status: 'OPEN' | 'CAPTURED' | 'RELEASED' | 'EXPIRED';
  /** The reserved amount. */
  amount: number;
  /** The captured amount. The rest has returned to the voucher. */
  captured_amount: number;
  currency: 'KES';
  /** The id of the voucher. */
  voucher: string;
  voucher_last_four: string;
  reference?: string;
  /** The id of the place of your business: that of the API key that made the hold. */
  place: string;
  /** The name of that API key; absent for the main key. */
  till?: string;
  created: string;
  /** When the hold expires and is released automatically. */
  expires_at: string;
  /** When the hold was captured or released. */
  ended_at?: string;
  /** The redemption that the capture made. You can reverse it on the same day, like any other. */
  redemption?: { id: string; amount: number };
}

export interface NewHold {
  /**
   * Whole shillings to reserve, or `'all'` for the whole free balance. To leave it out is deprecated: it means `'all'`.
   */
  amount?: number | 'all';
  /** Duration of the hold: by default 24 hours, at most seven days, and never beyond the voucher's last day. */
  expires_in_minutes?: number;
  /** In place of `expires_in_minutes`: a day in Nairobi (`2026-12-31`) or a time with an offset. */
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
  /** M-PESA's receipt of the payment for the voucher; absent for vouchers that you issued. */
  mpesa_receipt?: string;
  created: string;
  /**
   * For a redemption: the name of the API key that redeemed (`API` for the main key), or of the staff member at the
   * till.
   */
  taken_by?: string;
  /** For a redemption: the id of the place of your business. */
  place?: string;
  /** For a redemption: the name of the API key, or the name that a device has at the till page. */
  till?: string;
  reversed_at?: string;
  /** Id of the settlement that includes the transaction; absent until one does. */
  settlement?: string;
  /** Id of the settlement that includes the transaction's reversal. */
  reversal_settlement?: string;
}

/** One pay-out of your balance. `net` is `amount` less `fee`. */
export interface Settlement {
  /** Such as `ST-20261120-7KQ2M`, as in the portal. */
  id: string;
  object: 'settlement';
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELED';
  amount: number;
  fee: number;
  net: number;
  currency: 'KES';
  channel: 'Bank Transfer' | 'M-Pesa';
  /** Receipt of M-PESA or reference of the bank; absent until the settlement is completed. */
  reference?: string;
  transaction_count: number;
  created: string;
  completed_at?: string;
}

/** A settlement, with the parts of its amount. */
export interface SettlementDetails extends Settlement {
  /** Parts that add up to `amount`. A negative part reduces it. */
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
  /** First and last moment, both inclusive. Days (`2026-12-31`) are days in Nairobi. */
  created?: { gte?: string; lte?: string };
  /** Items on a page: 1 to 100, by default 20. */
  limit?: number;
}

/** `created` accepts days, and times with an offset. */
export interface TransactionFilters extends Period {
  type?: Transaction['type'];
  status?: Transaction['status'];
  /** The id of a voucher. */
  voucher?: string;
  reference?: string;
  /** The id of a place of your business: only redemptions there. */
  place?: string;
  /** Name of the API key or the staff member, as in `taken_by` of a transaction. */
  taken_by?: string;
  /** Sign-in name of a staff member at the till, such as `juma`, or `owner`. */
  staff?: string;
  /**
   * Id of a settlement that includes the transaction or its reversal. With this filter, a page may have fewer than
   * `limit` items.
   */
  settlement?: string;
}

/** Filters of the list of vouchers that you issued. */
export interface VoucherFilters extends Period {
  status?: VoucherStatus;
  reference?: string;
}

/** `created` accepts only days. */
export interface SettlementFilters extends Period {
  status?: Settlement['status'];
}

/** `created` accepts days, and times with an offset. */
export interface HoldFilters extends Period {
  status?: Hold['status'];
  /** The id of a voucher. */
  voucher?: string;
}
