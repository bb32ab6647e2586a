import type { StatementAccount } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { ledgerAccountOf } from './ours-store.ts';

/**
 * Reads the ledger's balance at the end of a statement, in cents. We post a payment moments after M-PESA made it, and a
 * correction days later: what is posted later for a line before that moment counts too. We may also post a payment by
 * the bank days before the bank makes it: it counts from its line on.
 */
export async function readLedgerAtClose(
  db: Db,
  { account, closesAt }: { account: StatementAccount; closesAt: Date },
): Promise<bigint> {
  const code = ledgerAccountOf(account);
  const accounts = account === 'utility' || account === 'working' ? ['utility', 'working'] : [account];
  const half = (side: 'debit' | 'credit') => sql`
    select id, home_id, case ${side} when 'debit' then amount_cents else -amount_cents end as cents
    from ledger.transfers where ${sql.ref(side)} = ${code} and posted_at >= ${closesAt}`;
  const { rows } = await sql<{ cents: bigint }>`
    select (b.cents - coalesce((
      select sum(t.cents) from (${half('debit')} union all ${half('credit')}) t
      where not exists (
        select from reconciliation_transfers r join reconciliation_items i on i.id = r.item_id
        where r.transfer_id = t.id and r.home_id = t.home_id and r.account = any(${accounts}::text[]) and r.is_there
          and i.at < ${closesAt}
      )
    ), 0) - coalesce((
      select sum(case when t.debit = ${code} then t.amount_cents else -t.amount_cents end)
      from reconciliation_items i
      join reconciliation_transfers r on r.item_id = i.id and r.account = 'bank' and r.is_there
      join ledger.transfers t on t.home_id = r.home_id and t.id = r.transfer_id
      where ${account} = 'bank' and i.account = 'bank' and i.at >= ${closesAt} and t.posted_at < ${closesAt}
    ), 0))::bigint as cents
    from ledger.read_balances(array[null]::uuid[], array[${code}]) b`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the query of a balance returned no row');
  return row.cents;
}
