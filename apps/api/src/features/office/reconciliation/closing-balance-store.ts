import type { StatementAccount } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { ledgerAccountOf } from './ours-store.ts';

/**
 * Reads the ledger's balance at the ends of statements, in cents. We post a payment moments after M-PESA made it, and a
 * correction days later: what is posted later for a line before that moment counts too. We may also post a payment by
 * the bank days before the bank makes it: it counts from its line on.
 * @returns the balances in the order of the moments. One read of the postings since the first moment gives all of them
 */
export async function readLedgerAtCloses(
  db: Db,
  account: StatementAccount,
  moments: readonly Date[],
): Promise<bigint[]> {
  const code = ledgerAccountOf(account);
  const accounts = account === 'utility' || account === 'working' ? ['utility', 'working'] : [account];
  const rising = moments.toSorted((a, b) => a.getTime() - b.getTime());
  const [first] = rising;
  if (first === undefined) return [];
  // The line that shows a transfer; of utility and working, the first one.
  const lineAt = sql`(
    select min(i.at) from reconciliation_transfers r join reconciliation_items i on i.id = r.item_id
    where r.transfer_id = t.id and r.home_id = t.home_id and r.account = any(${accounts}::text[]) and r.is_there
  )`;
  const countsFrom =
    account === 'bank' ? sql`coalesce(${lineAt}, t.posted_at)` : sql`least(${lineAt}, t.posted_at)`;
  const half = (side: 'debit' | 'credit') => sql`
    select ${countsFrom} as at, case ${side}::text when 'debit' then t.amount_cents else -t.amount_cents end as cents
    from ledger.transfers t where t.${sql.ref(side)} = ${code} and t.posted_at >= ${first}`;
  const bookedBefore = sql`
    select i.at, case when t.debit = ${code} then t.amount_cents else -t.amount_cents end
    from reconciliation_items i
    join reconciliation_transfers r on r.item_id = i.id and r.account = 'bank' and r.is_there
    join ledger.transfers t on t.home_id = r.home_id and t.id = r.transfer_id
    where ${account}::text = 'bank' and i.account = 'bank' and i.at >= ${first} and t.posted_at < ${first}`;
  const { rows } = await sql<{ balance: bigint; sums: { after: number; cents: string }[] }>`
    select b.cents::bigint as balance, coalesce((
      select json_agg(json_build_object('after', after, 'cents', cents::text)) from (
        select width_bucket(at, ${rising.map((one) => one.toISOString())}::timestamptz[]) as after, sum(cents) as cents
        from (${half('debit')} union all ${half('credit')} union all ${bookedBefore}) later
        where at >= ${first} group by 1
      ) s
    ), '[]') as sums
    from ledger.read_balances(array[null]::uuid[], array[${code}]) b`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the query of a balance returned no row');
  return moments.map((moment) => {
    const place = rising.findLastIndex((one) => one.getTime() === moment.getTime()) + 1;
    const later = row.sums.filter(({ after }) => after >= place);
    return later.reduce((balance, { cents }) => balance - BigInt(cents), row.balance);
  });
}

/** Reads the ledger's balance at the end of a statement, as `readLedgerAtCloses`. */
export async function readLedgerAtClose(
  db: Db,
  { account, closesAt }: { account: StatementAccount; closesAt: Date },
): Promise<bigint> {
  const [cents] = await readLedgerAtCloses(db, account, [closesAt]);
  if (cents === undefined) throw new Error('one moment has one balance');
  return cents;
}
