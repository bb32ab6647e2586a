import type { TransactionType } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { postings } from '../../services/postings/index.ts';

/** Related records of a transaction, and the details that the list does not show: labels, values and times. */
export type Facts = {
  homeId: string | null;
  voucherId: string | null;
  merchantId: string | null;
  /** The buyer, or the owner of the wallet. */
  userId: string | null;
  labels: Record<string, string | null>;
  steps: { at: string | null; text: string }[];
  /** The means of payment; only for a Deposit. */
  paidBy?: 'mpesa' | 'wallet';
  /** Only for a Deposit. */
  billReference?: string;
};

/**
 * Reads the facts of a transaction.
 * @returns undefined if there is no such transaction
 */
export async function findFacts(db: Db, type: TransactionType, id: string): Promise<Facts | undefined> {
  const { rows } = await QUERIES[type](id).execute(db);
  return rows[0];
}

/** Finds the latest attempt to pay a settlement batch, by the batch's id alone. */
export async function findPayOut(
  db: Db,
  settlementId: string,
): Promise<{ merchantId: string; attemptId: string | null; status: string } | undefined> {
  const { rows } = await sql<{ merchantId: string; attemptId: string | null; status: string }>`
    select merchant_id as "merchantId", attempt_id as "attemptId", status
    from settlements where id = ${settlementId}`.execute(db);
  return rows[0];
}

/** Builds the JSON of a step: its text, and its time in a format that JavaScript parses; null stays null. */
const STEP = (moment: string, text: string) =>
  sql`jsonb_build_object('at', ${sql.raw(moment)}, 'text', ${sql.raw(text)})`;

/** The email address of `users u`; null if the account has none. */
const emailOf = sql`case when u.email not like '%@no-address.invalid' then u.email end`;

