import { join, resolve } from 'node:path';
import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { readConfig, type Config } from '../../apps/api/src/config/config.ts';
import { BadConfiguration } from '../../apps/api/src/config/environment.ts';
import type { HistoryProgress } from '../demo/history/play.ts';
import { lockFolder } from '../folder-lock.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { buildWebIfStale } from './build-web.ts';
import { claimPorts } from './claim-ports.ts';
import { DataOfOtherVersion, logMigrations, migrateDatabase, openDatabase } from './database.ts';
import { playHistoryOnce } from './play-past.ts';
import { supervise, type Part } from './supervise.ts';
import type { Preparation } from './waiting-page.mjs';

export type RunningSystem = {
  config: Config;
  dataDir: string;
  apiUrl: string;
  sandboxUrl: string | undefined;
  /** Finishes requests in flight, then stops API and worker, sandbox and database, in this order. */
  stop: () => Promise<void>;
};

/** The product's port, at which the parent process shows a page until the API listens there. */
export type HeldPort = { show: (preparation: Preparation) => void; release: () => Promise<void> };

const ROOT = resolve(import.meta.dirname, '../..');
const LEAVING_PROCESSES_MS = 20_000;
/** Without room for its next segment, PostgreSQL stops, and its clients learn only that. */
const WAL_SEGMENT_BYTES = 16_777_216;

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
 * @param port given if the parent process holds the product's port
 * @param signal aborts the start and stops the processes that already run
 * @throws StartUpMistake after it has stopped all started processes; DemoOfOtherVersion if an empty data folder would
 * help
 */
export async function startSystem(input: {
  environment: Record<string, string | undefined>;
  say: (line: string) => void;
  signal: AbortSignal;
  port?: HeldPort;
}): Promise<RunningSystem> {
  const { environment, say, signal, port } = input;
  const config = readEnvironment(environment);
  const dataDir = resolve(ROOT, config.dataDir);
  const running = new AsyncDisposableStack();
  let hasDatabase = false;
  try {
    const lock = lockFolder(dataDir);
    running.defer(() => lock.release());
    await claimPorts(config, {
      timeoutMs: lock.wasAbandoned ? LEAVING_PROCESSES_MS : 0,
      isHeld: port !== undefined,
    });
    signal.throwIfAborted();
    const begin = (step: string): void => {
      say(`${step} …`);
      port?.show({ step });
    };

    begin('Starting the database');
    // Awaited after the history, so that the build uses the second processor from the beginning.
    const building = new AbortController();
    const webApp = buildWebIfStale(ROOT, say, building.signal);
    const hasEnded = webApp.catch(() => undefined);
    running.defer(() => {
      building.abort();
      return hasEnded;
    });
    hasDatabase = true;
    const database = await openDatabase({ ...config.database, dataDir }, say);
    running.defer(database.stop);
    const logFolder = config.logTo === 'files' ? join(dataDir, 'logs') : undefined;
    const past = { config, environment, database, dataDir, say, signal };
    const onProgress = ({ month, percent }: HistoryProgress): void =>
      port?.show({ step: `Playing ${month}`, percent });
    await Promise.all([
      migrateDatabase(database, logMigrations(logFolder, say)).then(() =>
        playHistoryOnce({ ...past, onProgress }),
      ),
      webApp,
    ]);
    signal.throwIfAborted();

    const run = (part: Omit<Part, 'env'>, extra: Record<string, string>) => {
      const env = { ...environment, DATA_DIR: dataDir, DATABASE_OWNER_URL: undefined, ...extra };
      return supervise({ ...part, env }, { logFolder, say, signal });
    };
    begin('Starting the sandbox, the API and the worker');
    // Do not pass on the owner's URL, so that the application has only its own role's rights.
    const ofApplication = { DATABASE_URL: database.appUrl };
    const started = await Promise.allSettled([
      ...(config.provider === 'sandbox' ? [run(sandboxPart(config), {})] : []),
      run({ ...apiPart(config), ...(port && { releasePort: port.release }) }, ofApplication),
    ]);
    for (const part of started) if (part.status === 'fulfilled') running.defer(part.value.stop);
    for (const part of started) if (part.status === 'rejected') throw part.reason;
    // The worker's first act is a call to M-PESA.
    running.defer((await run(WORKER, ofApplication)).stop);
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
    if (hasDatabase && roomIn(dataDir) < WAL_SEGMENT_BYTES) {
      throw new StartUpMistake(
        `The disk of ${dataDir} is full. Free 200 MB and try again, or choose another folder with DATA_DIR.`,
        { cause: error },
      );
    }
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

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
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
