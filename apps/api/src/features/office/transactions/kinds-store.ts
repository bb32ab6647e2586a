import type { RefundState, TransactionStatus, TransactionType } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';

type Part = RawBuilder<unknown>;

/** One kind of transaction: its table, with the alias `t`, and the parts of its query. */
export type KindQuery = {
  type: TransactionType;
  table: Part;
  /** Rows are sorted by this column, then by id. The table needs an index that starts with these two columns. */
  moment: Part;
  isShown: Part;
  fee: Part;
  reference: Part;
  voucherId?: Part;
  /** Query for the values of `voucherId` that vouchers have, if these are not the vouchers' ids. */
  voucherHomes?: (voucherIds: string[]) => Part;
  /**
   * True if a search that matches such a transaction always matches its voucher too. The transaction is then found by
   * voucher, because no index has its id alone.
   */
  isFoundByVoucher?: true;
  userId?: Part;
  merchantId?: Part;
  statusShown: Part;
  status: Record<TransactionStatus, Part>;
  /** Refunds and reversals, if this kind can have them: the displayed state, and the SQL condition for each state. */
  back?: {
    state: Part;
    cents: Part;
    is: (state: RefundState) => Part;
    /** True if few rows match: the query collects all of them before sorting. */
    isRare: boolean;
  };
  /** Condition on the id alone. */
  byId: (id: string) => Part;
};

/** `REGISTERED` is only an intention; a payment is shown from its first attempt on. */
const PAYMENT = {
  moment: sql`t.pending_since`,
  isShown: sql`t.status <> 'REGISTERED'`,
  statusShown: sql`case t.status when 'COMPLETED' then 'Success' when 'PENDING' then 'Pending' else 'Failed' end`,
  status: {
    Success: sql`t.status = 'COMPLETED'`,
    Pending: sql`t.status = 'PENDING'`,
    Failed: sql`t.status = 'CANCELED'`,
  },
} as const;

/** Reads the recorded refund state of a payment whose home is `home`. */
function noted(home: Part): NonNullable<KindQuery['back']> {
  const column = (name: Part) =>
    sql`(select ${name} from refund_states s where s.home_id = ${home} and s.transaction_id = t.id)`;
  return {
    state: column(sql`s.state`),
    cents: column(sql`s.back_cents`),
    is: (state) =>
      sql`(${home}, t.id) in (select home_id, transaction_id from refund_states where state = ${state})`,
    isRare: true,
  };
}

export const KINDS: Record<TransactionType, KindQuery> = {
  Deposit: {
    ...PAYMENT,
    type: 'Deposit',
    table: sql`purchases`,
    fee: sql`t.fee_cents`,
    reference: sql`t.mpesa_receipt`,
    voucherId: sql`t.home_id`,
    voucherHomes: (ids) => sql`select home_id from purchase_gifts where voucher_id = any(${ids}::uuid[])`,
    isFoundByVoucher: true,
    userId: sql`t.buyer_id`,
    back: noted(sql`t.home_id`),
    byId: (id) =>
      sql`(t.home_id, t.id) = (select home_id, target_id from unique_names where kind = 'purchase' and key = ${id})`,
  },
  Withdrawal: {
    ...PAYMENT,
    type: 'Withdrawal',
    table: sql`withdrawals`,
    fee: sql`t.fee_cents`,
    reference: sql`t.transaction_code`,
    userId: sql`t.user_id`,
    back: noted(sql`t.user_id`),
    byId: (id) => sql`t.id = ${id}`,
  },
  Redemption: {
    type: 'Redemption',
    table: sql`redemptions`,
    moment: sql`t.redeemed_at`,
    isShown: sql`true`,
    fee: sql`0::bigint`,
    reference: sql`null::text`,
    voucherId: sql`t.voucher_id`,
    merchantId: sql`t.merchant_id`,
    statusShown: sql`case when t.reversed_at is null then 'Success' else 'Failed' end`,
    status: {
      Success: sql`t.reversed_at is null`,
      // A redemption is complete when it is inserted, so it is never pending.
      Pending: sql`false`,
      Failed: sql`t.reversed_at is not null`,
    },
    back: {
      state: sql`case when t.reversed_at is not null then 'reversed' end`,
      cents: sql`null::bigint`,
      is: (state) => (state === 'reversed' ? sql`t.reversed_at is not null` : sql`false`),
      isRare: false,
    },
    byId: (id) => sql`t.id = ${id}`,
  },
  Claim: {
    type: 'Claim',
    table: sql`claims`,
    moment: sql`t.claimed_at`,
    isShown: sql`true`,
    fee: sql`0::bigint`,
    reference: sql`null::text`,
    voucherId: sql`t.voucher_id`,
    userId: sql`t.user_id`,
    statusShown: sql`'Success'`,
    status: { Success: sql`true`, Pending: sql`false`, Failed: sql`false` },
    byId: (id) => sql`t.id = ${id}`,
  },
  Settlement: {
    type: 'Settlement',
    table: sql`settlements`,
    moment: sql`t.created_at`,
    isShown: sql`true`,
    fee: sql`t.fee_cents`,
    reference: sql`coalesce(t.reference, t.batch_id)`,
    merchantId: sql`t.merchant_id`,
    statusShown: sql`case t.status when 'COMPLETED' then 'Success' when 'CANCELED' then 'Failed' else 'Pending' end`,
    status: {
      Success: sql`t.status = 'COMPLETED'`,
      Pending: sql`t.status in ('PENDING', 'PROCESSING')`,
      Failed: sql`t.status = 'CANCELED'`,
    },
    byId: (id) => sql`t.id = ${id}`,
  },
  Refund: {
    type: 'Refund',
    table: sql`refunds`,
    moment: sql`t.created_at`,
    isShown: sql`true`,
    // A refund has no fee; its amount includes our returned fee.
    fee: sql`0::bigint`,
    reference: sql`coalesce(t.mpesa_receipt, t.original_receipt)`,
    voucherId: sql`t.home_id`,
    userId: sql`t.buyer_id`,
    statusShown: sql`case t.status when 'COMPLETED' then 'Success' when 'PENDING' then 'Pending' else 'Failed' end`,
    status: {
      Success: sql`t.status = 'COMPLETED'`,
      Pending: sql`t.status = 'PENDING'`,
      Failed: sql`t.status = 'CANCELED'`,
    },
    byId: (id) => sql`t.id = ${id}`,
  },
};
