import { batched } from '../../../platform/batcher.ts';
import { createSharedTransactions } from '../../../platform/db/shared-transaction.ts';
import { findCallbacks, type FoundCallback } from '../client/index.ts';
import type { OrderDeps } from '../orders/index.ts';
import { applyIn, applyStored, type Applied } from './apply-message.ts';
import { storeMessages, type ProviderMessage, type WrittenDown } from './store.ts';

export type MessageBatches = {
  findCallback: (token: string) => Promise<FoundCallback | undefined>;
  /** @returns the id of the stored message, of the first one where the same came before */
  store: (message: WrittenDown) => Promise<string>;
  /** As `applyStored`. */
  apply: (message: Pick<ProviderMessage, 'id' | 'purpose' | 'homeId'>) => Promise<Applied | undefined>;
};

/** M-PESA was acknowledged already, so nobody waits; what waits longer is left to the sweep. */
const LONGEST_WAIT_MS = 60_000;

/**
 * What comes from M-PESA at the same time is looked up, stored and applied together, as after a break of the line, when the
 * results of minutes come at once.
 */
export function createMessageBatches(deps: OrderDeps): MessageBatches {
  const { db, log } = deps;
  const onBatchError = (error: unknown): void =>
    log.error({ err: error }, 'messages of M-PESA are handled one by one');
  const apply = createSharedTransactions(
    deps,
    (tx, { id }: { id: string; homeId: string }) => applyIn(tx, deps, id),
    { needs: ({ homeId }) => [homeId], what: 'results of M-PESA are applied', maxWaitMs: LONGEST_WAIT_MS },
  );
  return {
    findCallback: batched((tokens: string[]) => findCallbacks(db, tokens), { onBatchError }),
    store: batched((messages: WrittenDown[]) => storeMessages(db, messages), { onBatchError }),
    apply: (message) =>
      message.purpose === 'purchase_result' ? apply(message) : applyStored(deps, message.id),
  };
}
