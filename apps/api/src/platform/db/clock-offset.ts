import { sql } from 'kysely';
import { setProcessClockOffset } from '../clock.ts';
import type { Db } from './database.ts';
import { createClient } from './connections.ts';

export type MovableClock = {
  /**
   * Sets the difference between the product's clock and the machine's, in milliseconds. Applies to the database and
   * this process.
   */
  setOffset: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens the clock of a database, to play the demo's history in the past. Other processes read the offset when they
 * start.
 * @param ownerUrl connection of the role that owns the schema; the database refuses the application's role
 * @throws Error unless the provider is the sandbox: where real money moves, the clock is never set
 */
export async function openClock({ provider }: { provider: string }, ownerUrl: string): Promise<MovableClock> {
  if (provider !== 'sandbox')
    throw new Error(`the clock can be set only with PROVIDER=sandbox, not ${provider}`);
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
 * Sets this process's clock to the offset of its database.
 * @throws Error if an offset is set and the provider is not the sandbox
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
    throw new Error(`the clock of this database is off by ${ms / 1_000} s, which only a sandbox allows`);
  setProcessClockOffset(ms);
}
