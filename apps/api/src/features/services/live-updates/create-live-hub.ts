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

/** The channel that carries hints from the process that made a change to those that hold streams. */
const LIVE_CHANNEL = 'live';

/** Something of this user changed. */
export type UserHint = LiveHint & { userId: string };

/** Passes the hints of every process on to the open screens of this one. */
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
 * Tells the open screens of these users that something changed, once this transaction has committed.
 * They then ask for the truth; a hint that is lost costs them no more than their next poll.
 */
export async function publishHint(tx: Transaction, ...hints: UserHint[]): Promise<void> {
  await notifyListeners(
    tx,
    LIVE_CHANNEL,
    hints.map(({ userId, topic, id }) => JSON.stringify({ userId, topic, id })),
  );
}
