import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Entry } from './entries-store.ts';

/**
 * Reads the start of today in Nairobi, and the current time, from the database. Rounds the time up to whole
 * milliseconds, the precision of JavaScript. Otherwise the latest earnings would be later than the cut-off.
 */
export async function readCutOffs(db: Db): Promise<{ midnight: Date; now: Date }> {
  const { rows } = await sql<{ midnight: Date; now: Date }>`
    select date_trunc('day', moment(), 'Africa/Nairobi') as midnight,
      date_trunc('milliseconds', moment()) + interval '1 millisecond' as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database returned no time');
  return row;
}

/** SQL for the merchant's latest scheduled time up to now. Nairobi has no daylight saving time. */
const latestMoment = sql`(
  select case when moment <= moment() then moment else moment - back end
  from (
    select
      case settlement_frequency
        when 'daily' then date_trunc('day', moment(), 'Africa/Nairobi')
        else date_trunc('week', moment(), 'Africa/Nairobi') + make_interval(days => settlement_weekday - 1)
      end + make_interval(hours => settlement_hour) as moment,
      case settlement_frequency when 'daily' then interval '1 day' else interval '7 days' end as back
  ) schedule
)`;

export type DueMerchant = { id: string; isClosed: boolean };

/**
 * Lists active and closed merchants with a scheduled time since their last batches were made, or since they joined.
 * Closing a merchant makes it due at once.
 */
export async function listDueMerchants(db: Db, limit: number): Promise<DueMerchant[]> {
  const { rows } = await sql<DueMerchant>`
    select m.id, m.status = 'INACTIVE' as "isClosed"
    from merchants m left join settlement_progress p on p.merchant_id = m.id
    where m.status in ('ACTIVE', 'INACTIVE') and m.settlements_held_since is null
      and coalesce(p.ran_at, m.created_at) < greatest(${latestMoment}, m.closed_since)
    order by m.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns true if these entries may have been paid before a restore, in a batch that the restored database lost. True
 * if an entry is older than the restore, or if no batch made since then has been paid or is being paid.
 */
export async function mayHaveBeenPaidBeforeRestore(
  db: Db,
  merchantId: string,
  entries: readonly Entry[],
): Promise<boolean> {
  const { rows } = await sql`
    select from (select restored_at from restores order by restored_at desc limit 1) latest
    join merchants m on m.id = ${merchantId} and m.created_at <= latest.restored_at
    where exists (
      select from unnest(${entries.map(({ postedAt }) => postedAt)}::timestamptz[]) posted_at
      where posted_at <= latest.restored_at
    ) or not exists (
      select from settlements s
      where s.merchant_id = m.id and s.created_at > latest.restored_at and s.status in ('PROCESSING', 'COMPLETED')
    )`.execute(db);
  return rows.length > 0;
}

/** Reads the next two scheduled times of a merchant's settlements. */
export async function readNextMoments(db: Db, merchantId: string): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select ${latestMoment}
      + n * case settlement_frequency when 'daily' then interval '1 day' else interval '7 days' end as at
    from merchants m cross join generate_series(1, 2) n where m.id = ${merchantId} order by n`.execute(db);
  return rows.map(({ at }) => at);
}

/**
 * Lists active and closed merchants with an id after this one, a page at a time.
 * @param code restricts the list to one merchant
 */
export async function listSettledMerchants(
  db: Db,
  page: { after?: string; limit: number; merchantCode?: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from merchants
    where status in ('ACTIVE', 'INACTIVE') and (${page.after ?? null}::uuid is null or id > ${page.after ?? null})
      and (${page.merchantCode ?? null}::text is null or merchant_code = ${page.merchantCode ?? null})
    order by id limit ${page.limit}`.execute(db);
  return rows.map(({ id }) => id);
}
