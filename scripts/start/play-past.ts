import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../apps/api/src/config/config.ts';
import { openClock } from '../../apps/api/src/platform/db/clock-offset.ts';
import type { HistoryMessage } from '../demo/history/main.ts';
import type { HistoryProgress } from '../demo/history/play.ts';
import { openLog } from '../open-log.ts';
import type { RunningDatabase } from './database.ts';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';

const MAIN = join(import.meta.dirname, '../demo/history/main.ts');
/** Room for the objects of some steps, so that the garbage collector runs seldom. The process lives for seconds only. */
const YOUNG_OBJECTS = '--max-semi-space-size=64';
const LEAVE_WITH_PARENT = join(import.meta.dirname, 'leave-with-parent.ts');

type Input = {
  config: Config;
  environment: Record<string, string | undefined>;
  database: RunningDatabase;
  dataDir: string;
  say: (line: string) => void;
  /** Called about a hundred times while the history is played. */
  onProgress?: (progress: HistoryProgress) => void;
  signal: AbortSignal;
};

/**
 * Plays six months of demo history into a new database, before the system serves requests. After an interruption, the
 * next start continues. Sets the product's clock back to the present, even after an error.
 */
export async function playHistoryOnce(input: Input): Promise<void> {
  const { config, database, dataDir, say, signal } = input;
  if (config.provider !== 'sandbox') return;
  const isOver = join(dataDir, 'demo-history-is-over');
  try {
    if (config.seed === 'small' || existsSync(isOver) || !(await isToBePlayed(database, dataDir))) return;
    say('Playing six months of history for the demo accounts (once; SEED=small skips it) …');
    const problem = await run(input);
    if (signal.aborted) return;
    if (problem !== undefined) say(`The demo history stopped early: ${problem}. See logs/history.log.`);
    // Mark the history as over: the product now runs in the present, and a later start must not move its clock back.
    writeFileSync(isOver, '');
  } finally {
    const clock = await openClock(config, database.ownerUrl);
    await clock.setOffset(0);
    await clock.close();
  }
}

/**
 * Returns whether to play the history: into a new database, or to continue an interrupted history. A database with
 * other data gets no invented past.
 */
async function isToBePlayed({ ownerUrl }: RunningDatabase, dataDir: string): Promise<boolean> {
  if (existsSync(join(dataDir, 'demo-is-seeded'))) return false;
  const client = createClient({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ isNew: boolean }>(
      'select not exists (select from ledger.transfers) as "isNew"',
    );
    const isNew = rows[0]?.isNew === true;
    if (isNew) rmSync(progressOf(dataDir), { force: true });
    return isNew || existsSync(progressOf(dataDir));
  } finally {
    await client.end();
  }
}

/** @returns the reason if the history stopped early */
async function run({
  environment,
  database,
  dataDir,
  say,
  onProgress,
  signal,
}: Input): Promise<string | undefined> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const log = openLog(join(dataDir, 'logs/history.log'));
  const child = spawn(process.execPath, [YOUNG_OBJECTS, '--import', LEAVE_WITH_PARENT, MAIN], {
    env: {
      ...environment,
      DATA_DIR: dataDir,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      PROGRESS_FILE: progressOf(dataDir),
    },
    stdio: ['ignore', log, log, 'ipc'],
    signal,
  });
  closeSync(log);
  let month = '';
  let problem: string | undefined;
  child.on('message', (sent) => {
    const message = sent as HistoryMessage;
    if ('problem' in message) problem = message.problem;
    if ('percent' in message) {
      onProgress?.(message);
      if (message.month !== month) say(`  ${String(message.percent).padStart(3)} %  ${message.month}`);
      month = message.month;
    }
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, reason) => {
      resolve(code === 0 ? undefined : (problem ?? reason ?? `exit code ${code}`));
    });
  });
}

function progressOf(dataDir: string): string {
  return join(dataDir, 'demo-history.json');
}
