import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/db/database.ts';

/** Everybody who has to wait now, and for how many seconds. */
export async function readSlowedMerchants(db: Db): Promise<{ merchantId: string; seconds: number }[]> {
  const { rows } = await sql<{ merchantId: string; seconds: number }>`
    select merchant_id as "merchantId", extract(epoch from until - now())::double precision as seconds
    from slowed_merchants where until > now()`.execute(db);
  return rows;
}

/** Never shortens a wait that is there already. */
export async function slowMerchant(
  tx: Transaction,
  { merchantId, seconds }: { merchantId: string; seconds: number },
): Promise<void> {
  await sql`
    insert into slowed_merchants as s (merchant_id, until)
    values (${merchantId}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (merchant_id) do update set until = greatest(s.until, excluded.until)`.execute(tx);
}
