import type { LiveHint } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { notifyListeners } from '../../../platform/db/notify-listeners.ts';

/** The channel that carries hints from the process that made a change to those that hold streams. */
export const LIVE_CHANNEL = 'live';

/** Something of this user changed. */
export type UserHint = LiveHint & { userId: string };

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
