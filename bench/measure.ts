import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { fundAccounts, LEDGER_CASES, measureLedger } from './ledger.ts';
import { load, type LoadRequest } from './load.ts';
import { runPgbench } from './pgbench.ts';
import { startServer } from './processes.ts';
import type { Row } from './table.ts';
import { prepareShop } from './vouchers.ts';

type Bench = {
  appUrl: string;
  ownerUrl: string;
  seconds: number;
  folder: string;
  say: (line: string) => void;
};

const CONNECTIONS = [1, 16, 64];
const MERCHANTS = 100;
const VOUCHERS = 1_000;
const API = resolve(import.meta.dirname, '../apps/api/src/server.ts');
const EMPTY = resolve(import.meta.dirname, 'servers/empty-endpoint.ts');
const BARE = resolve(import.meta.dirname, 'servers/bare-transfers.ts');

/** Every row of the table, one after the other so that none disturbs another. */
export async function measureAll(bench: Bench): Promise<Row[]> {
  bench.say('Preparing accounts, merchants and vouchers …');
  const db = openDatabase(bench.appUrl, { connections: 2, name: 'bench' });
  await fundAccounts(db);
  await db.destroy();
  const shop = await prepareShop(bench.appUrl, { merchants: MERCHANTS, vouchers: VOUCHERS });

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
  return rows;
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
      const result = await load({ ...request, url: server.url }, { connections, seconds: bench.seconds });
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
function redemptions(till: (count: number) => string, codes: string[]): Omit<LoadRequest, 'url'> {
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
