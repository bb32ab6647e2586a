import { sql } from 'kysely';
import {
  cloneDatabase,
  dropDatabase,
  openToApplication,
  withDatabase,
} from '../apps/api/src/testing/clone-database.ts';
import { openDatabase, type Db } from '../apps/api/src/platform/db/database.ts';
import { prepareShop, type Shop } from './vouchers.ts';

export type Bench = {
  appUrl: string;
  ownerUrl: string;
  superuserUrl: string;
  seconds: number;
  folder: string;
  say: (line: string) => void;
};

export const MERCHANTS = 100;
const VOUCHERS = 1_000;

/** Creates the merchants and vouchers for redemptions. */
export function openShops(bench: Bench): Promise<Shop> {
  bench.say('Preparing merchants and vouchers …');
  return prepareShop(bench.appUrl, { merchants: MERCHANTS, vouchers: VOUCHERS });
}

/** Setting that keeps all WAL files written between two checkpoints. */
export const KEPT_WAL = { min_wal_size: '2GB' };
const MESSAGES = 256;
const MESSAGE_BYTES = 8_388_608;

/**
 * Makes PostgreSQL allocate its WAL files, as on a server that has been running for long. Otherwise a transaction that
 * needs a new file first writes 16 MB of zeros, and all other transactions wait.
 */
export async function makeWalFiles(superuserUrl: string): Promise<void> {
  const db = openDatabase(superuserUrl, { connections: 1, name: 'bench-wal' });
  try {
    for (let message = 0; message < MESSAGES; message += 1) {
      await sql`select pg_logical_emit_message(false, 'bench', repeat('0', ${MESSAGE_BYTES}))`.execute(db);
    }
    await sql`checkpoint`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** Runs a measurement on a copy of the empty database, so that measurements do not use each other's data. */
export async function onFreshDatabase<T>(
  bench: Bench,
  name: string,
  measure: (bench: Bench) => Promise<T>,
): Promise<T> {
  const [, template = ''] = new URL(bench.ownerUrl).pathname.split('/');
  const owner = new URL(bench.ownerUrl).username;
  await cloneDatabase(bench.superuserUrl, { template, name, owner });
  try {
    await openToApplication(bench.superuserUrl, { name, login: new URL(bench.appUrl).username });
    return await measure({
      ...bench,
      appUrl: withDatabase(bench.appUrl, name),
      ownerUrl: withDatabase(bench.ownerUrl, name),
    });
  } finally {
    await dropDatabase(bench.superuserUrl, name);
  }
}

/**
 * Writes the initial data of a measurement directly as rows, as the owner: the application's role may not. Use cases
 * would take longer than the measurement.
 */
export async function writeRows(
  { ownerUrl }: Pick<Bench, 'ownerUrl'>,
  write: (db: Db) => Promise<unknown>,
): Promise<void> {
  const db = openDatabase(ownerUrl, { connections: 1, name: 'bench-rows' });
  try {
    await write(db);
  } finally {
    await db.destroy();
  }
}
