import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { centsOf } from '@zawadi/contract';
import { freePort } from '@zawadi/story/free-port';
import { createSandboxControl, eventually } from '@zawadi/story/sandbox-control';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDeps } from '../../apps/api/src/app.ts';
import { account } from '../../apps/api/src/features/services/postings/index.ts';
import { readBalances } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';

// Long, because a start polls an interrupted payment with growing pauses before it continues.
const STEP_PATIENCE_MS = 320_000;
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 60_000 });

const START = join(import.meta.dirname, '../../scripts/start.ts');

/**
 * Each interruption: the step, an SQL query that finds a row when the step is reached, and the kind of interruption.
 */
const INTERRUPTIONS = [
  ['the merchant', 'select from merchants', 'kill -9'],
  ['the prompt of the first gift', 'select from orders', 'kill -9'],
  ['the withdrawal on its way', 'select from withdrawals', 'kill -9'],
  ['the prompt of the second gift', 'select from orders offset 1', 'Ctrl-C'],
  ['the settlement', 'select from settlements', 'kill -9'],
] as const;

let dataDir: string;
let database: TestDatabase;
let owner: Pool;
let environment: Record<string, string> & { PORT: string; SANDBOX_PORT: string };
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zawadi-interrupted-'));
  database = await createTestDatabase();
  owner = openPool({ connectionString: database.ownerUrl, max: 1 });
  environment = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort(2)),
    DATA_DIR: dataDir,
    SEED: 'small',
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_CONNECTIONS: '10',
  };
});
afterAll(async () => {
  killEverything();
  await owner.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('after an interruption at any step of the first start, the next start completes the demo history', async () => {
  for (const [what, sql, how] of INTERRUPTIONS) {
    const { child, said, ended } = start();
    const isThere = async () => {
      if (child.exitCode !== null) throw new Error(`npm start exited early:\n${said()}`);
      return (await owner.query(sql)).rows[0] as object | undefined;
    };
    await eventually(what, isThere, STEP_PATIENCE_MS).catch((error: unknown) => {
      throw new Error(`The start had said:\n${said()}`, { cause: error });
    });
    if (how === 'Ctrl-C') child.kill('SIGINT');
    else killEverything();
    await ended;
  }
  const { child, said, ended } = start();
  await eventually('the system', async () => (said().includes('Zawadi is ready.') ? true : undefined));
  expect(said()).not.toContain('is incomplete');
  await expectHistory();
  child.kill('SIGINT');
  expect(await ended, said()).toBe(0);
});

/** Checks that the data equals that of an uninterrupted start, with nothing missing or doubled. */
async function expectHistory(): Promise<void> {
  const deps = createDeps(readConfig({ ...environment, LOG_LEVEL: 'fatal' }), 'test');
  try {
    await eventually('the settlement to be paid', async () => {
      const { rows } = await owner.query(`select from settlements where status = 'COMPLETED'`);
      return rows.length === 1 ? true : undefined;
    });
    const { rows } = await owner.query<Record<string, unknown>>(`
      select (select array_agg(amount_cents / 100 order by amount_cents)::text from purchases
              where status = 'COMPLETED') as gifts,
             (select array_agg(amount_cents / 100)::text from withdrawals where status = 'COMPLETED') as withdrawals,
             (select array_agg(amount_cents / 100 order by amount_cents)::text from redemptions) as redemptions,
             (select count(*)::int from vouchers) as vouchers,
             (select count(*)::int from purchases where status in ('PENDING', 'CANCELED')) as unpaid,
             (select count(*)::int from merchant_staff) as staff`);
    expect(rows).toEqual([
      {
        gifts: '{2000,5000}',
        withdrawals: '{500}',
        redemptions: '{40,60,350}',
        vouchers: 3,
        unpaid: 0,
        staff: 2,
      },
    ]);
    await assertLedgerInvariants(deps.db);
    const sandbox = createSandboxControl(`http://127.0.0.1:${environment.SANDBOX_PORT}`);
    const { collection, utility, working, charges } = await sandbox.books();
    const codes = [account.collection, account.payout, account.providerCharges];
    const ours = await readBalances(
      deps.db,
      codes.map((code) => ({ account: code })),
    );
    const [collected = 0n, payout = 0n, booked = 0n] = codes.map((code) => ours.get(code) ?? 0n);
    // Wait until M-PESA's charges are booked, a little later.
    expect([collected, payout + booked]).toEqual([centsOf(collection), centsOf(utility + working + charges)]);
  } finally {
    await deps.db.destroy();
  }
}

function start(): { child: ChildProcess; said: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [START], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { child, said: () => words, ended };
}

/** Kills all processes of the start at once. Finds them by the data folder in their environment; see proc(5). */
function killEverything(): void {
  for (const pid of readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0)) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      if (variables.includes(`DATA_DIR=${dataDir}`)) process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
}
