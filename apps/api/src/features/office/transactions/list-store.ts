import type { RefundState, TransactionFilters, TransactionStatus, TransactionType } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { isUnconfirmed } from '../../services/system-health/index.ts';
import { KINDS, type KindQuery } from './kinds-store.ts';
import { findTargets, type Targets } from '../../services/look-ups/index.ts';

export type TransactionRow = {
  id: string;
  type: TransactionType;
  at: Date;
  merchant: string | null;
  person: string | null;
  amountCents: bigint;
  feeCents: bigint;
  status: TransactionStatus;
  refundState: RefundState | null;
  backCents: bigint | null;
  reference: string | null;
};

/**
 * SQL conditions for the filters, one for each kind. `selectionOf` builds them, so that every page and the count use
 * the same conditions.
 */
export type Selection = {
  kind: KindQuery;
  condition: RawBuilder<unknown>;
  /** True if few rows match and all of them may be old: the query collects them before sorting. */
  isCollected?: boolean;
}[];

export async function selectionOf(db: Db, filters: TransactionFilters): Promise<Selection> {
  const { type, status, refundState, merchantCode, search } = filters;
  const targets = search ? await findTargets(db, search) : undefined;
  // Transactions of a merchant are not collected before sorting: they are too many, and some are always recent.
  const isCollected = targets !== undefined && targets.merchantIds.length === 0;
  const merchantId = merchantCode && ((await findMerchantId(db, merchantCode)) ?? null);
  return Object.values(KINDS)
    .filter((kind) => !type || kind.type === type)
    .flatMap((kind) => {
      const conditions = conditionsOf(kind, filters);
      if (status) conditions.push(kind.status[status]);
      if (refundState) {
        if (!kind.back) return [];
        conditions.push(kind.back.is(refundState));
      }
      if (merchantId !== undefined && merchantId !== '') {
        if (!kind.merchantId) return [];
        conditions.push(sql`${kind.merchantId} = ${merchantId}`);
      }
      const meant = targets && meantBy(kind, targets);
      if (targets && !meant) return [];
      if (meant) conditions.push(meant);
      const isRare = refundState !== undefined && kind.back?.isRare === true;
      return [{ kind, condition: sql.join(conditions, sql` and `), isCollected: isCollected || isRare }];
    });
}

/** Selects the transactions that concern any of the targets, within days in Nairobi. */
export function selectionOfTargets(targets: Targets, period: { from: string; to: string }): Selection {
  return Object.values(KINDS).flatMap((kind) => {
    const meant = meantBy(kind, targets);
    if (!meant) return [];
    const conditions = [...conditionsOf(kind, period), meant];
    return [
      { kind, condition: sql.join(conditions, sql` and `), isCollected: targets.merchantIds.length === 0 },
    ];
  });
}

function conditionsOf(kind: KindQuery, filters: TransactionFilters): RawBuilder<unknown>[] {
  const { from, to, minimumAmount, maximumAmount, isUnconfirmed: isAsked } = filters;
  const conditions: RawBuilder<unknown>[] = [kind.isShown];
  if (from) conditions.push(sql`${kind.moment} >= ${beginningOfNairobiDay(from)}`);
  if (to) conditions.push(sql`${kind.moment} < ${new Date(beginningOfNairobiDay(to).getTime() + DAY_MS)}`);
  if (minimumAmount !== undefined) conditions.push(sql`t.amount_cents >= ${BigInt(minimumAmount) * 100n}`);
  if (maximumAmount !== undefined) conditions.push(sql`t.amount_cents <= ${BigInt(maximumAmount) * 100n}`);
  if (isAsked) conditions.push(sql`t.id in (select owner_id from orders where ${isUnconfirmed})`);
  return conditions;
}

/**
 * Builds the condition for the targets of a search.
 * @returns undefined if no transaction of this kind can match
 */
function meantBy(kind: KindQuery, targets: Targets): RawBuilder<unknown> | undefined {
  const { voucherIds, userIds, merchantIds, transactionIds } = targets;
  const meant = [
    kind.voucherId && isOfVouchers(kind.voucherId, kind.voucherHomes, voucherIds),
    kind.userId && isAny(kind.userId, userIds),
    kind.merchantId && isAny(kind.merchantId, merchantIds),
    kind.isFoundByVoucher ? undefined : isAny(sql`t.id`, transactionIds),
  ].filter((one) => one !== undefined);
  return meant.length === 0 ? undefined : sql`(${sql.join(meant, sql` or `)})`;
}

function isOfVouchers(
  column: RawBuilder<unknown>,
  homes: KindQuery['voucherHomes'],
  voucherIds: string[],
): RawBuilder<unknown> | undefined {
  if (!homes || voucherIds.length === 0) return isAny(column, voucherIds);
  return sql`${column} in (${homes(voucherIds)})`;
}

