import pg from 'pg';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import { createWakeSignal } from '../wake-signal.ts';
import type { Transaction } from './database.ts';

/** One database connection on which a process receives other processes' notifications. */
export type Listener = {
  /**
   * Calls `receive` with every payload sent to `channel` while connected. Notifications sent while disconnected are
   * lost, so a listener must also poll.
   * @returns a function that ends the subscription
   */
  subscribe: (channel: string, receive: (payload: string) => void) => () => void;
  close: () => Promise<void>;
};

const CHECK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Listens until closed. Reopens a lost connection, even one that was dropped silently.
 * @param options.url connection string of the application role; the connection is not part of the pool
 */
export function createListener(options: { url: string; name: string; log: Logger }): Listener {
  const receivers = new Map<string, Set<(payload: string) => void>>();
  const wakeSignal = createWakeSignal();
  // A second signal, because a lost connection wakes `wakeSignal`, which would cut every later backoff short.
  const backOff = createWakeSignal();
  let isClosing = false;

  async function stayConnected(): Promise<void> {
    let failures = 0;
    while (!isClosing) {
      try {
        await listenUntilLost(() => {
          if (failures > 0) options.log.info('listener reconnected to the database');
          failures = 0;
        });
      } catch (error) {
        options.log.warn({ err: error }, 'listener lost its database connection');
        failures += 1;
        await backOff.waitAtMost(Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2));
      }
    }
  }

  async function listenUntilLost(onStanding: () => void): Promise<void> {
    const connection = connect(options);
    // Ends the wait below. The next query then fails with the cause.
    connection.on('error', wakeSignal.wake);
    connection.on('end', wakeSignal.wake);
    connection.on('notification', ({ channel, payload }) => {
      for (const receive of receivers.get(channel) ?? []) receive(payload ?? '');
    });
    const listened = new Set<string>();
    try {
      await connection.connect();
      while (!isClosing) {
        for (const channel of receivers.keys()) {
          if (!listened.has(channel)) await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
          listened.add(channel);
        }
        onStanding();
        await wakeSignal.waitAtMost(CHECK_EVERY_MS);
        await connection.query('select 1');
      }
    } finally {
      await connection.end().catch(() => {});
    }
  }

  const running = stayConnected();
  return {
    subscribe: (channel, receive) => {
      const others = receivers.get(channel) ?? new Set();
      receivers.set(channel, others.add(receive));
      wakeSignal.wake();
      return () => void others.delete(receive);
    },
    close: async () => {
      isClosing = true;
      wakeSignal.wake();
      backOff.wake();
      await running;
    },
  };
}

/**
 * Notifies every process that listens on `channel`, at the commit and never after a rollback. Only a hint: a
 * disconnected process does not receive it. Do not use it on busy paths: PostgreSQL lets only one transaction with a
 * NOTIFY commit at a time.
 * @param payloads at most 8,000 bytes each; equal payloads of one transaction arrive once
 */
export async function notifyListeners(
  tx: Transaction,
  channel: string,
  payloads: readonly string[],
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(tx);
}

function connect(options: { url: string; name: string }): pg.Client {
  return new pg.Client({
    connectionString: options.url,
    application_name: options.name,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  });
}
