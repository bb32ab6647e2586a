import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const SCHEMA_FILE = 'apps/api/src/platform/db/schema.generated.ts';
const STATES_FILE = 'docs/states.md';
const isVerifying = process.argv.includes('--verify');

// Writes the types of every table, and the diagrams of the tables with states, from a database migrated a moment ago;
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
      '--exclude-pattern={kysely_*,pgboss.*}',
      '--type-mapping={"int8":"bigint"}',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
  await drawStates(postgres.ownerUrl);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function drawStates(ownerUrl: string): Promise<void> {
  const text = describeStates(await readTransitions(ownerUrl));
  if (!isVerifying) writeFileSync(STATES_FILE, text);
  else if (readFileSync(STATES_FILE, 'utf8') !== text) {
    throw new Error(`${STATES_FILE} is not what the database allows.`);
  }
}

type Transition = { table: string; from: string; to: string };

async function readTransitions(ownerUrl: string): Promise<Transition[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Transition>(
      `select table_name as table, from_state as from, to_state as to from state_transitions
       order by table_name, from_state, to_state`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

function describeStates(transitions: readonly Transition[]): string {
  const diagrams = [...Map.groupBy(transitions, ({ table }) => table)].map(([table, some]) => {
    const arrows = some.map(({ from, to }) => `  ${from} --> ${to}`);
    return `## ${table}\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows.join('\n')}\n\`\`\`\n`;
  });
  return `# States\n\nWhich state may follow which. A trigger on each table refuses everything else. Written by \`npm run db:types\` from the\ntable \`state_transitions\`.\n\n${diagrams.join('\n')}`;
}
