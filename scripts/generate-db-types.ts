import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const SCHEMA_FILE = 'apps/api/src/platform/db/schema.generated.ts';

// Writes the types of every table from a database migrated a moment ago; `--verify` only compares.
const dataDir = mkdtempSync(join(tmpdir(), 'zawadi-types-'));
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
try {
  await migrate({ ownerUrl: postgres.ownerUrl, appLogin: 'zawadi' });
  execFileSync(
    'kysely-codegen',
    [
      '--dialect=postgres',
      `--url=${postgres.ownerUrl}`,
      `--out-file=${SCHEMA_FILE}`,
      '--exclude-pattern={kysely_*,pgboss.*}',
      '--type-mapping={"int8":"bigint"}',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
