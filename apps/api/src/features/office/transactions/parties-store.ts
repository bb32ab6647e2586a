import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Targets } from '../../services/look-ups/index.ts';
import type { TransactionRow } from './list-store.ts';

/** Ids of a consumer, a merchant or an administrator; one of them is set. */
export type Subject = { userId: string | null; merchantId: string | null; administratorId: string | null };

/** Finds what leads to the transactions of a subject. */
export async function targetsAbout(
  db: Db,
  { userId, merchantId, administratorId }: Subject,
): Promise<Targets> {
  const { rows } = await sql<{ voucherIds: string[]; refundIds: string[] }>`
    select
      array(
        select id from vouchers where buyer_id = ${userId}
        union
        select v.id from vouchers v join users u on u.id = ${userId} and v.recipient_msisdn = u.phone_msisdn
      ) as "voucherIds",
      array(select id from refunds where requested_by = ${administratorId}) as "refundIds"`.execute(db);
  const [found] = rows;
  return {
    userIds: userId === null ? [] : [userId],
    merchantIds: merchantId === null ? [] : [merchantId],
    voucherIds: found?.voucherIds ?? [],
    transactionIds: found?.refundIds ?? [],
    namedIds: new Set(),
  };
}

/** Payer and payee in words, with the phone where it is known, and the references of a transaction. */
export type Parties = {
  from: string;
  to: string;
  /** M-PESA's receipt, or the bank's reference. */
  receipt: string;
  billReference: string;
};

/** Reads the parties of transactions, by the transaction's id. */
export async function readParties(
  db: Db,
  transactions: readonly Pick<TransactionRow, 'id' | 'type'>[],
): Promise<Map<string, Parties>> {
  const ids = (type: TransactionRow['type']) =>
    sql`${transactions.filter((one) => one.type === type).map(({ id }) => id)}`;
  const { rows } = await sql<Parties & { id: string }>`
    select p.id, concat_ws(', ', u.first_name || ' ' || u.last_name,
        case p.paid_by when 'wallet' then 'wallet' else coalesce(p.paid_from, p.payer_msisdn) end) as "from",
      (
        select string_agg(concat_ws(', ', g.recipient_name, nullif(g.recipient_msisdn, '')), '; ' order by g.position)
        from purchase_gifts g where g.home_id = p.home_id
      ) as "to",
      coalesce(p.mpesa_receipt, '') as receipt, p.bill_reference as "billReference"
    from purchases p left join users u on u.id = p.buyer_id
    where (p.home_id, p.id) in (
      select home_id, target_id from unique_names where kind = 'purchase' and key = any(${ids('Deposit')}::text[])
    )
    union all
    select w.id, u.first_name || ' ' || u.last_name, concat_ws(', ', coalesce(w.paid_to_name, w.recipient_name), w.msisdn),
      coalesce(w.transaction_code, ''), w.bill_reference
    from withdrawals w left join users u on u.id = w.user_id where w.id = any(${ids('Withdrawal')}::uuid[])
    union all
    select r.id, concat_ws(', ', coalesce(nullif(r.recipient_name, ''), v.recipient_name), v.recipient_msisdn),
      concat_ws(', ', m.business_name, m.merchant_code), '', ''
    from redemptions r join merchants m on m.id = r.merchant_id left join vouchers v on v.id = r.voucher_id
    where r.id = any(${ids('Redemption')}::uuid[])
    union all
    select c.id, coalesce(b.first_name || ' ' || b.last_name, v.sender_name), u.first_name || ' ' || u.last_name,
      coalesce(v.mpesa_receipt, ''), ''
    from claims c join vouchers v on v.id = c.voucher_id
      left join users b on b.id = v.buyer_id left join users u on u.id = c.user_id
    where c.id = any(${ids('Claim')}::uuid[])
    union all
    select s.id, 'Zawadi', concat_ws(', ', m.business_name, m.merchant_code), coalesce(s.reference, ''), s.batch_id
    from settlements s join merchants m on m.id = s.merchant_id where s.id = any(${ids('Settlement')}::uuid[])
    union all
    select r.id, 'Zawadi',
      coalesce(u.first_name || ' ' || u.last_name, 'The payer') || case r.returned_to
        when 'mpesa' then ', by M-PESA' when 'wallet' then ', into the wallet' when 'suspense' then ', not paid' else '' end,
      coalesce(r.mpesa_receipt, ''), coalesce(r.original_receipt, '')
    from refunds r left join users u on u.id = r.buyer_id where r.id = any(${ids('Refund')}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...parties }) => [id, parties]));
}
