import { batched } from '../../../platform/batcher.ts';
import { isSpread } from '../../../platform/db/cells.ts';
import { findCallbacks, type FoundCallback } from '../client/index.ts';
import type { OrderDeps } from '../orders/index.ts';
import { applyStored, applyTogether, type Applied } from './apply-message.ts';
import { storeMessages, type ProviderMessage, type WrittenDown } from './store.ts';

export type MessageBatches = {
  findCallback: (token: string) => Promise<FoundCallback | undefined>;
  /** @returns the id of the stored message, of the first one where the same came before */
  store: (message: WrittenDown) => Promise<string>;
  /** As `applyStored`. */
  apply: (message: Pick<ProviderMessage, 'id' | 'purpose' | 'homeId'>) => Promise<Applied | undefined>;
};

/**
 * What comes from M-PESA at the same time is looked up, stored and applied together, as after a break of the line, when the
 * results of minutes come at once. On a distributed database each message is applied by itself: payments are on different nodes.
 */
export function createMessageBatches(deps: OrderDeps): MessageBatches {
  const { db, log } = deps;
  const onBatchError = (error: unknown): void =>
    log.error({ err: error }, 'messages of M-PESA are handled one by one');
  const apply = batched(
    (messages: { id: string; homeId: string }[]) =>
      applyTogether(
        deps,
        messages.map(({ id }) => id),
      ),
    { apartBy: ({ homeId }) => [homeId], onBatchError },
  );
  return {
    findCallback: batched((tokens: string[]) => findCallbacks(db, tokens), { onBatchError }),
    store: batched((messages: WrittenDown[]) => storeMessages(db, messages), {
      apartBy: ({ targetId, digest }) => [`${targetId} ${digest}`],
      onBatchError,
    }),
    apply: async (message) => {
      const isAlone = message.purpose !== 'purchase_result' || (await isSpread(db));
      return isAlone ? applyStored(deps, message.id) : apply(message);
    },
  };
}
