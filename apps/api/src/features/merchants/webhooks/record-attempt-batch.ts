import type { Logger } from 'pino';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { lockHealthyAddresses } from './address-store.ts';
import { finishDelivered, type LeasedDelivery } from './delivery-store.ts';
import { insertAttempts } from './log-store.ts';
import { attemptOf, recordAttempt, type RecordDeps } from './record-attempt.ts';
import type { TryResult } from './send-delivery.ts';

type Ended = { leased: LeasedDelivery; result: TryResult };

/**
 * True or false as `recordAttempt` returns it. `apart` if the address has failed before, so that its row must change,
 * too.
 */
type Recorded = boolean | 'apart';

/**
 * Records attempts like `recordAttempt`, but puts concurrent successes at addresses without failures into one
 * transaction.
 * @param atOnce maximum number of concurrent attempts
 */
export function createAttemptRecorder(
  deps: RecordDeps & { log: Logger },
  atOnce: number,
): (leased: LeasedDelivery, result: TryResult) => Promise<boolean> {
  const batcher = createBatcher<Ended, Recorded>({
    maxBatch: atOnce,
    maxQueue: atOnce,
    writers: 1,
    fallbackWorkers: 1,
    maxWaitMs: Infinity,
    run: async (ended) => (await recordTogether(deps.db, ended)).map((value) => ({ value })),
    runOne: ({ leased, result }) => recordAttempt(deps, leased, result),
    onBatchError: (error) =>
      deps.log.warn({ err: error }, 'recording webhook attempts one by one after a failed batch'),
  });
  return async (leased, result) => {
    const recorded = result.isDelivered ? await batcher.submit({ leased, result }) : 'apart';
    return recorded === 'apart' ? recordAttempt(deps, leased, result) : recorded;
  };
}

function recordTogether(db: Db, ended: Ended[]): Promise<Recorded[]> {
  return inTransaction(db, async (tx) => {
    const sound = await lockHealthyAddresses(
      tx,
      ended.map(({ leased }) => leased.addressId),
    );
    const plain = ended.filter(({ leased }) => sound.has(leased.addressId));
    const finished = await finishDelivered(
      tx,
      plain.map(({ leased, result }) => ({ leased, status: result.status ?? null })),
    );
    const recorded = plain.filter(({ leased }) => finished.has(leased.id));
    if (recorded.length > 0) {
      await insertAttempts(
        tx,
        recorded.map(({ leased, result }) => attemptOf(leased, result)),
      );
    }
    return ended.map(({ leased }) => (sound.has(leased.addressId) ? finished.has(leased.id) : 'apart'));
  });
}
