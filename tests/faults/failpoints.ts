import { eventually } from '@zawadi/story/sandbox-control';
import { inject } from 'vitest';
import type { Product } from './processes.ts';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';

/**
 * Makes the next request to an M-PESA path hang. M-PESA executes the request after the pause, like a server that does
 * not notice that its client has disconnected.
 * @returns a function that resolves when the request has arrived
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

/** SQL that finds the sessions that wait for a lock of this connection. */
const WAITERS = 'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';

export type Obstacle = {
  /** Resolves when a transaction waits for this lock. */
  untilBlocked: () => Promise<void>;
  /** Lets the waiting transactions continue. */
  remove: () => Promise<void>;
  /**
   * Removes the lock after it has terminated the waiting connections, whose processes are dead. Otherwise PostgreSQL
   * would complete their waiting SQL statement, as if the process had died just after the statement.
   */
  removeAfterDisconnecting: () => Promise<void>;
};

/**
 * Locks a row or a unique key that a process needs for its next step. The process then waits: it has done everything
 * before that step and nothing after.
 * @param statement SQL to run in a transaction that stays open until the obstacle is removed
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
    untilBlocked: async () => {
      await eventually('a transaction that waits at the obstacle', async () => (await waiters())[0]);
    },
    remove,
    removeAfterDisconnecting: async () => {
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
