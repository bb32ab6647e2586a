import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { jobDuration } from '../metrics/registry.ts';
import { inSpan } from '../tracing/tracing.ts';
import type { When } from './create-jobs.ts';

export type JobRun = {
  name: string;
  lateAfterSeconds: number;
  lastStartedAt: Date | null;
  lastSucceededAt: Date | null;
  lastFailedAt: Date | null;
};

const DAY_SECONDS = 86_400;
const LEAST_PATIENCE_SECONDS = 300;
const BEATS_MISSED = 10;

/** Runs a job, and stores when it began and how it ended. The job queue deletes that within an hour. */
export async function recordRun(
  db: Db,
  { name, when, run }: { name: string; when: When; run: () => Promise<unknown> },
): Promise<void> {
  const lateAfter =
    'cron' in when
      ? DAY_SECONDS + DAY_SECONDS / 12
      : Math.max(LEAST_PATIENCE_SECONDS, when.everySeconds * BEATS_MISSED);
  await sql`
    insert into job_runs (name, late_after_seconds, last_started_at) values (${name}, ${lateAfter}, moment())
    on conflict (name) do update set late_after_seconds = ${lateAfter}, last_started_at = moment()`.execute(
    db,
  );
  const startedAt = performance.now();
  const count = (outcome: string) =>
    jobDuration.observe({ name, outcome }, (performance.now() - startedAt) / 1_000);
  try {
    await inSpan(`job ${name}`, { isRoot: true }, run);
    await sql`update job_runs set last_succeeded_at = moment() where name = ${name}`.execute(db);
    count('ok');
  } catch (error) {
    count('failed');
    await sql`update job_runs set last_failed_at = moment() where name = ${name}`.execute(db);
    throw error;
  }
}

/** Lists every job that has ever run, by name. */
export async function listRuns(db: Db): Promise<JobRun[]> {
  const { rows } = await sql<JobRun>`
    select name, late_after_seconds as "lateAfterSeconds", last_started_at as "lastStartedAt",
      last_succeeded_at as "lastSucceededAt", last_failed_at as "lastFailedAt"
    from job_runs order by name`.execute(db);
  return rows;
}
