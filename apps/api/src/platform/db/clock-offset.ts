import { sql } from 'kysely';
import { setProcessClockOffset } from '../clock.ts';
import type { Db } from './database.ts';
import { createClient } from './connections.ts';

export type MovableClock = {
  /** Sets how far the product's time is from the machine's, in milliseconds: the database's and this process's. */
  setOffset: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens the clock of a database, to play the demo's history at past moments. Other processes read it when they start.
 * @param ownerUrl of the role that owns the schema; the application's role is refused by the database
 * @throws Error unless the provider is the sandbox: the time of real money is never set
 */
export async function openClock({ provider }: { provider: string }, ownerUrl: string): Promise<MovableClock> {
  if (provider !== 'sandbox')
    throw new Error(`the clock can be set with PROVIDER=sandbox only, not ${provider}`);
  const client = createClient({ connectionString: ownerUrl });
  await client.connect();
  return {
    setOffset: async (ms) => {
      await client.query(`select set_clock_offset($1::float8 * interval '1 millisecond')`, [ms]);
      setProcessClockOffset(ms);
    },
    close: () => client.end(),
  };
}

/**
 * Has this process live by the clock of its database.
 * @throws Error when that clock was set and the provider is not the sandbox
 */
export async function adoptClockOffset({
  db,
  config,
}: {
  db: Db;
  config: { provider: string };
}): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_offset()) * 1000)::float8 as ms`.execute(db);
  const ms = rows[0]?.ms ?? 0;
  if (ms !== 0 && config.provider !== 'sandbox')
    throw new Error(`the clock of this database is off by ${ms / 1_000} s, as only a sandbox's may be`);
  setProcessClockOffset(ms);
}
