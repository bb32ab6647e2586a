import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import type { TestPostgres } from '../apps/api/src/testing/test-database.ts';
import { startEmbeddedPostgres } from '../scripts/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../scripts/embedded-postgres.ts';
import { NOT_DURABLE, makeThrowAwayFolder } from '../scripts/embedded-postgres/throw-away-folder.ts';
import { createClient } from '../apps/api/src/platform/db/connections.ts';

const TEMPLATE = 'template_zawadi';
const PREFIX = 'zawadi-test-';

/** Starts one throw-away PostgreSQL for the whole test run, with a migrated template that test files clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isDurable = process.env['ZAWADI_TEST_FSYNC'] === '1';
  // Long tests fill their databases with millions of rows.
  const isLarge = process.env['ZAWADI_LONG_TESTS'] !== undefined;
  const dataDir = makeThrowAwayFolder(PREFIX, { onDisk: isDurable || isLarge });
  const settings = isDurable ? {} : NOT_DURABLE;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { ...settings, shared_buffers: '128MB' },
  });
  const tearDown = async (): Promise<void> => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    project.provide('postgres', await prepareTemplate(postgres));
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

async function prepareTemplate(postgres: EmbeddedPostgres): Promise<TestPostgres> {
  const ownerUrl = withDatabase(postgres.ownerUrl, TEMPLATE);
  const appUrl = withDatabase(postgres.appUrl, TEMPLATE);
  const client = createClient({ connectionString: postgres.superuserUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE} OWNER zawadi_owner`);
    await migrate({ ownerUrl, appLogin: new URL(appUrl).username });
    await client.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  } finally {
    await client.end();
  }
  return { superuserUrl: postgres.superuserUrl, ownerUrl, appUrl, template: TEMPLATE };
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
