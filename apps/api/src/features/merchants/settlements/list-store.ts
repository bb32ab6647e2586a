import type { SettlementFilters } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { stateOf } from './describe-settlement.ts';
import { selectSettlements, toRecord, type SettlementRecord } from './store.ts';
import { LONG_SECONDS } from './settlement-orders.ts';

/** SQL condition: the batch waits for approval or a proposed outcome, has failed, or has had no result for too long. */
export const needsPerson = sql<boolean>`status in ('PENDING', 'PROCESSING') and (
    (status = 'PENDING' and (needs_approval or failure_reason is not null))
    or exists (
      select from settlement_attempts a
      where a.merchant_id = settlements.merchant_id and a.id = settlements.attempt_id
        and (a.state = 'MANUAL' or (a.ended_at is null and a.started_at < moment() - make_interval(secs => ${LONG_SECONDS})))
    )
  )`;

/** The batches of one merchant, or of all merchants with an administrator's filters. */
export type Scope = { merchantId: string } | OfAll;

type OfAll = { merchantCode?: string; needsAttention?: boolean; bankFile?: string };

/** Lists batches, newest first, each with a cursor for the next page. */
export async function listRecords(
  db: Db,
  scope: Scope,
  page: { filters: SettlementFilters; after?: Place; limit: number },
): Promise<{ record: SettlementRecord; place: Place }[]> {
  const { filters, after, limit } = page;
  const conditions = conditionsOf(scope, filters);
  if (after) conditions.push(sql`(created_at, id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  const rows = await selectSettlements(db)
    .select(sql<string>`created_at::text`.as('instant'))
    .where(all(conditions))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ instant, ...row }) => ({ record: toRecord(row), place: { instant, id: row.id } }));
}

/** Lists the newest of these batches. */
export async function listByIds(db: Db, ids: readonly string[], limit: number): Promise<SettlementRecord[]> {
  if (ids.length === 0) return [];
  const rows = await selectSettlements(db)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRecord);
}

export type Totals = { count: number; amountCents: bigint; feeCents: bigint };

/** Sums all matching batches. A canceled batch is counted, but its amount is not summed. */
export async function readTotals(db: Db, scope: Scope, filters: SettlementFilters): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*)::int as count,
      coalesce(sum(amount_cents) filter (where status <> 'CANCELED'), 0)::bigint as "amountCents",
      coalesce(sum(fee_cents) filter (where status <> 'CANCELED'), 0)::bigint as "feeCents"
    from settlements where ${all(conditionsOf(scope, filters))}`.execute(db);
  return rows[0] ?? { count: 0, amountCents: 0n, feeCents: 0n };
}

export type Figures = {
  settledCents: bigint;
  pendingCents: bigint;
  /** Average time from cut-off to completion; null if no batch is completed yet. */
  averageSeconds: number | null;
};

/** Reads the figures above a merchant's list of settlements. */
export async function readFigures(db: Db, merchantId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      coalesce(sum(amount_cents) filter (where status = 'COMPLETED'), 0)::bigint as "settledCents",
      coalesce(sum(amount_cents) filter (where status in ('PENDING', 'PROCESSING')), 0)::bigint as "pendingCents",
      avg(extract(epoch from completed_at - cut_off_at))::float8 as "averageSeconds"
    from settlements where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? { settledCents: 0n, pendingCents: 0n, averageSeconds: null };
}

function conditionsOf(scope: Scope, filters: SettlementFilters): RawBuilder<boolean>[] {
  const { status, payoutChannel, from, to } = filters;
  const conditions: RawBuilder<boolean>[] = [];
  if ('merchantId' in scope) conditions.push(sql`merchant_id = ${scope.merchantId}`);
  else conditions.push(...ofAdministrators(scope));
  if (status) conditions.push(sql`status = ${stateOf(status)}`);
  if (payoutChannel) conditions.push(sql`shown_as = ${payoutChannel}`);
  if (from) conditions.push(sql`created_at >= ${beginningOfNairobiDay(from)}`);
  if (to) conditions.push(sql`created_at < ${new Date(beginningOfNairobiDay(to).getTime() + DAY_MS)}`);
  return conditions;
}

function ofAdministrators(scope: OfAll): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (scope.merchantCode) {
    conditions.push(
      sql`merchant_id = (select id from merchants where merchant_code = ${scope.merchantCode})`,
    );
  }
  if (scope.needsAttention) conditions.push(needsPerson);
  if (scope.bankFile) {
    conditions.push(
      sql`id in (select settlement_id from settlement_attempts where bank_file = ${scope.bankFile})`,
    );
  }
  return conditions;
}

function all(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}
