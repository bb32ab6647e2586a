import { sql, type RawBuilder } from 'kysely';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';

type Redeemed = { volumeCents: bigint; transactions: number };

const today = sql`date_trunc('day', moment(), 'Africa/Nairobi')`;

/**
 * What was redeemed anywhere before today, which changes no more: a redemption is only reversed on its own day. Read
 * anew every ten minutes at most, because there may be millions.
 */
const closedDays = cachePerDatabase<Redeemed>({
  load: (db) => readRedeemed(db, sql`redeemed_at < ${today}`),
  maximumAgeMs: 600_000,
  maximumEntries: 2,
});

/** @param day of today, so that midnight closes another day */
export async function readVolume(db: Db, day: string): Promise<Redeemed> {
  const [closed, ofToday] = await Promise.all([
    closedDays(db).read(day),
    readRedeemed(db, sql`redeemed_at >= ${today}`),
  ]);
  return {
    volumeCents: closed.volumeCents + ofToday.volumeCents,
    transactions: closed.transactions + ofToday.transactions,
  };
}

async function readRedeemed(db: Db, when: RawBuilder<unknown>): Promise<Redeemed> {
  const { rows } = await sql<Redeemed>`
    select coalesce(sum(amount_cents), 0)::bigint as "volumeCents", count(*)::int as transactions
    from redemptions where reversed_at is null and ${when}`.execute(db);
  return rows[0] ?? { volumeCents: 0n, transactions: 0 };
}

export type MerchantCounts = { total: number; active: number; pending: number; suspended: number };

export async function countMerchants(db: Db): Promise<MerchantCounts> {
  const { rows } = await sql<MerchantCounts>`
    select count(*)::int as total, count(*) filter (where status = 'ACTIVE')::int as active,
      count(*) filter (where status = 'PENDING')::int as pending,
      count(*) filter (where status = 'SUSPENDED')::int as suspended
    from merchants`.execute(db);
  return rows[0] ?? { total: 0, active: 0, pending: 0, suspended: 0 };
}
