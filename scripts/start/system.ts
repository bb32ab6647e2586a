import { join, resolve } from 'node:path';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync, writeFileSync } from 'node:fs';
import { readConfig, type Config } from '../../apps/api/src/config/config.ts';
import { BadConfiguration } from '../../apps/api/src/config/environment.ts';
import { lockFolder } from '../folder-lock.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { buildWebIfStale } from './build-web.ts';
import { DataOfOtherVersion, migrateDatabase, openDatabase } from './database.ts';
import { playHistoryOnce } from './play-past.ts';
import { supervise, type Part } from './supervise.ts';

export type RunningSystem = {
  config: Config;
  dataDir: string;
  apiUrl: string;
  sandboxUrl: string | undefined;
  /** Finishes requests in flight, then stops API and worker, sandbox and database, in this order. */
  stop: () => Promise<void>;
};

const ROOT = resolve(import.meta.dirname, '../..');
const LEAVING_PROCESSES_MS = 20_000;

/** Another version created the demo's data. The start left the data unchanged. */
export class DemoOfOtherVersion extends StartUpMistake {
  readonly dataDir: string;

  constructor(message: string, dataDir: string) {
    super(`${message} To start the demo with new data, move ${dataDir} away.`);
    this.dataDir = dataDir;
  }
}

/**
 * Starts database, sandbox, API and worker, and returns when they are ready.
 *
 * @param environment variables in the form of `process.env`
 * @param say called with a line for the operator
 * @param signal aborts the start and stops the processes that already run
 * @throws StartUpMistake after it has stopped all started processes; DemoOfOtherVersion if an empty data folder would
 * help
 */
export async function startSystem(input: {
  environment: Record<string, string | undefined>;
  say: (line: string) => void;
  signal: AbortSignal;
}): Promise<RunningSystem> {
  const { environment, say, signal } = input;
  const config = readEnvironment(environment);
  const dataDir = resolve(ROOT, config.dataDir);
  const running = new AsyncDisposableStack();
  try {
    const lock = lockFolder(dataDir);
    running.defer(() => lock.release());
    await claimPorts(config, lock.wasAbandoned ? LEAVING_PROCESSES_MS : 0);
    signal.throwIfAborted();

    say('Starting the database …');
    const database = await openDatabase({ ...config.database, dataDir }, say);
    running.defer(database.stop);
    const past = { config, environment, database, dataDir, say, signal };
    await Promise.all([
      migrateDatabase(database, say).then(() => playHistoryOnce(past)),
      buildWebIfStale(ROOT, say),
    ]);
    signal.throwIfAborted();

    const logFolder = config.logTo === 'files' ? join(dataDir, 'logs') : undefined;
    const run = async (part: Omit<Part, 'env'>, extra: Record<string, string>): Promise<void> => {
      const env = { ...environment, DATA_DIR: dataDir, DATABASE_OWNER_URL: undefined, ...extra };
      const supervised = await supervise({ ...part, env }, { logFolder, say, signal });
      running.defer(supervised.stop);
    };
    say('Starting the sandbox, the API and the worker …');
    if (config.provider === 'sandbox') await run(sandboxPart(config), {});
    // Do not pass on the owner's URL, so that the application has only its own role's rights.
    await run(apiPart(config), { DATABASE_URL: database.appUrl });
    await run(WORKER, { DATABASE_URL: database.appUrl });
    const seeding = seedOnce({
      config,
      databaseUrl: database.appUrl,
      apiUrl: apiUrlOf(config),
      dataDir,
      say,
      signal,
    });
    await Promise.race([seeding, rejectWhenAborted(signal)]);
    const stop = (): Promise<void> => running.disposeAsync();
    return { config, dataDir, apiUrl: apiUrlOf(config), sandboxUrl: config.sandboxPhoneUrl, stop };
  } catch (error) {
    await running.disposeAsync();
    const isDemo = config.provider === 'sandbox' && config.database.url === undefined;
    throw isDemo && error instanceof DataOfOtherVersion
      ? new DemoOfOtherVersion(error.message, dataDir)
      : error;
  }
}

