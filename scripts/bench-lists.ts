import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { measureLists, type Measured } from '../bench/lists/measure.ts';
import { REPORTS } from '../bench/lists/questions.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);

/** Time limit for one page of a list. A report from daily totals has its own limit. */
const SLOW_MS = 50;
const SLOW_REPORT_MS = 100;

// The measured queries only read, so this database may be lost in a crash.
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

/** Creates and fills a database, then measures the long lists of merchants and administrators. */
const folder = mkdtempSync(join(tmpdir(), 'zawadi-lists-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings: NOT_DURABLE });

try {
  await migrate({ ownerUrl: postgres.ownerUrl, appLogin: 'zawadi' });
  console.log(`${availableParallelism()} processors; ${rows.toLocaleString('en-KE')} rows of each kind`);
  printLists(await measureLists({ ...postgres, rows, say: console.log }));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Prints the results as two Markdown tables for the document. */
function printLists({ pages, files }: Measured): void {
  print(
    ['list', 'page', 'first ms', 'usually ms', 'slowest ms'],
    pages.map(({ list, name, times }) => [list, name, ...timesOf(list, times)]),
  );
  print(
    ['file of', 'rows', 'first row ms', 'rows per second', 'API: MB until the 50,000th row', 'MB at most'],
    files.map((file) => [
      file.list,
      ...[file.rows, file.firstRowMs, file.rowsPerSecond, file.earlyMegabytes, file.mostMegabytes].map(
        figure,
      ),
    ]),
  );
}

function timesOf(list: string, times: Measured['pages'][number]['times']): string[] {
  if (!times) return ['given up', '–', '–'];
  const { firstMs, usualMs, slowestMs } = times;
  const isSlow = slowestMs > (list === REPORTS ? SLOW_REPORT_MS : SLOW_MS);
  return [figure(firstMs), figure(usualMs), figure(slowestMs) + (isSlow ? ' SLOW' : '')];
}

function print(headings: string[], rows: string[][]): void {
  const lines = [headings, headings.map((heading) => '-'.repeat(heading.length)), ...rows];
  console.log(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
}

function figure(value: number): string {
  return value.toLocaleString('en-KE', { maximumFractionDigits: 0 });
}