function isAny(column: RawBuilder<unknown>, ids: string[]): RawBuilder<unknown> | undefined {
  return ids.length === 0 ? undefined : sql`${column} = any(${ids}::uuid[])`;
}

async function findMerchantId(db: Db, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from merchants where merchant_code = ${code}`.execute(
    db,
  );
  return rows[0]?.id;
}

/**
 * Lists the newest transactions that match a search, except settlement batches. Transactions of whole merchants have
 * their own list.
 */
export async function listMatching(db: Db, targets: Targets, limit: number): Promise<TransactionRow[]> {
  const { rows } = await matchingPage(targets, limit).execute(db);
  return rows;
}

/** Builds the SQL statement of `listMatching`, so that a test can check its query plan. */
export function matchingPage(
  targets: Targets,
  limit: number,
): RawBuilder<TransactionRow & { instant: string }> {
  const selection = Object.values(KINDS)
    .filter(({ type }) => type !== 'Settlement')
    .map((kind) => {
      const ofTargets = meantBy(kind, { ...targets, merchantIds: [] }) ?? sql`false`;
      return { kind, condition: sql`${kind.isShown} and ${ofTargets}`, isCollected: true };
    });
  return rowsPage(selection, { after: undefined, limit });
}

/** Lists transactions, newest first, each with the cursor of the next page. */
export async function listRows(
  db: Db,
  selection: Selection,
  page: { after: Place | undefined; limit: number },
): Promise<(TransactionRow & { place: Place })[]> {
  if (selection.length === 0) return [];
  const { rows } = await rowsPage(selection, page).execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}

/**
 * Builds the SQL statement of `listRows`, so that a test can check its query plan. Reads at most one page of every
 * kind.
 */
export function rowsPage(
  selection: Selection,
  { after, limit }: { after: Place | undefined; limit: number },
): RawBuilder<TransactionRow & { instant: string }> {
  const parts = selection.map(({ kind, condition, isCollected }) => {
    const meant = isCollected
      ? sql`(select * from ${kind.table} t where ${condition} offset 0) t where true`
      : sql`${kind.table} t where ${condition}`;
    const isAfter = after
      ? sql`(${kind.moment}, t.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    return sql`(
      select t.id, ${kind.type}::text as type, ${kind.moment} as at, t.amount_cents,
        ${kind.fee} as fee_cents, ${kind.statusShown} as status, ${kind.reference} as reference,
        ${kind.back?.state ?? sql`null::text`} as refund_state, ${kind.back?.cents ?? sql`null::bigint`} as back_cents,
        ${kind.merchantId ?? sql`null::uuid`} as merchant_id, ${kind.userId ?? sql`null::uuid`} as user_id
      from ${meant} and ${isAfter}
      order by ${kind.moment} desc, t.id desc limit ${limit}
    )`;
  });
  return sql<TransactionRow & { instant: string }>`
    select page.id, page.type, page.at, page.at::text as instant, page.amount_cents as "amountCents",
      page.fee_cents as "feeCents", page.status, page.refund_state as "refundState",
      page.back_cents as "backCents", page.reference, m.business_name as merchant,
      u.first_name || ' ' || u.last_name as person
    from (
      select * from (${sql.join(parts, sql` union all `)}) as every_kind
      order by at desc, id desc limit ${limit}
    ) as page
    left join merchants m on m.id = page.merchant_id
    left join users u on u.id = page.user_id
    order by page.at desc, page.id desc`;
}

/** Counts transactions, up to `most`. */
export async function countRows(db: Db, selection: Selection, most: number): Promise<number> {
  if (selection.length === 0) return 0;
  const { rows } = await countOf(selection, most).execute(db);
  return rows[0]?.count ?? 0;
}

/** Builds the SQL statement of `countRows`, so that a test can check its query plan. */
export function countOf(selection: Selection, most: number): RawBuilder<{ count: number }> {
  const parts = selection.map(
    ({ kind, condition }) => sql`(
      select 1 from ${kind.table} t where ${condition}
      order by ${kind.moment} desc, t.id desc limit ${most}
    )`,
  );
  return sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from (${sql.join(parts, sql` union all `)}) as every_kind limit ${most}
    ) as counted`;
}

/** Finds one transaction by its kind and id. */
export async function findRow(
  db: Db,
  type: TransactionType,
  id: string,
): Promise<TransactionRow | undefined> {
  const kind = KINDS[type];
  const byId = sql`${kind.isShown} and ${kind.byId(id)}`;
  const [row] = await listRows(db, [{ kind, condition: byId }], { after: undefined, limit: 1 });
  return row;
}
