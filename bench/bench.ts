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

/** The merchants and vouchers that redemptions are measured with. */
export function openShops(bench: Bench): Promise<Shop> {
  bench.say('Preparing merchants and vouchers …');
  return prepareShop(bench.appUrl, { merchants: MERCHANTS, vouchers: VOUCHERS });
}

/** The setting under which the files are kept: all that are written between two checkpoints. */
export const KEPT_WAL = { min_wal_size: '2GB' };
const MESSAGES = 256;
const MESSAGE_BYTES = 8_388_608;

/**
 * Has the server make the files of its WAL, as one that has been running has them: the transaction that needs a new one
 * writes 16 MB of zeros first, while all others wait.
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

/** Measures on a copy of the empty database, so that rows do not work on what others have left. */
export async function onDatabaseOfItsOwn<T>(
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

/** Writes what a measurement starts from as rows, which the application may not do: by use cases it would take longer than what is measured. */
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
