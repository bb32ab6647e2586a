import type {
  Correction,
  ReconciliationItemFilters,
  ReconciliationState,
  ReconciliationStatus,
  StatementAccount,
} from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isTakenBack } from './item-store.ts';

export type ItemRow = {
  id: string;
  runId: string;
  account: StatementAccount;
  kind: 'payment' | 'charge';
  state: ReconciliationState;
  status: ReconciliationStatus;
  receipt: string;
  at: Date;
  details: string;
  accountNumber: string;
  theirsCents: bigint;
  oursCents: bigint;
  isTakenBack: boolean;
  line: number | null;
  queriedAt: Date | null;
  correction: Correction | null;
  closedAs: 'found' | 'booked' | 'explained' | null;
  closedBy: string | null;
  closedAt: Date | null;
  reason: string | null;
  approvalId: string | null;
  shownBeforeRunId: string | null;
  shownBeforeAt: Date | null;
  instant: string;
};

type Filters = ReconciliationItemFilters & {
  /** True omits items that have always agreed. */
  isDiffering?: true;
};

/** Lists items, newest first. Limits the rows before any joins. */
export async function listItems(
  db: Db,
  filters: Filters,
  page: { after?: Place | undefined; limit: number },
): Promise<ItemRow[]> {
  return (await itemsPage(filters, page).execute(db)).rows;
}

export async function findItem(db: Db, itemId: string): Promise<ItemRow | undefined> {
  return (await selectItems(sql`id = ${itemId}`, 1).execute(db)).rows[0];
}

/** Builds the SQL statement of `listItems`, so that a test can check its query plan. */
export function itemsPage(
  filters: Filters,
  page: { after?: Place | undefined; limit: number },
): RawBuilder<ItemRow> {
  const conditions = conditionsOf(filters);
  if (page.after)
    conditions.push(sql`(at, id) < (${page.after.instant}::timestamptz, ${page.after.id}::uuid)`);
  return selectItems(sql.join(conditions, sql` and `), page.limit);
}

export type OpenSums = { openItems: number; openMoreCents: bigint; openLessCents: bigint };

/** Sums the open differences of all items that match the filters; positive and negative separately. */
export async function sumOpen(db: Db, filters: ReconciliationItemFilters): Promise<OpenSums> {
  const conditions = [...conditionsOf(filters), sql`closed_as is null`, sql`state <> 'matched'`];
  const { rows } = await sql<OpenSums>`
    select count(*)::int as "openItems",
      coalesce(sum(greatest(theirs_cents - ours_cents, 0)), 0)::bigint as "openMoreCents",
      coalesce(sum(least(theirs_cents - ours_cents, 0)), 0)::bigint as "openLessCents"
    from reconciliation_items where ${sql.join(conditions, sql` and `)}`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('the query of sums returned no row');
  return sums;
}

const IS_WAITING = sql`exists (
  select from approvals a
  where a.kind = 'correction' and a.subject_id = reconciliation_items.id::text and a.closed_as is null
    and a.expires_at > moment()
)`;

/**
 * SQL condition on `reconciliation_items`: the difference needs an administrator, and no correction of it waits for
 * approval.
 */
export const isOpenDifference = sql`closed_as is null and state <> 'matched' and not ${IS_WAITING}`;

const STATUS: Record<ReconciliationStatus, RawBuilder<unknown>> = {
  open: isOpenDifference,
  waiting: sql`closed_as is null and state <> 'matched' and ${IS_WAITING}`,
  agrees: sql`(state = 'matched' or closed_as = 'found')`,
  booked: sql`closed_as = 'booked'`,
  explained: sql`closed_as = 'explained'`,
};

function conditionsOf(filters: Filters): RawBuilder<unknown>[] {
  const { runId, account, kind, state, status, search, isDiffering } = filters;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (runId) conditions.push(sql`run_id = ${runId}`);
  if (account) conditions.push(sql`account = ${account}`);
  if (kind) conditions.push(sql`kind = ${kind}`);
  if (state) conditions.push(sql`state = ${sql.lit(state)}`);
  // Repeats the condition of the partial index on the few differing items, so that the planner can use the index.
  if (isDiffering || (state && state !== 'matched')) conditions.push(sql`state <> 'matched'`);
  if (status) conditions.push(STATUS[status]);
  if (search) {
    const words = search.toUpperCase();
    const beginning = `${words.replaceAll(/[\\%_]/gu, '\\$&')}%`;
    conditions.push(sql`(receipt like ${beginning} or (account_number = ${words} and account_number <> ''))`);
  }
  return conditions;
}

function selectItems(condition: RawBuilder<unknown>, limit: number): RawBuilder<ItemRow> {
  return sql<ItemRow>`
    select i.id, i.run_id as "runId", i.account, i.kind, i.state, i.receipt, i.at, i.details,
      i.account_number as "accountNumber", i.is_taken_back as "isTakenBack", i.theirs_cents as "theirsCents",
      i.ours_cents as "oursCents", i.line,
      i.queried_at as "queriedAt", i.correction, i.closed_as as "closedAs", i.closed_at as "closedAt", i.reason,
      c.name as "closedBy", w.id as "approvalId", before.id as "shownBeforeRunId",
      before.made_at as "shownBeforeAt", i.at::text as instant,
      case
        when i.state = 'matched' or i.closed_as = 'found' then 'agrees'
        when i.closed_as is not null then i.closed_as
        when w.id is not null then 'waiting'
        else 'open'
      end as status
    from (
      select *, ${isTakenBack} as is_taken_back from reconciliation_items
      where ${condition} order by at desc, id desc limit ${limit}
    ) i
    left join administrators c on c.id = i.closed_by
    left join approvals w
      on w.kind = 'correction' and w.subject_id = i.id::text and w.closed_as is null and w.expires_at > moment()
      and i.closed_as is null
    left join reconciliation_items shown on shown.id = i.shown_before_item_id
    left join reconciliation_runs before on before.id = shown.run_id
    order by i.at desc, i.id desc`;
}
