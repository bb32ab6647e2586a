import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@zawadi/story/sandbox-control';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeps } from '../../apps/api/src/app.ts';
import { createAdministrator } from '../../apps/api/src/features/people/administrators/index.ts';
import { readVerification } from '../../apps/api/src/features/services/audit/index.ts';
import { audit } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { DAY_MS } from '../../apps/api/src/platform/durations.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { readProgress } from '../../scripts/demo/history/progress.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const MAIN = join(import.meta.dirname, '../../scripts/demo/history/main.ts');
const DAYS = 14;

let dataDir: string;
let database: TestDatabase;
let owner: Client;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zawadi-history-'));
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('two weeks of demo history leave books that agree, with gifts cancelled, refunded, reversed and expired at the right times', async () => {
  const { ended, said } = play();
  expect(await ended, said()).toBe(0);
  await expectBooksThatAgree();
  const { rows } = await owner.query<Record<string, number>>(`
    select (select count(*)::int from purchases where status = 'COMPLETED') as gifts,
      (select count(*)::int from purchases where status = 'PENDING') as pending,
      (select count(*)::int from refunds where status = 'COMPLETED') as refunded,
      (select count(*)::int from redemptions where reversed_at is not null) as reversed,
      (select count(*)::int from voucher_activities where kind = 'EXPIRED') as expired,
      (select count(*)::int from settlements where status = 'COMPLETED') as settled,
      (select count(*)::int from reviews where resolved_at is null) as "openReviews",
      (select count(*)::int from fraud_alerts where acknowledged_at is null) as "openAlerts",
      (select count(*)::int from float_checks where status <> 'AGREES') as "unlikeMpesa",
      (select count(*)::int from job_runs
        where last_succeeded_at < moment() - make_interval(secs => late_after_seconds)) as "lateJobs",
      (select count(distinct (registered_at at time zone 'Africa/Nairobi')::date)::int from purchases) as days,
      (select extract(day from now() - min(registered_at))::int from purchases) as age`);
  const found = rows[0] ?? {};
  expect(found).toMatchObject({
    pending: 0,
    refunded: 1,
    reversed: 1,
    expired: 1,
    openReviews: 1,
    unlikeMpesa: 0,
    lateJobs: 0,
  });
  expect(found['gifts']).toBeGreaterThan(5);
  expect(found['settled']).toBeGreaterThan(0);
  expect(found['days']).toBeGreaterThan(4);
  expect(found['age']).toBeGreaterThan(10);
  await expectIdsOfTheirTime();
});

test('a demo history interrupted by kill -9 continues after the interrupted step, and its books agree', async () => {
  for (const steps of [3, 14]) {
    const { child, ended, said } = play();
    await eventually(`step ${steps}`, async () => {
      if (child.exitCode !== null) throw new Error(said());
      return stepsPlayed() >= steps ? true : undefined;
    });
    child.kill('SIGKILL');
    await ended;
  }
  const reached = stepsPlayed();
  const { rows: before } = await owner.query<{ at: Date }>(
    'select max(posted_at) as at from ledger.transfers',
  );
  const { ended, said } = play();
  expect(await ended, said()).toBe(0);
  expect(stepsPlayed()).toBeGreaterThan(reached);
  const { rows } = await owner.query<{ later: number; twice: number }>(
    `select (select count(*)::int from ledger.transfers where posted_at > $1) as later,
       (select count(*)::int from (select email from users group by 1 having count(*) > 1) t) as twice`,
    [before[0]?.at],
  );
  expect(rows[0]?.later).toBeGreaterThan(0);
  expect(rows[0]?.twice).toBe(0);
  await expectBooksThatAgree();
});

test('a refused step stops the demo history with a sentence', async () => {
  const config = readConfig({ DATABASE_URL: database.appUrl, LOG_LEVEL: 'fatal' });
  const deps = createDeps(config, 'test');
  // The history signs in with the demo's password.
  await createAdministrator(deps, {
    email: 'admin2@zawadi.test',
    name: 'Odhiambo Ouma',
    password: 'another-password-1',
    staffRole: 'administrator',
  });
  await deps.db.destroy();
  const { ended, said } = play();
  expect(await ended).toBe(1);
  expect(said()).toMatch(/the step "reconcile" of \d{4}-\d\d-\d\d was refused: 401 invalid_credentials/u);
});

async function expectBooksThatAgree(): Promise<void> {
  const config = readConfig({ DATABASE_URL: database.appUrl, LOG_LEVEL: 'fatal' });
  const deps = createDeps(config, 'test');
  try {
    expect((await readVerification(deps.db)).brokenAt, 'the chain of the audit log').toBeUndefined();
    await assertLedgerInvariants(deps.db);
    expect(await audit(deps.db)).toMatchObject({ addsUp: true });
  } finally {
    await deps.db.destroy();
  }
}

/** Checks that the time in each id is the time of its row, because lists are sorted by id. */
async function expectIdsOfTheirTime(): Promise<void> {
  const { rows } = await owner.query<{ id: string; at: Date }>('select id, created_at as at from users');
  for (const { id, at } of rows) {
    const made = parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(Math.abs(made - at.getTime())).toBeLessThan(DAY_MS / 24);
  }
}

function play() {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATABASE_CONNECTIONS: '10',
      PROGRESS_FILE: progressFile(),
      HISTORY_DAYS: String(DAYS),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { child, ended, said: () => words };
}

function stepsPlayed(): number {
  return existsSync(progressFile()) ? readProgress(progressFile()).steps : 0;
}

function progressFile(): string {
  return join(dataDir, 'progress.json');
}
