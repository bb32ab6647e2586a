import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { account } from '../../services/postings/index.ts';

/** One of our transfers on the bank account. */
export type BankMovement = {
  transferId: string;
  homeId: string;
  ledgerKind: string;
  /** The bank's reference, as an administrator typed it; M-PESA's receipt of a move between the two. */
  reference: string;
  /** Positive for incoming money. */
  changeCents: bigint;
  postedAt: Date;
  batchId: string | null;
  bankFile: string | null;
  /** Key of the line that showed this transfer in an earlier comparison. */
  shownBy: string | null;
};

/** Reads our transfers on the bank account that were posted in this time. */
export async function readBankMovements(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<BankMovement[]> {
  const half = (side: 'debit' | 'credit') => sql`
    select home_id, id, kind, debit, amount_cents, reference, posted_at, position from ledger.transfers
    where ${sql.ref(side)} = ${account.bankPayout} and posted_at >= ${from} and posted_at < ${to}`;
  const { rows } = await sql<BankMovement>`
    with moved as materialized (${half('debit')} union all ${half('credit')})
    select t.id as "transferId", t.home_id as "homeId", t.kind as "ledgerKind", coalesce(t.reference, '') as reference,
      case when t.debit = ${account.bankPayout} then t.amount_cents else -t.amount_cents end as "changeCents",
      t.posted_at as "postedAt", s.batch_id as "batchId", a.bank_file as "bankFile", i.receipt as "shownBy"
    from moved t
    left join settlements s
      on s.merchant_id = t.home_id and s.id = case when t.kind = 'settlement_paid' then right(t.debit, 36)::uuid end
    left join settlement_attempts a
      on a.merchant_id = s.merchant_id and a.settlement_id = s.id and a.state = 'PAID'
    left join reconciliation_transfers r
      on r.transfer_id = t.id and r.home_id = t.home_id and r.account = 'bank' and r.is_there
    left join reconciliation_items i on i.id = r.item_id
    order by t.posted_at, t.position`.execute(db);
  return rows;
}