const QUERIES: Record<TransactionType, (id: string) => ReturnType<typeof sql<Facts>>> = {
  Deposit: (id) => sql<Facts>`
    select p.home_id as "homeId", case when p.status = 'COMPLETED' then g.voucher_id end as "voucherId", null::uuid as "merchantId", u.id as "userId",
      jsonb_build_object(
        'Bill reference', p.bill_reference, 'Paid from', case p.paid_by when 'mpesa' then
          coalesce('0' || substr(p.paid_from, 4, 1) || '•• ••• ' || right(p.paid_from, 3), p.payer_msisdn) end,
        'Paid by', case p.paid_by when 'wallet' then 'The buyer’s wallet' end, 'Gifts', nullif(p.gift_count, 1)::text,
        'Buyer', u.first_name || ' ' || u.last_name,
        'Buyer email', ${emailOf}, 'Recipient', g.recipient_name, 'Recipient phone', g.recipient_msisdn,
        'Reason of failure', p.failure_reason
      ) as labels,
      jsonb_build_array(
        ${STEP('p.registered_at', "'Registered'")}, ${STEP("case p.paid_by when 'mpesa' then p.pending_since end", "'Payment asked for'")},
        ${STEP('p.completed_at', "case p.gift_count when 1 then 'Paid; voucher issued' else 'Paid; vouchers issued' end")}
      ) as steps, p.paid_by as "paidBy", p.bill_reference as "billReference"
    from purchases p
    left join purchase_gifts g on g.home_id = p.home_id and g.position = 1
    left join users u on u.id = p.buyer_id
    where (p.home_id, p.id) = (select home_id, target_id from unique_names where kind = 'purchase' and key = ${id})`,
  Withdrawal: (id) => sql<Facts>`
    select null::uuid as "homeId", null::uuid as "voucherId", null::uuid as "merchantId", u.id as "userId",
      jsonb_build_object(
        'Bill reference', w.bill_reference, 'Paid to', w.msisdn, 'Recipient', w.recipient_name,
        'Name at M-PESA', w.paid_to_name, 'Owner', u.first_name || ' ' || u.last_name, 'Owner email', ${emailOf},
        'Reason of failure', w.failure_reason
      ) as labels,
      jsonb_build_array(
        ${STEP('w.registered_at', "'Registered'")}, ${STEP('w.pending_since', "'Money set aside; pay-out ordered'")},
        ${STEP('w.settled_at', "case when w.status = 'COMPLETED' then 'Paid out' else 'Not paid out; money back in the wallet' end")},
        ${STEP('late.at', "'Paid by M-PESA after all, without a fee: KES ' || late.paid || ', of them KES ' || late.wallet || ' from the wallet'")}
      ) as steps
    from withdrawals w left join users u on u.id = w.user_id
    cross join lateral (
      select min(posted_at) as at, (sum(amount_cents) / 100)::int as paid,
        (coalesce(sum(amount_cents) filter (where debit = 'wallet:' || w.user_id), 0) / 100)::int as wallet
      from ledger.transfers
      where home_id = w.user_id and id = any(${postings.withdrawalPaidLateIds(id)}::uuid[])
    ) late
    where w.id = ${id}`,
  Redemption: (id) => sql<Facts>`
    select r.voucher_id as "homeId", r.voucher_id as "voucherId", r.merchant_id as "merchantId", null::uuid as "userId",
      jsonb_build_object(
        'Merchant code', m.merchant_code, 'Taken by', coalesce(s.name, k.name, 'The merchant’s own system'),
        'Left on the voucher', 'KES ' || (r.balance_after_cents / 100)
      ) as labels,
      jsonb_build_array(${STEP('r.redeemed_at', "'Redeemed'")}, ${STEP('r.reversed_at', "'Reversed'")}) as steps
    from redemptions r join merchants m on m.id = r.merchant_id left join merchant_staff s on s.id = r.staff_id
      left join merchant_api_keys k on k.id = r.key_id
    where r.id = ${id}`,
  Claim: (id) => sql<Facts>`
    select c.voucher_id as "homeId", c.voucher_id as "voucherId", null::uuid as "merchantId", u.id as "userId",
      jsonb_build_object('Claimed by', u.first_name || ' ' || u.last_name, 'Email', ${emailOf}) as labels,
      jsonb_build_array(${STEP('c.claimed_at', "'Added to the wallet'")}) as steps
    from claims c left join users u on u.id = c.user_id where c.id = ${id}`,
  Settlement: (id) => sql<Facts>`
    select null::uuid as "homeId", null::uuid as "voucherId", s.merchant_id as "merchantId", null::uuid as "userId",
      jsonb_build_object(
        'Batch', s.batch_id, 'Merchant code', m.merchant_code, 'Paid by', s.method,
        'Transactions', s.transaction_count::text, 'Reference', s.reference, 'Reason of failure', s.failure_reason
      ) as labels,
      coalesce((
        select jsonb_agg(jsonb_build_object('at', a.at, 'text', concat_ws(': ',
          initcap(replace(lower(a.kind), '_', ' ')) || coalesce(' by ' || who.name, ''), a.reason)) order by a.at, a.id)
        from settlement_activities a left join administrators who on who.id = a.administrator_id
        where a.merchant_id = s.merchant_id and a.settlement_id = s.id
      ), '[]'::jsonb) as steps
    from settlements s join merchants m on m.id = s.merchant_id where s.id = ${id}`,
  Refund: (id) => sql<Facts>`
    select r.home_id as "homeId", r.voucher_id as "voucherId", null::uuid as "merchantId", u.id as "userId",
      jsonb_build_object(
        'Reason', r.reason, 'Done by', coalesce(a.name, 'The buyer'), 'Buyer', u.first_name || ' ' || u.last_name,
        'Payment', r.original_receipt, 'Receipt of the reversal', r.mpesa_receipt, 'Gone to', r.returned_to,
        'Our fee in it', 'KES ' || (r.fee_cents / 100)
      ) as labels,
      jsonb_build_array(
        ${STEP('r.created_at', "'Money set aside'")},
        ${STEP('r.settled_at', "case r.returned_to when 'mpesa' then 'Given back by M-PESA' when 'wallet' then 'Put into the buyer’s wallet' else 'Back in suspense' end")}
      ) as steps
    from refunds r left join administrators a on a.id = r.requested_by left join users u on u.id = r.buyer_id
    where r.id = ${id}`,
};
