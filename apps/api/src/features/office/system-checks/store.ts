import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { CheckResult } from './check.ts';

/** Stores the results of one run. A check keeps the time since which it finds a fault. */
export async function storeResults(tx: Transaction, results: readonly CheckResult[]): Promise<void> {
  const rows = results
    .filter(({ result }) => result !== 'skipped')
    .map((one) => ({ ...one, next_step: one.result === 'broken' ? one.nextStep : null }));
  await sql`
    insert into system_checks (name, label, text, next_step, failing_since)
    select name, label, text, next_step, case when next_step is not null then moment() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (name text, label text, text text, next_step text)
    order by name
    on conflict (name) do update set label = excluded.label, text = excluded.text, next_step = excluded.next_step,
      checked_at = excluded.checked_at,
      failing_since = case when excluded.next_step is not null
        then coalesce(system_checks.failing_since, excluded.failing_since) end`.execute(tx);
  await sql`delete from system_checks where not (name = any(${rows.map(({ name }) => name)}))`.execute(tx);
}

export async function readDatabaseClock(db: Db): Promise<{ now: Date; offsetMs: number }> {
  const { rows } = await sql<{ now: Date; offsetMs: number }>`
    select clock_moment() as now, (extract(epoch from clock_offset()) * 1000)::float8 as "offsetMs"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the query returned no row');
  return row;
}

/** Records a backup, as the owner of the tables or as the role of backups. */
export async function insertBackup(
  db: Db,
  backup: { tool: string; madeAt: Date; place: string; bytes: number },
): Promise<void> {
  await sql`
    insert into backups (tool, made_at, place, bytes)
    values (${backup.tool}, ${backup.madeAt}, ${backup.place}, ${backup.bytes})`.execute(db);
}

export async function readLatestBackup(db: Db): Promise<{ madeAt: Date; place: string } | undefined> {
  const { rows } = await sql<{ madeAt: Date; place: string }>`
    select made_at as "madeAt", place from backups order by made_at desc limit 1`.execute(db);
  return rows[0];
}

/** Records that a backup was restored on trial, as the owner of the tables. */
export async function recordTrial(
  db: Db,
  { madeAt, failure }: { madeAt: Date; failure: string | undefined },
): Promise<void> {
  await sql`
    update backups set restored_at = moment(), restore_failure = ${failure ?? null} where made_at = ${madeAt}`.execute(
    db,
  );
}

/** Reads the latest restore on trial. @returns undefined if there was none */
export async function readLatestTrial(
  db: Db,
): Promise<{ madeAt: Date; restoredAt: Date; failure: string | null } | undefined> {
  const { rows } = await sql<{ madeAt: Date; restoredAt: Date; failure: string | null }>`
    select made_at as "madeAt", restored_at as "restoredAt", restore_failure as failure
    from backups where restored_at is not null order by restored_at desc limit 1`.execute(db);
  return rows[0];
}

export async function readFirstBackup(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ madeAt: Date | null }>`select min(made_at) as "madeAt" from backups`.execute(
    db,
  );
  return rows[0]?.madeAt ?? undefined;
}
