import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { createApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { payAtPayBill, takeToken } from '@zawadi/story/pay-bill';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { createDeps } from '../../apps/api/src/app.ts';
import { setProcessClockOffset } from '../../apps/api/src/platform/clock.ts';
import { openClock } from '../../apps/api/src/platform/db/clock-offset.ts';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { JOBS_SCHEMA } from '../../apps/api/src/platform/jobs/migrate-jobs.ts';
import { startLossyProxy, type LossyProxy } from '../../apps/api/src/testing/lossy-proxy.ts';
import type { Surroundings } from '../faults/processes.ts';
import { startDatabaseServer, type DatabaseServer } from './database-server.ts';
import { childRunning } from './process-tree.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';

/** File that each process of `npm start` runs. */
export const FILES = { supervisor: 'start.ts', api: 'server.ts', worker: 'worker.ts', sandbox: 'main.ts' };
export type ProcessName = keyof typeof FILES;

export type System = Surroundings & {
  dataDir: string;
  database: DatabaseServer;
  /** Network between the product and its database. */
  wire: LossyProxy;
  /** Sends a signal to a process, if it is running. */
  signal: (name: ProcessName, signal: NodeJS.Signals) => void;
  /** Starts `npm start` again after a kill, and waits until it reports ready. */
  restart: () => Promise<void>;
  /** Sets how far one process's clock differs from the product's. */
  skew: (name: ProcessName, offsetMs: number) => void;
  /** Moves the clocks of the database and of all processes this far past the start. */
  moveClock: (offsetMs: number) => Promise<void>;
  payAtPayBill: (payment: { msisdn: string; amount: number; reference: string }) => Promise<void>;
  /** Invalidates the product's token for M-PESA. */
  stealToken: () => Promise<void>;
  stop: () => Promise<void>;
};

const ROOT = resolve(import.meta.dirname, '../..');
const CLOCK = join(import.meta.dirname, 'skewed-clock.ts');
const READY = 'Zawadi is ready.';
const READY_WITHIN_MS = 300_000;
const KEPT_CHARACTERS = 4_000;
const LONGEST_LINE = 400;

const DAY_MS = 24 * 3_600_000;
/** 10:00 in Nairobi, as the time since midnight in UTC: far from midnight, when daily limits start again. */
const STARTS_AT_MS = 7 * 3_600_000;

/**
 * Starts the processes of `npm start`, on a database whose network and disk the test can break. It is always 10:00 in
 * Nairobi, and no job runs at a time of day, so that no result depends on the hour at which the test starts.
 */
export async function startSystem(): Promise<System> {
  const database = await startDatabaseServer();
  const wire = await startLossyProxy(database.port);
  const dataDir = mkdtempSync(join(tmpdir(), 'zawadi-test-'));
  const clocks = join(dataDir, 'clocks');
  mkdirSync(clocks);
  // Skip the creation of the demo's people.
  writeFileSync(join(dataDir, 'demo-is-seeded'), '');
  const port = await freePort();
  const sandboxPort = await freePort(2);
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    DATABASE_URL: wire.through(database.appUrl),
    DATABASE_OWNER_URL: database.ownerUrl,
    SEED: 'small',
    LOG_LEVEL: 'warn',
  };
  const own = {
    ...environment,
    DATABASE_URL: database.appUrl,
    DATABASE_CONNECTIONS: '4',
    LOG_LEVEL: 'fatal',
  };
  const deps = createDeps(readConfig(own), 'test');
  const owner = openPool({ connectionString: database.ownerUrl, max: 4 });
  await migrate({ ownerUrl: database.ownerUrl, log: () => undefined });
  const startMs = (STARTS_AT_MS - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS;
  await owner.query(WITHOUT_TIMES_OF_DAY);
  await owner.query(aheadBy(startMs));
  const skew = (name: ProcessName, offsetMs: number): void => {
    // API and worker read their offset from the database when they start. The sandbox does not use this database.
    const ownMs = name === 'sandbox' ? startMs : 0;
    writeFileSync(join(clocks, FILES[name]), String(ownMs + offsetMs));
  };
  // Opens a connection each time, because a fault may have ended an earlier one.
  const setClock = async (offsetMs: number): Promise<void> => {
    const clock = await openClock(deps.config, database.ownerUrl);
    await clock.setOffset(offsetMs);
    await clock.close();
    setProcessClockOffset(startMs + offsetMs);
  };
  await setClock(0);
  skew('sandbox', 0);
  const supervisor = createSupervisor({
    ...environment,
    ZAWADI_FAULTS_CLOCKS: clocks,
    NODE_OPTIONS: `--import=${CLOCK}`,
  });
  await supervisor.start();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  return {
    api: createApiClient(`http://127.0.0.1:${port}`),
    sandbox: createSandboxControl(sandboxUrl),
    owner,
    deps,
    dataDir,
    database,
    wire,
    signal: supervisor.signal,
    restart: supervisor.start,
    skew,
    moveClock: async (offsetMs) => {
      for (const name of ['api', 'worker', 'sandbox'] as const) skew(name, offsetMs);
      // Each process reads its clock's file ten times a second.
      await pause(250);
      await setClock(offsetMs);
    },
    payAtPayBill: (payment) => payAtPayBill(sandboxUrl, sandboxCredentials, payment),
    stealToken: async () => void (await takeToken(sandboxUrl, sandboxCredentials)),
    stop: async () => {
      await supervisor.stop();
      await deps.db.destroy();
      await owner.end();
      await wire.close();
      await database.stop();
      // Reset the clock, because other test files run in this process afterwards.
      setProcessClockOffset(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes the database's clock ahead of the machine's, also after `npm start` sets it back to the present. */
const aheadBy = (ms: number): string => `
  alter function set_clock_offset(interval) rename to set_offset_from_machine;
  create function set_clock_offset(amount interval) returns void language sql as
    'select set_offset_from_machine(amount + interval ''${ms} milliseconds'')'`;

/** Keeps the job queue from starting jobs at a time of day. Jobs with an interval run as usual. */
const WITHOUT_TIMES_OF_DAY = `
  create function refuse_schedule() returns trigger language plpgsql as 'begin return null; end';
  create trigger refuse_schedule before insert on ${JOBS_SCHEMA}.schedule
    for each row execute function refuse_schedule()`;

function createSupervisor(environment: Record<string, string>) {
  let child: ChildProcess | undefined;
  let printed = '';
  // Suspended processes do not notice that this process has exited, so kill all.
  const killAll = (): void => {
    for (const name of ['api', 'worker', 'sandbox', 'supervisor'] as const) signal(name, 'SIGKILL');
  };
  process.once('exit', killAll);

  function launch(): ChildProcess {
    printed = '';
    const launched = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [launched.stdout, launched.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-KEPT_CHARACTERS);
      });
    return launched;
  }

  function isRunning(): boolean {
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  async function start(): Promise<void> {
    for (const deadline = Date.now() + READY_WITHIN_MS; !printed.includes(READY); await pause(25)) {
      if (!isRunning()) child = launch();
      if (Date.now() > deadline) throw new Error(`npm start is not ready:\n${printed}`);
    }
  }

  function signal(name: ProcessName, wanted: NodeJS.Signals): void {
    const parent = child?.pid;
    if (parent === undefined) return;
    const pid = name === 'supervisor' ? parent : childRunning(parent, FILES[name]);
    if (pid === undefined) return;
    try {
      process.kill(pid, wanted);
    } catch {
      // The process has already ended.
    }
    if (name === 'supervisor' && wanted === 'SIGKILL') printed = '';
  }

  return {
    start,
    signal,
    stop: async () => {
      process.off('exit', killAll);
      if (!child || !isRunning()) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Returns the last log lines of each process. */
export function lastWords(dataDir: string, lines: number): string {
  return ['api', 'worker', 'sandbox']
    .map((name) => {
      const log = readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8');
      const last = log.trim().split('\n').slice(-lines);
      return `${name}:\n${last.map((line) => line.slice(0, LONGEST_LINE)).join('\n')}`;
    })
    .join('\n');
}
