import type { ApiRequest } from '@zawadi/contract';
import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { DescribedCall } from './describe-call.ts';

export type LoggedCall = DescribedCall & { merchantId: string; omittedAfter: number };

/** Writes calls in one statement. */
export async function insertCalls(db: Db, calls: LoggedCall[]): Promise<void> {
  await sql`
    insert into api_requests (merchant_id, at, id, method, path, status, code, duration_ms, address, omitted_after)
    select merchant_id, at, id, method, path, status, code, duration_ms, address, nullif(omitted_after, 0)
    from unnest(
      ${calls.map((call) => call.merchantId)}::uuid[], ${calls.map((call) => call.at)}::timestamptz[],
      ${calls.map((call) => call.id)}::uuid[], ${calls.map((call) => call.method)}::text[],
      ${calls.map((call) => call.path)}::text[], ${calls.map((call) => call.status)}::smallint[],
      ${calls.map((call) => call.code)}::text[], ${calls.map((call) => call.durationMs)}::integer[],
      ${calls.map((call) => call.address)}::text[], ${calls.map((call) => call.omittedAfter)}::integer[]
    ) as t (merchant_id, at, id, method, path, status, code, duration_ms, address, omitted_after)`.execute(
    db,
  );
}

/** Remembers when keys were last used, by merchant. Sorted, so that two processes never deadlock. */
export async function recordUses(db: Db, uses: Map<string, Date>): Promise<void> {
  const sorted = [...uses].toSorted(([left], [right]) => (left < right ? -1 : 1));
  await sql`
    insert into merchant_api_uses (merchant_id, last_used_at)
    select * from unnest(
      ${sorted.map(([merchantId]) => merchantId)}::uuid[], ${sorted.map(([, at]) => at)}::timestamptz[]
    )
    on conflict (merchant_id)
    do update set last_used_at = greatest(merchant_api_uses.last_used_at, excluded.last_used_at)`.execute(db);
}

type Filters = { outcome?: 'succeeded' | 'refused' | 'failed'; path?: string };

/** Calls of one merchant, newest first, each with the place after which the next page begins. */
export async function findCalls(
  db: Db,
  page: { merchantId: string; filters: Filters; after?: Place; limit: number },
): Promise<{ request: ApiRequest; place: Place }[]> {
  const { outcome, path } = page.filters;
  const conditions = [
    sql`merchant_id = ${page.merchantId}`,
    ...(page.after ? [sql`(at, id) < (${page.after.instant}::timestamptz, ${page.after.id}::uuid)`] : []),
    ...(outcome === 'succeeded' ? [sql`status < 400`] : []),
    ...(outcome === 'refused' ? [sql`status >= 400 and status < 500`] : []),
    ...(outcome === 'failed' ? [sql`status >= 500`] : []),
    ...(path ? [sql`position(lower(${path}) in lower(path)) > 0`] : []),
  ];
  const { rows } = await sql<Row>`
    select id, at, at::text as instant, method, path, status, code, duration_ms as "durationMs", address,
      omitted_after as "omittedAfter"
    from api_requests where ${sql.join(conditions, sql` and `)}
    order by at desc, id desc limit ${page.limit}`.execute(db);
  return rows.map(({ at, instant, code, omittedAfter, ...row }) => ({
    request: {
      ...row,
      at: at.toISOString(),
      ...(code !== null && { code }),
      ...(omittedAfter !== null && { omittedAfter }),
    },
    place: { instant, id: row.id },
  }));
}

type Row = Omit<ApiRequest, 'at' | 'code' | 'omittedAfter'> & {
  at: Date;
  instant: string;
  code: string | null;
  omittedAfter: number | null;
};

/** @returns how many of the old calls were removed, `limit` at most */
export async function removeOldCalls(db: Db, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from api_requests where ctid = any (array(
      select ctid from api_requests where at < moment() - ${RETENTION.api_requests.after}::interval limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}
