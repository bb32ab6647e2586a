import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import autocannon from 'autocannon';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { fundAccounts, LEDGER_CASES, measureLedger } from './ledger.ts';
import { API, startServer } from './processes.ts';
import type { Row } from './table.ts';
import { prepareShop, type Shop } from './vouchers.ts';

/** What one run of load measured. Latencies are in milliseconds, as the client saw them. */
type Load = { perSecond: number; p50Ms: number; p99Ms: number; failures: number; seconds: number };

type LoadRequest = {
  /** Connections are spread over several. */
  url: string[];
  path: (count: number) => string;
  headers: (count: number) => Record<string, string>;
  body: string;
};

const WARM_UP_SECONDS = 1;

let sent = 0;

const SET_UP = `
  create table bench_accounts (id int primary key, balance bigint not null);
  create table bench_transfers (id uuid primary key default gen_random_uuid(), debit int, credit int, amount bigint);
  insert into bench_accounts select n, 1000000000 from generate_series(1, 2000) n;`;

const TRANSFER = `
\\set debit random(1, 1000)
\\set credit random(1001, 2000)
begin;
update bench_accounts set balance = balance - 100 where id = :debit;
update bench_accounts set balance = balance + 100 where id = :credit;
insert into bench_transfers (debit, credit, amount) values (:debit, :credit, 100);
commit;
`;

export type Bench = {
  appUrl: string;
  ownerUrl: string;
  superuserUrl: string;
  seconds: number;
  folder: string;
  say: (line: string) => void;
};

const CONNECTIONS = [1, 16, 64];
const MERCHANTS = 100;
const VOUCHERS = 1_000;
const EMPTY = resolve(import.meta.dirname, 'servers/empty-endpoint.ts');
const BARE = resolve(import.meta.dirname, 'servers/bare-transfers.ts');

/**
 * Every row of the table, one after the other so that none disturbs another.
 * @param last measures more, with the same merchants and vouchers
 */
export async function measureAll(bench: Bench, last: (shop: Shop) => Promise<Row[]>): Promise<Row[]> {
  bench.say('Preparing accounts, merchants and vouchers …');
  const db = openDatabase(bench.appUrl, { connections: 2, name: 'bench' });
  await fundAccounts(db);
  await db.destroy();
  const shop = await openShops(bench);

  const rows: Row[] = [...(await measureLedgerCases(bench)), ...(await measurePgbench(bench))];
  rows.push(
    ...(await measureServer(bench, EMPTY, 'HTTP: empty validated POST (ceiling)', plainPost('/empty'))),
  );
  rows.push(
    ...(await measureServer(bench, BARE, 'HTTP: bare batched transfer (limit)', plainPost('/transfers'))),
  );
  const [firstTill = ''] = shop.tills;
  const oneTill = redemptions(() => firstTill, shop.codes);
  rows.push(...(await measureServer(bench, API, 'HTTP: redemption, one merchant', oneTill)));
  const manyTills = redemptions((count) => shop.tills[count % shop.tills.length] ?? firstTill, shop.codes);
  rows.push(...(await measureServer(bench, API, `HTTP: redemption, ${MERCHANTS} merchants`, manyTills)));
  rows.push(...(await last(shop)));
  return rows;
}

/** The merchants and vouchers that redemptions are measured with. */
export function openShops(bench: Bench): Promise<Shop> {
  return prepareShop(bench.appUrl, { merchants: MERCHANTS, vouchers: VOUCHERS });
}

async function measureLedgerCases(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of LEDGER_CASES) {
    bench.say(`Ledger: ${one.name}, ${one.connections} connections …`);
    const perSecond = await measureLedger(bench.appUrl, one, bench.seconds);
    rows.push({ name: `ledger: ${one.name}`, connections: one.connections, perSecond });
  }
  return rows;
}

async function measurePgbench(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const connections of [1, 16]) {
    bench.say(`pgbench, ${connections} connections …`);
    const perSecond = await runPgbench(bench.ownerUrl, {
      connections,
      seconds: bench.seconds,
      folder: bench.folder,
    });
    const note = perSecond === undefined ? 'pgbench is not installed' : undefined;
    rows.push({
      name: 'pgbench: hand-written transfer (peer)',
      connections,
      perSecond,
      ...(note && { note }),
    });
  }
  return rows;
}

async function measureServer(
  bench: Bench,
  entry: string,
  name: string,
  request: Omit<LoadRequest, 'url'>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const server = await startServer(entry, { DATABASE_URL: bench.appUrl, DATABASE_OWNER_URL: bench.appUrl });
  try {
    for (const connections of CONNECTIONS) {
      bench.say(`${name}, ${connections} connections …`);
      const result = await load({ ...request, url: [server.url] }, { connections, seconds: bench.seconds });
      const note = result.failures > 0 ? `${result.failures} FAILED` : undefined;
      rows.push({ name, connections, ...result, ...(note && { note }) });
    }
  } finally {
    await server.stop();
  }
  return rows;
}

function plainPost(path: string): Omit<LoadRequest, 'url'> {
  return {
    path: () => path,
    headers: () => ({ 'content-type': 'application/json' }),
    body: JSON.stringify({ amount: 1 }),
  };
}

/** Takes one shilling from voucher after voucher, each time with a key of its own. */
export function redemptions(till: (count: number) => string, codes: string[]): Omit<LoadRequest, 'url'> {
  return {
    path: (count) => `/api/v1/vouchers/${codes[count % codes.length]}/redeem`,
    headers: (count) => ({
      'content-type': 'application/json',
      authorization: till(count),
      'idempotency-key': randomUUID(),
    }),
    body: JSON.stringify({ amount: 1 }),
  };
}

/**
 * The peer that needs no introduction: pgbench with a hand-written transfer in one transaction.
 * @param ownerUrl a role that may create tables
 * @returns transactions per second, or undefined when pgbench is not installed
 */
async function runPgbench(
  ownerUrl: string,
  options: { connections: number; seconds: number; folder: string },
): Promise<number | undefined> {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`drop table if exists bench_accounts, bench_transfers; ${SET_UP}`);
  await client.end();
  const script = join(options.folder, 'transfer.sql');
  writeFileSync(script, TRANSFER);
  const clients = ['-c', String(options.connections), '-j', String(Math.min(2, options.connections))];
  const output = execFileSync(
    'pgbench',
    ['-n', ...clients, '-T', String(options.seconds), '-M', 'prepared', '-f', script, ownerUrl],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return Number(/^tps = ([\d.]+)/mu.exec(output)?.[1]);
}

/** Sends the same kind of POST over and over on a number of connections, for some seconds after a short warm-up. */
export async function load(
  request: LoadRequest,
  options: { connections: number; seconds: number; onBegin?: () => void | Promise<void> },
): Promise<Load> {
  await fire(request, { connections: options.connections, seconds: WARM_UP_SECONDS });
  await options.onBegin?.();
  const result = await fire(request, options);
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
    seconds: result.duration,
  };
}

function fire(request: LoadRequest, options: { connections: number; seconds: number }) {
  return autocannon({
    // It takes several; its types know one.
    url: request.url as unknown as string,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method: 'POST',
        body: request.body,
        setupRequest: (given) => {
          sent += 1;
          return {
            ...given,
            path: request.path(sent),
            headers: { ...given.headers, ...request.headers(sent) },
          };
        },
      },
    ],
  });
}