const WORKER = { name: 'worker', entry: join(ROOT, 'apps/api/src/worker.ts') };

function apiPart(config: Config): Omit<Part, 'env'> {
  return { name: 'API', entry: join(ROOT, 'apps/api/src/server.ts'), readyUrl: `${apiUrlOf(config)}/readyz` };
}

function sandboxPart({ sandboxPort }: Config): Omit<Part, 'env'> {
  const readyUrl = `http://127.0.0.1:${sandboxPort}/control/books`;
  return { name: 'sandbox', entry: join(ROOT, 'apps/sandbox/src/main.ts'), readyUrl };
}

function apiUrlOf({ host, port }: Config): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? '127.0.0.1' : host}:${port}`;
}

async function claimPorts(config: Config, timeoutMs: number): Promise<void> {
  const { host, port, sandboxPort } = config;
  await claimPort({ purpose: 'The API', variable: 'PORT', port, host, timeoutMs });
  const { api, worker } = config.metrics;
  for (const [purpose, own] of [
    ['The metrics server of the API', api],
    ['The metrics server of the worker (METRICS_PORT + 1)', worker],
  ] as const) {
    if (own) await claimPort({ purpose, variable: 'METRICS_PORT', ...own, timeoutMs });
  }
  if (config.provider !== 'sandbox') return;
  for (const [purpose, own] of [
    ['The sandbox', sandboxPort],
    ["The sandbox's mail server (SANDBOX_PORT + 1)", sandboxPort + 1],
  ] as const) {
    await claimPort({ purpose, variable: 'SANDBOX_PORT', port: own, host: '127.0.0.1', timeoutMs });
  }
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}

function readEnvironment(environment: Record<string, string | undefined>): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    throw error instanceof BadConfiguration ? new StartUpMistake(error.message) : error;
  }
}

/**
 * @param purpose the program that needs the port, as the subject of a sentence
 * @param variable the environment variable that selects the port
 * @param timeoutMs how long an earlier process of Zawadi may take to exit
 * @throws StartUpMistake if another program listens on the port
 */
async function claimPort(input: {
  purpose: string;
  variable: string;
  port: number;
  host: string;
  timeoutMs: number;
}): Promise<void> {
  const { purpose, variable, port, host, timeoutMs } = input;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const refusal = await tryToListen(port, host);
    if (refusal === undefined) return;
    if (refusal !== 'EADDRINUSE') {
      throw new StartUpMistake(
        `${purpose} cannot listen on ${host}:${port} (${refusal}). Choose another port with ${variable}.`,
      );
    }
    if (Date.now() >= deadline) {
      throw new StartUpMistake(
        `${purpose} needs port ${port}, which is taken by another program. Stop that one, or choose another port with ${variable}.`,
      );
    }
    await sleep(100);
  }
}

function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** Fills the sandbox's demo when a data folder is first used. After an interruption, the next start continues. */
async function seedOnce(input: {
  config: Config;
  databaseUrl: string;
  apiUrl: string;
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
}): Promise<void> {
  const marker = join(input.dataDir, 'demo-is-seeded');
  const { config } = input;
  if (config.provider !== 'sandbox' || existsSync(marker)) return;
  input.say('Playing a little history for the demo accounts (once) …');
  try {
    // Import the seed only here, because it loads the whole API and later starts do not need it.
    const { seedDemo } = await import('../demo/seed.ts');
    await seedDemo({
      config: { ...config, database: { ...config.database, url: input.databaseUrl } },
      apiUrl: input.apiUrl,
      sandboxUrl: `http://127.0.0.1:${config.sandboxPort}`,
      say: input.say,
    });
    writeFileSync(marker, '');
  } catch (error) {
    if (input.signal.aborted) return;
    // Do not stop: the system works, only part of the demo's history is missing.
    const reason = error instanceof Error ? error.message : String(error);
    input.say(`The history of the demo accounts is incomplete (${reason}). The next npm start continues it.`);
  }
}
