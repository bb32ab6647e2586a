import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { createSandboxControl, eventually } from '@zawadi/story/sandbox-control';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { load, redemptions } from './load.ts';
import { createPayments, GIFTS_EACH } from './payments.ts';
import { API, startServer, startWorker } from './processes.ts';
import { createReadings, type Readings } from './readings.ts';
import { prepareShop } from './vouchers.ts';

export type Cost = {
  name: string;
  count: number;
  /** CPU time per payment in microseconds, without what the processes use when idle. */
  apiMicros: number;
  workerMicros: number;
  databaseMicros: number;
  walBytes: number;
  /** Growth of tables and their indexes, in bytes per payment. */
  diskBytes: number;
  commits: number;
  walSyncs: number;
  /** Tables with the largest growth. */
  largest: string;
};

export type Costs = { costs: Cost[]; resident: string[] };

const IDLE_SECONDS = 15;
const MERCHANTS = 100;
const VOUCHERS = 1_000;
const CONNECTIONS = 64;

/**
 * Measures the cost of each kind of payment for API, worker and database, including callbacks, polls, messages and
 * webhooks that follow the payment.
 * @param options.areStatementsCounted also lists the most expensive SQL statements; needs a PostgreSQL started with
 * pg_stat_statements
 * @returns a line for each kind, and the memory of the processes
 */
export async function measureCosts(
  bench: Bench,
  { areStatementsCounted }: { areStatementsCounted: boolean },
): Promise<Costs> {
  bench.say('Preparing merchants, vouchers and people …');
  const shop = await prepareShop(bench.appUrl, { merchants: MERCHANTS, vouchers: VOUCHERS });
  const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  const environment = {
    DATABASE_URL: bench.appUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  };
  const superuserUrl = new URL(bench.superuserUrl);
  superuserUrl.pathname = new URL(bench.appUrl).pathname;
  // Only a superuser sees the connections of all roles.
  const superuser = new pg.Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  const counter = areStatementsCounted ? await countStatements(superuser) : undefined;
  // Delete the messages about the thousand prepared vouchers, because they would delay the messages of the measured
  // payments.
  await superuser.query('delete from outbox');
  const api = await startServer(API, environment);
  const worker = await startWorker({ ...environment, PORT: new URL(api.url).port });
  try {
    const readings = await createReadings(superuser, { api: api.pid, worker: worker.pid });
    const world = { api: createApiClient(api.url), sandbox: createSandboxControl(sandbox.url) };
    const payments = await createPayments(bench.appUrl, world, shop.tills);
    // Warm up: in production, a process has compiled its program and planned its SQL statements on each connection.
    for (const [name, run] of Object.entries(payments.kinds)) {
      bench.say(`Warm-up: ${name} …`);
      await run(0);
    }
    bench.say(`Idle for ${IDLE_SECONDS} s …`);
    await untilSent(superuser);
    const before = await readings.read();
    await pause(IDLE_SECONDS * 1_000);
    const idle = perSecond(before, await readings.read());

    const costs: Cost[] = [];
    for (const [name, run] of Object.entries(payments.kinds)) {
      bench.say(`${name} …`);
      const start = await readings.read();
      await counter?.begin();
      const count = await run(GIFTS_EACH);
      await untilSent(superuser);
      for (const line of (await counter?.most(count)) ?? []) bench.say(line);
      costs.push(costOf(name, count, start, await readings.read(), idle));
    }
    bench.say(`redemption, ${CONNECTIONS} at once …`);
    const request = redemptions((n) => shop.tills[n % shop.tills.length] ?? '', shop.codes);
    let begin = await readings.read();
    const { seconds } = bench;
    const result = await load(
      { ...request, url: [api.url] },
      {
        connections: CONNECTIONS,
        seconds,
        onBegin: async () => {
          await untilSent(superuser);
          begin = await readings.read();
        },
      },
    );
    await untilSent(superuser);
    const count = Math.round(result.perSecond * result.seconds);
    costs.push(costOf(`redemption, ${CONNECTIONS} at once`, count, begin, await readings.read(), idle));
    return { costs, resident: await readings.resident() };
  } finally {
    await superuser.end();
    await Promise.all([api.stop(), worker.stop()]);
    await sandbox.close();
  }
}

