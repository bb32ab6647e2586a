import { availableParallelism } from 'node:os';
import { busyBetween, readCpuTimes, type CpuTimes } from './cpu.ts';
import type { Bench } from './bench.ts';
import { load, redemptions } from './load.ts';
import { API, startServer } from './processes.ts';
import type { Row } from './table.ts';
import { prepareShop } from './vouchers.ts';

const MERCHANTS = 100;
const VOUCHERS = 1_000;
/** Number of connections: enough to keep every process busy, and a multiple of 1, 2, 3 and 4. */
const CONNECTIONS = 96;
/** Warm-up time per process. */
const WARM_UP_SECONDS = 10;
/**
 * Utilisation above which processors are the bottleneck: of all processors together, or of one processor for a
 * single-threaded process.
 */
const SATURATED = 0.9;

/**
 * Measures redemptions with one API process, with two, and so on, one after the other on the same database. The client
 * spreads the load over their ports, because a proxy would take processors from the measured parts.
 */
export async function measureSeveralApis(bench: Bench, most: number): Promise<Row[]> {
  bench.say('Preparing merchants and vouchers …');
  const { tills, codes } = await prepareShop(bench.appUrl, { merchants: MERCHANTS, vouchers: VOUCHERS });
  const request = redemptions((count) => tills[count % tills.length] ?? '', codes);
  const rows: Row[] = [];
  for (let count = 1; count <= most; count += 1) {
    const name = `HTTP: redemption, ${count} API ${count === 1 ? 'process' : 'processes'}`;
    bench.say(`${name}, ${CONNECTIONS} connections …`);
    const servers = await Promise.all(
      Array.from({ length: count }, () =>
        startServer(API, { DATABASE_URL: bench.appUrl, DATABASE_OWNER_URL: bench.appUrl }),
      ),
    );
    try {
      const pids = servers.map(({ pid }) => pid);
      let before: CpuTimes | undefined;
      const spread = { ...request, url: servers.map(({ url }) => url) };
      // Warm up the new processes: in production, their program is already compiled.
      await load(spread, { connections: CONNECTIONS, seconds: count * WARM_UP_SECONDS });
      const result = await load(spread, {
        connections: CONNECTIONS,
        seconds: bench.seconds,
        onBegin: () => void (before = readCpuTimes(pids)),
      });
      const after = readCpuTimes(pids);
      const busy = before && after && busyBetween(before, after, result.seconds);
      const notes = [
        ...(result.failures > 0 ? [`${result.failures} FAILED`] : []),
        ...(busy ? [describe(busy)] : []),
      ];
      rows.push({ name, connections: CONNECTIONS, ...result, note: notes.join('; ') });
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()));
    }
  }
  return rows;
}

/** Formats how many processors each part keeps busy, and which parts are saturated. */
function describe(busy: CpuTimes): string {
  const { apis, database, load: ofLoad, wholeMachine } = busy;
  const others = Math.max(0, wholeMachine - apis.reduce((sum, one) => sum + one, database + ofLoad));
  const parts = `API ${apis.map(show).join(' + ')}, database ${show(database)}, load ${show(ofLoad)}, others ${show(others)}`;
  return `busy processors of ${availableParallelism()}: ${parts}; limit: ${limitOf(busy)}`;
}

function limitOf({ apis, load: ofLoad, wholeMachine }: CpuTimes): string {
  if (wholeMachine >= SATURATED * availableParallelism()) return 'the processors of this machine';
  if (ofLoad >= SATURATED) return 'the load generator';
  if (apis.every((one) => one >= SATURATED)) return 'the API processes';
  return 'waiting, for disk or locks of the database';
}

function show(processors: number): string {
  return processors.toFixed(2);
}
