import type { StatementAccount } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { ledgerAccountOf, type OurTransfer } from './ours-store.ts';

export type Unshown = Omit<OurTransfer, 'receipt'> & {
  reference: string;
  postedAt: Date;
};

/**
 * Finds transfers of a period that an account's statement should show, and that no comparison has recorded yet as shown
 * or missing. A purchase confirmed by a query is posted under its account number, so its reference here is the receipt
 * that arrived later. Float deposited by the operator at M-PESA may have no receipt in our ledger; the daily check of
 * balances covers it.
 * @param period.isIncomingOnly only customers' payments
 */
export async function findUnshown(
  db: Db,
  statementAccount: StatementAccount,
  period: { from: Date; to: Date; isIncomingOnly: boolean },
): Promise<Unshown[]> {
  const ledgerAccount = ledgerAccountOf(statementAccount);
  const half = (side: 'debit' | 'credit') => sql`
    select home_id, id, kind, debit, amount_cents, reference, posted_at, position from ledger.transfers
    where ${sql.ref(side)} = ${ledgerAccount} and posted_at >= ${period.from} and posted_at < ${period.to}`;
  const isOfBank = statementAccount === 'bank';
  const ofFile = isOfBank ? sql`true` : sql`t.kind <> 'float'`;
  const kinds = period.isIncomingOnly ? sql`t.kind in ('purchase', 'second_payment', 'suspense')` : ofFile;
  const { rows } = await sql<Unshown>`
    with moved as materialized (${half('debit')} union all ${half('credit')})
    select t.home_id as "homeId", t.id as "transferId", t.kind as "ledgerKind", t.posted_at as "postedAt",
      coalesce(p.mpesa_receipt, t.reference, '') as reference,
      case when t.kind = 'provider_charge' then 'charge' else 'payment' end as kind,
      case when t.debit = ${ledgerAccount} then t.amount_cents else -t.amount_cents end as "changeCents"
    from moved t
    left join purchase_gifts g on g.voucher_id = t.home_id
    left join purchases p
      on p.home_id = coalesce(g.home_id, t.home_id) and t.kind = 'purchase' and p.bill_reference = t.reference
    left join settlements s
      on s.merchant_id = t.home_id and s.id = case when t.kind = 'settlement_paid' then right(t.debit, 36)::uuid end
    where ${kinds} and ${statementAccount} = case
        when ${statementAccount} in ('collection', 'bank') then ${statementAccount}
        when t.kind = 'provider_charge' or s.method = 'b2b' then 'working'
        else 'utility'
      end
      and not exists (
        select from reconciliation_transfers r
        where r.transfer_id = t.id and r.home_id = t.home_id and r.account = ${statementAccount}
      )
    order by t.posted_at, t.position`.execute(db);
  return rows;
}
