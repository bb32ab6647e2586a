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

/** What only the merchant that made a voucher is told about it. */
interface IssuedHere {
  recipient: Recipient;
  message: string;
  reference?: string;
}

/** Value that left a voucher at this merchant. */
export interface Redemption {
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
  redemption: { id: string; amount: number };
}

export interface ReversedVoucher extends Voucher {
  redemption: Redemption;
}

/** A voucher that is paid from the merchant's balance and can be spent there only. */
export interface NewVoucher {
  /** Whole shillings. */
  amount: number;
  /** Without phone and email no message is sent, and you hand the voucher over. */
  recipient: Recipient;
  message?: string;
  /** A day in Nairobi (`2026-12-31`) or a moment with its offset; without it 24 months from now. */
  expires_at?: string;
  /** Your own word for it, such as an order number. */
  reference?: string;
}

/** What moved the merchant's balance at the till. */
export interface Transaction {
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
  reversed_at?: string;
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
}

/** Days only. */
export interface SettlementFilters extends Period {
  status?: Settlement['status'];
}