/** Prints one line for each kind of payment, then the memory in use. */
export function printCosts({ costs, resident }: Costs): void {
  const width = Math.max(...costs.map(({ name }) => name.length)) + 2;
  const heads = [
    'count',
    'API µs',
    'worker µs',
    'database µs',
    'WAL bytes',
    'disk bytes',
    'commits',
    'WAL syncs',
  ];
  const line = (name: string, cells: string[]) =>
    name.padEnd(width) + cells.map((cell) => cell.padStart(12)).join('');
  console.log(`\n${line('for one', heads)}`);
  for (const one of costs) {
    const whole = [
      one.count,
      one.apiMicros,
      one.workerMicros,
      one.databaseMicros,
      one.walBytes,
      one.diskBytes,
    ];
    const parts = [one.commits, one.walSyncs].map((count) => count.toFixed(2));
    console.log(
      line(one.name, [...whole.map((value) => Math.round(value).toLocaleString('en-KE')), ...parts]),
    );
  }
  for (const one of costs) console.log(`\n${one.name}, bytes of its largest tables: ${one.largest}`);
  console.log(`\n${resident.join('\n')}`);
}

/** Waits until the worker has sent all messages and events. */
async function untilSent(superuser: pg.Client): Promise<void> {
  await eventually('an empty outbox', async () => {
    const { rowCount } = await superuser.query("select from outbox where state = 'pending' limit 1");
    return rowCount === 0 || undefined;
  });
}

const STATEMENTS_SHOWN = 25;

/** Counts SQL statements: `begin` resets the counts, `most` lists the statements that took the most time. */
async function countStatements(superuser: pg.Client) {
  await superuser.query('create extension if not exists pg_stat_statements');
  return {
    begin: () => superuser.query('select pg_stat_statements_reset()'),
    most: async (count: number): Promise<string[]> => {
      const { rows } = await superuser.query<{
        calls: string;
        micros: number;
        planned: number;
        text: string;
      }>(
        `select calls::text, (total_exec_time + total_plan_time) * 1000 as micros, total_plan_time * 1000 as planned,
           regexp_replace(query, '\\s+', ' ', 'g') as text
         from pg_stat_statements order by micros desc`,
      );
      const total = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0);
      const all = `${(total(({ calls }) => Number(calls)) / count).toFixed(1)} statements, ${Math.round(total(({ micros }) => micros) / count)} µs, of which planning ${Math.round(total(({ planned }) => planned) / count)}`;
      const most = rows
        .slice(0, STATEMENTS_SHOWN)
        .map(
          ({ calls, micros, planned, text }) =>
            `  ${(Number(calls) / count).toFixed(2).padStart(7)} × ${Math.round(micros / Number(calls))} µs = ${Math.round(micros / count)} µs (planning ${Math.round(planned / count)}) ${text.slice(0, 160)}`,
        );
      return [all, ...most];
    },
  };
}

function perSecond(before: Readings, after: Readings): Readings['cpuSeconds'] {
  const seconds = (after.atMs - before.atMs) / 1_000;
  const used = (part: keyof Readings['cpuSeconds']) =>
    (after.cpuSeconds[part] - before.cpuSeconds[part]) / seconds;
  return { api: used('api'), worker: used('worker'), database: used('database') };
}

function costOf(
  name: string,
  count: number,
  before: Readings,
  after: Readings,
  idle: Readings['cpuSeconds'],
): Cost {
  const seconds = (after.atMs - before.atMs) / 1_000;
  const micros = (part: keyof Readings['cpuSeconds']) =>
    ((after.cpuSeconds[part] - before.cpuSeconds[part] - idle[part] * seconds) / count) * 1_000_000;
  const each = (of: 'walBytes' | 'commits' | 'walSyncs') => (after[of] - before[of]) / count;
  const growth = [...after.bytes].map(
    ([table, bytes]) => [table, (bytes - (before.bytes.get(table) ?? 0)) / count] as const,
  );
  const largest = growth.toSorted(([, one], [, other]) => other - one).slice(0, 5);
  return {
    name,
    count,
    apiMicros: micros('api'),
    workerMicros: micros('worker'),
    databaseMicros: micros('database'),
    walBytes: each('walBytes'),
    diskBytes: growth.reduce((sum, [, bytes]) => sum + bytes, 0),
    commits: each('commits'),
    walSyncs: each('walSyncs'),
    largest: largest.map(([table, bytes]) => `${table} ${Math.round(bytes)}`).join(', '),
  };
}
