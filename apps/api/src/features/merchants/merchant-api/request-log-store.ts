import type { ApiRequest } from '@zawadi/contract';
import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { DescribedCall } from './describe-call.ts';

export type LoggedCall = DescribedCall & { merchantId: string; keyId: string; omittedAfter: number };

/**
 * Inserts logged calls in one SQL statement. Sends them as JSON, because text arrays of thousands of calls would
 * delay concurrent calls.
 */
export async function insertCalls(db: Db, calls: LoggedCall[]): Promise<void> {
  await sql`
    insert into merchant_api_requests (
      merchant_id, key_id, at, id, method, path, status, code, duration_ms, address, idempotency_key, sent, answered,
      omitted_after, notice
    )
    select "merchantId", "keyId", at, id, method, path, status, code, "durationMs", address, "idempotencyKey", sent, answered,
      nullif("omittedAfter", 0), notice
    from json_to_recordset(${JSON.stringify(calls)}) as t (
      "merchantId" uuid, "keyId" uuid, at timestamptz, id uuid, method text, path text, status smallint, code text,
      "durationMs" integer, address text, "idempotencyKey" text, sent text, answered text, "omittedAfter" integer,
      notice text
    )`.execute(db);
}

export type KeyUse = { merchantId: string; keyId: string; at: Date; address: string };

/**
 * Records when each key was last used, and from which IP address. Sorts the keys, so that two processes never
 * deadlock.
 */
export async function recordUses(db: Db, uses: KeyUse[]): Promise<void> {
  const sorted = uses.toSorted((left, right) => (left.keyId < right.keyId ? -1 : 1));
  await sql`
    with uses as (
      select * from unnest(
        ${sorted.map((use) => use.merchantId)}::uuid[], ${sorted.map((use) => use.keyId)}::uuid[],
        ${sorted.map((use) => use.at)}::timestamptz[], ${sorted.map((use) => use.address)}::text[]
      ) as t (merchant_id, key_id, at, address)
    ), main as (
      insert into merchant_api_uses as u (merchant_id, last_used_at, address)
      select merchant_id, at, address from uses where key_id = merchant_id
      on conflict (merchant_id) do update set last_used_at = excluded.last_used_at, address = excluded.address
      where excluded.last_used_at > u.last_used_at
    )
    insert into merchant_api_key_uses as u (key_id, last_used_at, address)
    select key_id, at, address from uses where key_id <> merchant_id
    on conflict (key_id) do update set last_used_at = excluded.last_used_at, address = excluded.address
    where excluded.last_used_at > u.last_used_at`.execute(db);
}

type Filters = {
  outcome?: 'succeeded' | 'refused' | 'failed' | undefined;
  search?: string | undefined;
  keyId?: string | undefined;
  notBefore?: Date | undefined;
  notAfter?: Date | undefined;
};

/** Finds calls of one merchant, newest first, each with a cursor for the next page. */
export async function findCalls(
  db: Db,
  page: { merchantId: string; filters: Filters; after?: Place; limit: number },
): Promise<{ request: ApiRequest; place: Place }[]> {
  const { outcome, search, keyId, notBefore, notAfter } = page.filters;
  const conditions = [
    sql`r.merchant_id = ${page.merchantId}`,
    ...(page.after ? [sql`(r.at, r.id) < (${page.after.instant}::timestamptz, ${page.after.id}::uuid)`] : []),
    ...(outcome === 'succeeded' ? [sql`r.status < 400`] : []),
    ...(outcome === 'refused' ? [sql`r.status >= 400 and r.status < 500`] : []),
    ...(outcome === 'failed' ? [sql`r.status >= 500`] : []),
    ...(keyId === undefined ? [] : [sql`r.key_id = ${keyId}`]),
    ...(notBefore ? [sql`r.at >= ${notBefore}`] : []),
    ...(notAfter ? [sql`r.at <= ${notAfter}`] : []),
    ...(search
      ? [
          sql`(position(lower(${search}) in lower(r.path)) > 0 or r.id::text = lower(${search})
            or r.idempotency_key = ${search})`,
        ]
      : []),
  ];
  const { rows } = await sql<Row>`
    select r.id, r.at, r.at::text as instant, r.method, r.path, r.status, r.code, r.duration_ms as "durationMs",
      r.address, r.omitted_after as "omittedAfter", r.idempotency_key as "idempotencyKey", r.sent, r.answered, r.notice,
      case when r.key_id = r.merchant_id then 'Main key' else k.name end as "keyName"
    from merchant_api_requests r left join merchant_api_keys k on k.id = r.key_id
    where ${sql.join(conditions, sql` and `)}
    order by r.at desc, r.id desc limit ${page.limit}`.execute(db);
  return rows.map(({ at, instant, ...row }) => ({
    request: { ...withoutNulls(row), at: at.toISOString() },
    place: { instant, id: row.id },
  }));
}

type Optional = 'code' | 'omittedAfter' | 'idempotencyKey' | 'sent' | 'answered' | 'keyName' | 'notice';
type Row = Omit<ApiRequest, 'at' | Optional> & { at: Date; instant: string } & {
  [Name in Optional]: NonNullable<ApiRequest[Name]> | null;
};

function withoutNulls(row: Omit<Row, 'at' | 'instant'>): Omit<ApiRequest, 'at'> {
  const { code, omittedAfter, idempotencyKey, sent, answered, keyName, notice, ...always } = row;
  return {
    ...always,
    ...(code !== null && { code }),
    ...(omittedAfter !== null && { omittedAfter }),
    ...(idempotencyKey !== null && { idempotencyKey }),
    ...(sent !== null && { sent }),
    ...(answered !== null && { answered }),
    ...(keyName !== null && { keyName }),
    ...(notice !== null && { notice }),
  };
}

/**
 * Deletes one batch of old calls from the log.
 * @returns the number of deleted calls, at most `limit`
 */
export async function removeOldCalls(db: Db, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from merchant_api_requests where ctid = any (array(
      select ctid from merchant_api_requests where at < moment() - ${RETENTION.merchant_api_requests.after}::interval limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}
