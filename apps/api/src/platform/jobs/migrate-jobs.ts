import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { createClient } from '../db/connections.ts';

/** Schema that pg-boss owns. */
export const JOBS_SCHEMA = 'pgboss';

const INDEXES_WITHIN_MS = 600_000;

/**
 * Migrates the tables of the job queue to the version of the installed pg-boss. Grants the application's role the
 * rights to run jobs: on rows, not on definitions.
 * @param ownerUrl connection of the role that owns the database's objects
 * @param appRole role that gets the rights
 */
export async function migrateJobs(ownerUrl: string, appRole: string): Promise<void> {
  await bringToCurrentVersion(ownerUrl);
  const client = createClient({ connectionString: ownerUrl });
  await client.connect();
  try {
    const role = client.escapeIdentifier(appRole);
    await client.query(`
      grant usage on schema ${JOBS_SCHEMA} to ${role};
      grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${role};
      revoke insert, delete on ${JOBS_SCHEMA}.version from ${role};
      revoke insert, update, delete on ${JOBS_SCHEMA}.bam, ${JOBS_SCHEMA}.queue_stats from ${role}`);
  } finally {
    await client.end();
  }
}

async function bringToCurrentVersion(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: JOBS_SCHEMA,
    max: 2,
    schedule: false,
    supervise: false,
    bamIntervalSeconds: 10,
  });
  let failure: Error | undefined;
  boss.on('error', (error) => {
    failure ??= error;
  });
  await boss.start();
  try {
    await untilIndexesAreBuilt(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failure) throw failure;
}

/**
 * Waits for index builds. Newer versions of pg-boss build their indexes while the system runs, for which only the
 * owner has the right.
 */
async function untilIndexesAreBuilt(boss: PgBoss): Promise<void> {
  for (const deadline = Date.now() + INDEXES_WITHIN_MS; ;) {
    const open = (await boss.getBamStatus()).filter(({ status }) => status !== 'completed');
    if (open.length === 0) return;
    if (open.some(({ status }) => status === 'failed'))
      throw new Error('an index of the job queue cannot be built');
    if (Date.now() > deadline) throw new Error('the indexes of the job queue are not built in time');
    await pause(500);
  }
}
