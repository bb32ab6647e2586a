import type { PostingTemplate } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export type BankBatch = {
  batchId: string;
  businessName: string;
  bankFile: string | null;
  netCents: bigint;
};

const MOST_OPEN = 5_000;

/** Lists approved batches that the bank pays and whose outcome no administrator has confirmed. */
export async function listOpenBankBatches(db: Db): Promise<BankBatch[]> {
  const { rows } = await sql<BankBatch>`
    select s.batch_id as "batchId", m.business_name as "businessName", a.bank_file as "bankFile",
      s.amount_cents - s.fee_cents as "netCents"
    from settlement_attempts a
    join settlements s on s.merchant_id = a.merchant_id and s.id = a.settlement_id
    join merchants m on m.id = s.merchant_id
    where a.state = 'MANUAL' and a.ended_at is null
    order by a.started_at, s.id limit ${MOST_OPEN}`.execute(db);
  return rows;
}

export type LegalOrder = { postingId: string; payee: string; amountCents: bigint };

/** Lists legal orders whose money is set aside until the bank has paid it. */
export async function listOrdersToPay(db: Db): Promise<LegalOrder[]> {
  const { rows } = await sql<LegalOrder>`
    select id as "postingId", payee, amount_cents as "amountCents" from posting_requests
    where template = 'legal-order' and posted_at is not null and settled_at is null
    order by requested_at, id limit ${MOST_OPEN}`.execute(db);
  return rows;
}

export type Source = { itemId: string } & (
  | { batchId: string; businessName: string; bankFile: string | null; postingId: null }
  | { batchId: null; postingId: string; template: PostingTemplate; payee: string }
);

/** Finds the batches and postings behind transfers that a bank's statement lacks. */
export async function findSources(db: Db, itemIds: readonly string[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select r.item_id as "itemId", s.batch_id as "batchId", m.business_name as "businessName",
      a.bank_file as "bankFile", p.id as "postingId", p.template, p.payee
    from reconciliation_transfers r
    join ledger.transfers t on t.home_id = r.home_id and t.id = r.transfer_id
    left join settlements s
      on s.merchant_id = t.home_id and s.id = case when t.kind = 'settlement_paid' then right(t.debit, 36)::uuid end
    left join merchants m on m.id = s.merchant_id
    left join settlement_attempts a
      on a.merchant_id = s.merchant_id and a.settlement_id = s.id and a.state = 'PAID'
    left join posting_requests p on p.id = case
        when t.kind = 'legal_order_paid' then right(t.debit, 36)::uuid
        else t.home_id
      end
    where r.item_id = any(${itemIds}::uuid[]) and r.account = 'bank' and (s.id is not null or p.id is not null)
    order by r.item_id, s.batch_id`.execute(db);
  return rows;
}

export type OpenPayOut = { type: 'Withdrawal' | 'Settlement'; transactionId: string; amountCents: bigint };

/** Lists pay-outs of these amounts whose result is unknown. */
export async function listOpenPayOuts(db: Db, amounts: readonly bigint[]): Promise<OpenPayOut[]> {
  const { rows } = await sql<OpenPayOut>`
    select case o.kind when 'withdrawal' then 'Withdrawal' else 'Settlement' end as type,
      o.owner_id as "transactionId", o.amount_cents as "amountCents"
    from orders o
    where o.state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN') and o.kind in ('withdrawal', 'settlement')
      and o.amount_cents = any(${amounts}::bigint[])
    order by o.created_at desc limit 50`.execute(db);
  return rows;
}
