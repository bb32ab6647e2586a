import type { ReconciliationState, StatementAccount } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type NewRun = {
  id: string;
  account: StatementAccount;
  source: 'upload' | 'pull';
  fileName: string;
  fileHash: Buffer | null;
  from: Date;
  to: Date;
  madeBy: string;
  lines: number;
  repeatedLines: number;
  uncompletedLines: number;
  paidInCents: bigint;
  withdrawnCents: bigint;
  balances?: StatementBalances | undefined;
};

/** The balances of a statement's file. */
export type StatementBalances = { openingCents: bigint; closingCents: bigint; closesAt: Date };

/**
 * Inserts a run. Locks the account, so that its statements are compared one after another.
 * @returns false when this file was compared before
 */
export async function insertRun(tx: Transaction, run: NewRun): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reconciliation ' || ${run.account}, 0))`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into reconciliation_runs (
      id, account, source, file_name, file_hash, from_at, to_at, made_by, lines, repeated_lines, uncompleted_lines,
      paid_in_cents, withdrawn_cents, opening_cents, closing_cents, closes_at
    ) values (
      ${run.id}, ${run.account}, ${run.source}, ${run.fileName}, ${run.fileHash}, ${run.from}, ${run.to},
      ${run.madeBy}, ${run.lines}, ${run.repeatedLines}, ${run.uncompletedLines}, ${run.paidInCents},
      ${run.withdrawnCents}, ${run.balances?.openingCents ?? null}, ${run.balances?.closingCents ?? null},
      ${run.balances?.closesAt ?? null}
    )
    on conflict do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

export async function findRunOfFile(
  db: Db,
  file: { account: StatementAccount; hash: Buffer },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from reconciliation_runs where account = ${file.account} and file_hash = ${file.hash}`.execute(
    db,
  );
  return rows[0]?.id;
}

export async function countItems(tx: Transaction, runId: string): Promise<void> {
  await sql`
    update reconciliation_runs
    set items = (select count(*) from reconciliation_items where run_id = ${runId})
    where id = ${runId}`.execute(tx);
}

export type RunRow = Omit<NewRun, 'fileHash' | 'madeBy' | 'balances'> & {
  openingCents: bigint | null;
  closingCents: bigint | null;
  closesAt: Date | null;
  fileHash: string;
  madeBy: string;
  madeAt: Date;
  items: number;
  differing: Partial<Record<ReconciliationState, number>>;
  openItems: number;
  openMoreCents: bigint;
  openLessCents: bigint;
  place: Place;
};

/** Lists runs, newest first. */
export function listRuns(
  db: Db,
  page: { account?: StatementAccount | undefined; after?: Place | undefined; limit: number },
): Promise<RunRow[]> {
  const conditions = [sql`true`];
  if (page.account) conditions.push(sql`account = ${page.account}`);
  if (page.after) {
    conditions.push(sql`(made_at, id) < (${page.after.instant}::timestamptz, ${page.after.id}::uuid)`);
  }
  return selectRuns(db, sql.join(conditions, sql` and `), page.limit);
}

export async function findRun(db: Db, runId: string): Promise<RunRow | undefined> {
  const [row] = await selectRuns(db, sql`id = ${runId}`, 1);
  return row;
}

async function selectRuns(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<RunRow[]> {
  const { rows } = await sql<Omit<RunRow, 'place'> & { instant: string }>`
    select r.id, r.account, r.source, r.file_name as "fileName", coalesce(encode(r.file_hash, 'hex'), '') as "fileHash",
      r.from_at as "from", r.to_at as "to", a.name as "madeBy", r.made_at as "madeAt", r.lines,
      r.repeated_lines as "repeatedLines", r.uncompleted_lines as "uncompletedLines",
      r.paid_in_cents as "paidInCents", r.withdrawn_cents as "withdrawnCents", r.items, d.differing,
      d.open_items as "openItems", d.open_more_cents as "openMoreCents", d.open_less_cents as "openLessCents",
      r.opening_cents as "openingCents", r.closing_cents as "closingCents", r.closes_at as "closesAt",
      r.made_at::text as instant
    from (
      select * from reconciliation_runs where ${condition} order by made_at desc, id desc limit ${limit}
    ) r
    join administrators a on a.id = r.made_by
    cross join lateral (
      select coalesce(jsonb_object_agg(state, how_many), '{}'::jsonb) as differing,
        coalesce(sum(open_items), 0)::int as open_items,
        coalesce(sum(open_more_cents), 0)::bigint as open_more_cents,
        coalesce(sum(open_less_cents), 0)::bigint as open_less_cents
      from (
        select state, count(*)::int as how_many, count(*) filter (where closed_as is null) as open_items,
          sum(greatest(theirs_cents - ours_cents, 0)) filter (where closed_as is null) as open_more_cents,
          sum(least(theirs_cents - ours_cents, 0)) filter (where closed_as is null) as open_less_cents
        from reconciliation_items i where i.run_id = r.id and i.state <> 'matched' group by state
      ) s
    ) d
    order by r.made_at desc, r.id desc`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}
