import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/**
 * What a strict account held just before a moment, in cents: the balance after its last transfer until then.
 */
export async function balanceBefore(
  db: Db,
  account: { homeId: string; account: string },
  before: Date,
): Promise<bigint> {
  const half = (side: 'debit' | 'credit') => sql`(
    select posted_at, position, id, ${sql.ref(`${side}_balance_after_cents`)} as cents
    from ledger.transfers
    where ${sql.ref(side)} = ${account.account} and home_id = ${account.homeId}::uuid and posted_at < ${before}
    order by posted_at desc, position desc, id desc
    limit 1
  )`;
  const { rows } = await sql<{ cents: bigint | null }>`
    select cents from (${half('debit')} union all ${half('credit')}) as last
    order by posted_at desc, position desc, id desc
    limit 1`.execute(db);
  return rows[0]?.cents ?? 0n;
}
