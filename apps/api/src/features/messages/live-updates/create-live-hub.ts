import { liveHint, type LiveHint } from '@zawadi/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Listener, notifyListeners } from '../../../platform/db/listen.ts';
import type { Transaction } from '../../../platform/db/database.ts';

/** The connection of one open screen. */
export type Subscriber = {
  receive: (hint: LiveHint) => void;
  /** The server closes. */
  end: () => void;
  /** Newer streams of the same user have taken its place. */
  replace: () => void;
};

/** The open screens of this process, by user. */
export type LiveHub = {
  /** @returns a function that takes the subscriber out again */
  subscribe: (userId: string, subscriber: Subscriber) => () => void;
  /** Ends every stream, so that the HTTP server can close. Call it before the server's own close. */
  close: () => void;
};

const STREAMS_PER_USER = 10;
const heard = liveHint.extend({ userId: z.uuid() });

/** The channel that carries hints from the process that made a change to those that hold streams. */
const LIVE_CHANNEL = 'live';

/** Something of this user changed. */
type UserHint = LiveHint & { userId: string };

/**
 * Passes the hints of every process on to the open screens of this one.
 * @param deps.listener the connection on which this process hears the others
 */
export function createLiveHub(deps: { listener: Listener; log: Logger }): LiveHub {
  const subscribers = new Map<string, Set<Subscriber>>();
  let isClosed = false;

  const unsubscribe = deps.listener.subscribe(LIVE_CHANNEL, (payload) => {
    const parsed = heard.safeParse(parseJson(payload));
    if (!parsed.success) {
      deps.log.warn('a live hint could not be read');
      return;
    }
    const { userId, topic, id } = parsed.data;
    for (const subscriber of subscribers.get(userId) ?? []) subscriber.receive({ topic, id });
  });

  function remove(userId: string, subscriber: Subscriber): void {
    const others = subscribers.get(userId);
    others?.delete(subscriber);
    if (others?.size === 0) subscribers.delete(userId);
  }

  return {
    subscribe: (userId, subscriber) => {
      if (isClosed) {
        subscriber.end();
        return () => {};
      }
      const others = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, others.add(subscriber));
      // A set keeps the order of arrival: the first is the oldest.
      const [oldest] = others;
      if (oldest && others.size > STREAMS_PER_USER) {
        remove(userId, oldest);
        oldest.replace();
      }
      return () => remove(userId, subscriber);
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      const everybody = [...subscribers.values()].flatMap((some) => [...some]);
      subscribers.clear();
      for (const subscriber of everybody) subscriber.end();
    },
  };
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
