import { liveHint, type LiveHint } from '@zawadi/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createStreamHub, type StreamHub } from '../../../http/event-stream.ts';
import { type Listener, notifyListeners } from '../../../platform/db/listen.ts';
import type { Transaction } from '../../../platform/db/database.ts';

/** The open screens of this process, by user. */
export type LiveHub = StreamHub<LiveHint>;

const STREAMS_PER_USER = 10;
const heard = liveHint.extend({ userId: z.uuid() });

/** PostgreSQL channel that carries hints from the process that made a change to the processes that hold streams. */
const LIVE_CHANNEL = 'live';

/** A hint that data of this user has changed. */
export type UserHint = LiveHint & { userId: string };

/** Creates the hub that passes the hints of all processes to the open screens of this process. */
export function createLiveHub(deps: { listener: Listener; log: Logger }): LiveHub {
  return createStreamHub(deps, {
    channel: LIVE_CHANNEL,
    atOnce: STREAMS_PER_USER,
    read: (payload) => {
      const { success, data } = heard.safeParse(payload);
      return success ? { owner: data.userId, message: { topic: data.topic, id: data.id } } : undefined;
    },
  });
}

/**
 * Sends hints to the open screens of these users when this transaction has committed. The screens then fetch the
 * changed data. If a hint is lost, they fetch the data at their next poll.
 */
export async function publishHint(tx: Transaction, ...hints: UserHint[]): Promise<void> {
  await notifyListeners(
    tx,
    LIVE_CHANNEL,
    hints.map(({ userId, topic, id }) => JSON.stringify({ userId, topic, id })),
  );
}
