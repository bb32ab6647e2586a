import { existsSync } from 'node:fs';
import { requireUsableDatabase, UnusableDatabase } from '../../../platform/db/usable-database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import {
  broken,
  codeOf,
  good,
  isSandbox,
  skipped,
  type Check,
  type CheckDeps,
  type Finding,
} from './check.ts';
import { queryMpesaClock } from './query-mpesa.ts';
import { readDatabaseClock, readFirstBackup, readLatestBackup, readLatestTrial } from './store.ts';

const CLOCK_WITHIN_SECONDS = 30;
const BACKUP_WITHIN_HOURS = 24;
const TRIAL_WITHIN_DAYS = 8;
const GIBIBYTE = 1_024 ** 3;

/** Checks of database, backups and this machine. */
export const MACHINE_CHECKS: Check[] = [
  { name: 'database', label: 'Database', find: findDatabase },
  { name: 'backup', label: 'Backup', find: findBackup },
  { name: 'restored_backup', label: 'Restored backup', find: findTrial },
  { name: 'clock', label: 'Clock', find: findClock },
  { name: 'disk', label: 'Disk', find: findDisk },
];

async function findDatabase({ db }: CheckDeps): Promise<Finding> {
  try {
    await requireUsableDatabase(db);
    return good('The login has few rights, and no migration is missing');
  } catch (error) {
    if (error instanceof UnusableDatabase) return broken(...error.faultAndRemedy);
    return broken(
      `The database does not answer (${codeOf(error)})`,
      'Start PostgreSQL, and check the address, login and password of DATABASE_URL.',
    );
  }
}

async function findBackup(deps: CheckDeps): Promise<Finding> {
  if (isSandbox(deps)) return skipped('The sandbox has nothing to lose');
  const latest = await readLatestBackup(deps.db);
  const nextStep = 'Run `npm run backup -- --to …` every hour by a timer, and read the log of the timer.';
  if (!latest) return broken('No backup is recorded', nextStep);
  const words = `The latest backup is of ${latest.madeAt.toISOString()}, in ${latest.place}`;
  const ageMs = deps.clock.now().getTime() - latest.madeAt.getTime();
  return ageMs < BACKUP_WITHIN_HOURS * HOUR_MS ? good(words) : broken(words, nextStep);
}

/** Looks at the weekly restore of the newest backup into a scratch database. */
async function findTrial(deps: CheckDeps): Promise<Finding> {
  if (isSandbox(deps)) return skipped('The sandbox has nothing to lose');
  const nextStep =
    'Run `npm run backup:check -- --from …` every week by a timer, and read the log of the timer.';
  const isDue = (since: Date) => deps.clock.now().getTime() - since.getTime() > TRIAL_WITHIN_DAYS * DAY_MS;
  const trial = await readLatestTrial(deps.db);
  if (!trial) {
    const first = await readFirstBackup(deps.db);
    if (first && isDue(first)) return broken('No backup was ever restored on trial', nextStep);
    return skipped('No backup is older than a week');
  }
  const words = `The backup of ${trial.madeAt.toISOString()} was restored on ${trial.restoredAt.toISOString()}`;
  if (trial.failure !== null)
    return broken(
      `The backup of ${trial.madeAt.toISOString()} could not be restored: ${trial.failure}`,
      'Keep the earlier backups, and make a new one now.',
    );
  return isDue(trial.restoredAt) ? broken(words, nextStep) : good(words);
}

/** Compares this machine's clock with the database's and M-PESA's, as far as they answer. */
async function findClock(deps: CheckDeps): Promise<Finding> {
  const { now, offsetMs } = await readDatabaseClock(deps.db);
  const fromDatabase = secondsBetween(deps.clock.now(), now);
  const clocks = await queryMpesaClock(deps);
  const fromMpesa = clocks && secondsBetween(new Date(clocks.ours.getTime() - offsetMs), clocks.theirs);
  const nextStep = 'Synchronise the clock of the machine that is wrong (`timedatectl set-ntp true`).';
  if (Math.abs(fromDatabase) > CLOCK_WITHIN_SECONDS)
    return broken(`This machine’s clock is ${awayFrom(fromDatabase)} of the database’s`, nextStep);
  if (Math.abs(fromMpesa ?? 0) > CLOCK_WITHIN_SECONDS)
    return broken(`This machine’s clock is ${awayFrom(fromMpesa ?? 0)} of M-PESA’s`, nextStep);
  const others = fromMpesa === undefined ? 'the database’s' : 'the database’s and M-PESA’s';
  return good(`This machine’s clock agrees with ${others}`);
}

function secondsBetween(ours: Date, theirs: Date): number {
  return Math.round((ours.getTime() - theirs.getTime()) / 1_000);
}

function awayFrom(seconds: number): string {
  return `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`;
}

/** On a large disk ten percent is plenty, on a small one a gibibyte is not. */
async function findDisk({ config, readDisk }: CheckDeps): Promise<Finding> {
  const { sizeBytes, freeBytes } = await readDisk(existsSync(config.dataDir) ? config.dataDir : '.');
  const words = `${(freeBytes / GIBIBYTE).toFixed(1)} GiB of ${(sizeBytes / GIBIBYTE).toFixed(1)} GiB are free`;
  const isNearlyFull = freeBytes < GIBIBYTE || (freeBytes < sizeBytes / 10 && freeBytes < 10 * GIBIBYTE);
  if (!isNearlyFull) return good(words);
  return broken(words, 'Delete old logs, versions and backups on this machine, or enlarge the disk.');
}
