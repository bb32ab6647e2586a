import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { measureAll, openShops, type Bench } from '../bench/measure.ts';
import { measureMemory } from '../bench/memory.ts';
import { measureSeveralApis } from '../bench/several-apis.ts';
import { printTable, type Row } from '../bench/table.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    apis: { type: 'string' },
    memory: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => {
  if (!values.json) console.log(line);
};

/**
 * Measures ledger and redemptions on a database of its own, beside what limits them, in one run; with `--apis N` redemptions
 * alone, at one API process, at two, up to N; with `--memory` what API and worker need at full load alone.
 */
const folder = mkdtempSync(join(tmpdir(), 'zawadi-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
try {
  await migrate({ ownerUrl: postgres.ownerUrl, appLogin: 'zawadi' });
  say(
    `${availableParallelism()} processors, load on the same machine, durable commits, ${values.seconds} s a row`,
  );
  const bench = { ...postgres, seconds: Number(values.seconds), folder, say };
  const rows = await measure(bench);
  if (values.json) console.log(JSON.stringify({ processors: availableParallelism(), rows }, undefined, 2));
  else printTable(rows);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function measure(bench: Bench): Promise<Row[]> {
  if (values.memory) return measureMemory(bench, await openShops(bench));
  if (values.apis !== undefined) return measureSeveralApis(bench, Number(values.apis));
  return measureAll(bench, (shop) => measureMemory(bench, shop));
}
