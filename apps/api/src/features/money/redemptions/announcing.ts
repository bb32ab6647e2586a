import type { Keys } from '../../../platform/crypto/keys.ts';
import { enqueueing } from '../../../platform/outbox/enqueue.ts';
import type { RedemptionKey } from './announcement-store.ts';
import type { Recorded } from './store.ts';

/** The topic of outbox rows that name redemptions not announced yet. */
export const ANNOUNCEMENTS = 'redemptions';

/**
 * Leaves the messages and events of redemptions to the worker: one row for a whole batch instead of one for every
 * message and event. It goes before messages, which may wait for a third party's server.
 */
export function announcing(keys: Keys, records: Recorded[]): ReturnType<typeof enqueueing>[] {
  const redemptions = records.flatMap(({ voucherId, redemption }): RedemptionKey[] =>
    redemption ? [[voucherId, redemption.id]] : [],
  );
  if (redemptions.length === 0) return [];
  return [enqueueing(keys, [{ topic: ANNOUNCEMENTS, payload: { redemptions }, isUrgent: true }])];
}
