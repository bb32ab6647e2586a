import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { readSchema } from '../apps/api/src/platform/db/schema-files.ts';
import { describeCatalogue } from './database-catalogue.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createClient } from '../apps/api/src/platform/db/connections.ts';

const SCHEMA_FILE = 'apps/api/src/platform/db/schema.generated.ts';
const STATES_FILE = 'docs/states.md';
const CATALOGUE_FILE = 'apps/api/database/catalogue.txt';
const isVerifying = process.argv.includes('--verify');

// Generates from a freshly migrated database: the types of every table, the state diagrams, and the catalogue.
// `--verify` only compares.
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
      '--exclude-pattern={kysely_*,public.schema_files,pgboss.*}',
      '--type-mapping={"int8":"bigint"}',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
  const client = createClient({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    await checkBodies(client);
    save(STATES_FILE, describeStates(await readTransitions(client)));
    save(CATALOGUE_FILE, await describeCatalogue(client));
  } finally {
    await client.end();
  }
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function save(file: string, text: string): void {
  if (!isVerifying) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    throw new Error(`${file} differs from the database; npm run db:types updates it.`);
  }
}

/**
 * Creates all SQL functions again with checks of their bodies. Migrations skip these checks, because tables and
 * functions that a body uses may not exist yet.
 */
async function checkBodies(client: pg.Client): Promise<void> {
  const { repeatable } = await readSchema();
  await client.query('begin');
  for (const { name, text } of repeatable) {
    await client.query(text).catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
  }
  await client.query('rollback');
}

type Transition = { table: string; from: string; to: string };

async function readTransitions(client: pg.Client): Promise<Transition[]> {
  const { rows } = await client.query<Transition>(
    `select table_name as table, from_state as from, to_state as to from state_transitions
     order by table_name, from_state, to_state`,
  );
  return rows;
}

function describeStates(transitions: readonly Transition[]): string {
  const diagrams = [...Map.groupBy(transitions, ({ table }) => table)].map(([table, some]) => {
    const arrows = some.map(({ from, to }) => `  ${from} --> ${to}`);
    return `## ${table}\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows.join('\n')}\n\`\`\`\n`;
  });
  return `# States\n\nWhich state may follow which. A trigger on each table refuses everything else. Written by \`npm run db:types\` from the\ntable \`state_transitions\`.\n\n${diagrams.join('\n')}`;
}
