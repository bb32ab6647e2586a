import { eventually } from '@zawadi/story/sandbox-control';
import { inject } from 'vitest';
import type { Product } from './processes.ts';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';

/**
 * Makes the next request to one of M-PESA's addresses hang. M-PESA carries it out at the end all the same, as a
 * server does that cannot see its client go.
 * @returns resolves once such a request is there
 */
export async function hangNext({ sandbox }: Product, path: string, ms: number): Promise<() => Promise<void>> {
  const [latest] = await sandbox.events();
  await sandbox.behave({ hang: { path, ms, times: 1 } });
  return async () => {
    await eventually(`a request that hangs at ${path}`, async () =>
      (await sandbox.events()).find(
        ({ id, title }) => id > (latest?.id ?? 0) && title === 'Request hangs on purpose',
      ),
    );
  };
}

/** Who waits for the connection that asks. */
const WAITERS = 'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';

export type Obstacle = {
  /** Resolves once a transaction waits for it. */
  untilMet: () => Promise<void>;
  /** Lets the waiting transactions go on. */
  remove: () => Promise<void>;
  /**
   * The same for waiters whose process is dead by now. PostgreSQL would finish the statement they wait in, as if it
   * had been sent a moment before the death; cutting their connections makes the death come first.
   */
  removeForTheDead: () => Promise<void>;
};

/**
 * Holds something in the database that a process needs for its next step: a row, or a unique key that it is about to
 * write. A process that waits there has done everything before that step and nothing after it.
 * @param statement run in a transaction that stays open until the obstacle is removed
 */
export async function obstruct(
  { owner }: Product,
  statement: string,
  values: unknown[] = [],
): Promise<Obstacle> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(statement, values);
  const waiters = async () => (await client.query<{ pid: number }>(WAITERS)).rows.map(({ pid }) => pid);

  async function remove(): Promise<void> {
    await client.query('rollback');
    client.release();
  }

  return {
    untilMet: async () => {
      await eventually('a transaction that waits at the obstacle', async () => (await waiters())[0]);
    },
    remove,
    removeForTheDead: async () => {
      await cut(await waiters());
      await remove();
    },
  };
}

async function cut(pids: readonly number[]): Promise<void> {
  const superuser = createClient({ connectionString: inject('postgres').superuserUrl });
  await superuser.connect();
  try {
    await superuser.query('select pg_terminate_backend(pid, 5000) from unnest($1::int[]) as w (pid)', [pids]);
  } finally {
    await superuser.end();
  }
}
