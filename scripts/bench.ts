import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { measureCosts, printCosts } from '../bench/costs.ts';
import { KEPT_WAL, makeWalFiles, type Bench } from '../bench/bench.ts';
import { drawFlameGraph } from '../bench/flame-graph.ts';
import { profileInto } from '../bench/processes.ts';
import { measureSeveralApis } from '../bench/several-apis.ts';
import { measureAfter, measurePeers, measureSuites } from '../bench/suites.ts';
import { printTable, type Row } from '../bench/table.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

// The same V8 option as on servers. Without it, in some runs the load generator pauses for 12 to 30 ms every 0.1 s.
setFlagsFromString('--no-allocation-site-pretenuring');

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true, default: [] },
    peers: { type: 'boolean', default: false },
    history: { type: 'string' },
    apis: { type: 'string' },
    memory: { type: 'boolean', default: false },
    costs: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    flames: { type: 'string' },
  },
});
const COUNTING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};
/** Long SQL statements write the history. Without these settings, they would cause a checkpoint every minute. */
const LARGE_WAL = { max_wal_size: '16GB', checkpoint_timeout: '30min' };
const say = (line: string): void => {
  if (!values.json) console.log(line);
};

/**
 * Measures the hot paths of the product and their limits, each on its own database, in several rounds.
 * - `--only redemption`: only the rows with this word in their name
 * - `--peers`: redemptions compared with Medusa's store credit
 * - `--history N`: redemptions after N earlier redemptions, compared with an empty database
 * - `--apis N`: redemptions with one API process, with two, up to N
 * - `--memory`: memory of API and worker at full load
 * - `--costs`: cost of one payment of each kind; with `--statements`, cost of each SQL statement
 * - `--flames folder`: writes flame graphs of API and worker to the folder, as SVG
 */
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
say(
  `${availableParallelism()} processors, load on the same machine, durable commits, ${rounds} rounds of ${seconds} s a row`,
);
if (values.costs)
  await onOnePostgres(async (bench) =>
    print(await measureCosts(bench, { areStatementsCounted: values.statements }), printCosts),
  );
else
  await onOnePostgres(async (bench) =>
    print({ rows: await withFlameGraphs(bench, measure) }, ({ rows }) => printTable(rows)),
  );
process.exit(0);

async function onOnePostgres(measure: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    settings: {
      ...KEPT_WAL,
      ...(values.statements && COUNTING),
      ...(values.history !== undefined && LARGE_WAL),
    },
  });
  try {
    await migrate({ ownerUrl: postgres.ownerUrl, appLogin: 'zawadi' });
    await makeWalFiles(postgres.superuserUrl);
    await measure({ ...postgres, seconds, folder, say });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(bench: Bench): Promise<Row[]> {
  if (values.apis !== undefined) return measureSeveralApis(bench, Number(values.apis));
  const { peers, history, memory, only } = values;
  if (peers) return measurePeers(bench, rounds);
  if (history !== undefined) return measureAfter(Number(history))(bench, rounds);
  return measureSuites(bench, { only: memory ? ['memory'] : only, rounds });
}

/** Processes of one kind write the same flame graph file, so the file shows the last process. */
async function withFlameGraphs(bench: Bench, measure: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const { flames, only } = values;
  if (flames === undefined) return measure(bench);
  const profiles = join(bench.folder, 'profiles');
  profileInto(profiles);
  const rows = await measure(bench);
  for (const name of readdirSync(profiles).toSorted()) {
    const [process = ''] = name.split('-');
    if (!['server', 'worker'].includes(process)) continue;
    const what = [process === 'server' ? 'api' : process, ...only].join('-');
    const profile = JSON.parse(readFileSync(join(profiles, name), 'utf8')) as Profiler.Profile;
    writeFileSync(join(flames, `flames-${what}.svg`), drawFlameGraph(profile, what));
  }
  return rows;
}

function print<Figures extends object>(figures: Figures, asTable: (figures: Figures) => void): void {
  if (values.json)
    console.log(JSON.stringify({ processors: availableParallelism(), ...figures }, undefined, 2));
  else asTable(figures);
}
