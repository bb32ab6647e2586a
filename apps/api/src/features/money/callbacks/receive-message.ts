import { callbackAcknowledgement } from '@zawadi/mpesa';
import { batched, createBatcher, type BatchResult } from '../../../platform/batcher.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { isLockTimeout } from '../../../platform/db/locks.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import {
  findCallbacks,
  noteCallback,
  type CallbackPurpose,
  type FoundCallback,
} from '../../mpesa/client/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { applyAll, applyStored, type Applied } from './apply-message.ts';
import type { GuessCounter } from './count-unknown-tokens.ts';
import { countCallback, processMessage } from './process-message.ts';
import {
  storeMessages,
  writeDown,
  type MessagePurpose,
  type ProviderMessage,
  type StorableMessage,
} from './store.ts';

/**
 * Stores a callback, acknowledges it, then applies it; if this process dies before, the sweep applies it.
 * Acknowledges messages to unknown callback URLs too, so that guessing reveals nothing.
 * @throws Refusal `too_many_requests` for too many unknown URLs
 */
export async function receiveMessage(
  deps: OrderDeps & {
    background: (work: Promise<unknown>) => void;
    guesses: GuessCounter;
    batches: MessageBatches;
  },
  input: { token: string; address: string; isTimeout: boolean; body: unknown },
): Promise<{ ResultCode: number; ResultDesc: string }> {
  const { batches } = deps;
  const callback = await deps.guesses.lookUp(networkOf(input.address), () =>
    batches.findCallback(input.token),
  );
  if (!callback) {
    countCallback('unknown', 'not_ours');
    return callbackAcknowledgement;
  }
  if (LASTING.has(callback.purpose)) deps.background(noteCallback(deps.db, input.token));
  if (callback.purpose === 'c2b_validation') return callbackAcknowledgement;
  const purpose = purposeOf(callback, input);
  await inSpan(`receive ${purpose}`, { traceparent: callback.traceparent }, async () => {
    const message = writeDown({ ...callback, purpose }, input.body);
    const id = await batches.store(message);
    crashPoint('message-stored', purpose);
    deps.background(processMessage(deps, id, () => batches.apply({ ...message, id })));
  });
  return callbackAcknowledgement;
}

/** Purposes of the pay bill's long-lived callback URLs, which are cached. An order's URL is used only once or twice. */
const LASTING = new Set<CallbackPurpose>(['c2b', 'c2b_validation']);

const TIMEOUTS: Partial<Record<CallbackPurpose, MessagePurpose>> = {
  withdrawal_result: 'withdrawal_timeout',
  settlement_result: 'settlement_timeout',
  refund_result: 'refund_timeout',
};

function purposeOf(
  { purpose, isRetired }: { purpose: CallbackPurpose; isRetired: boolean },
  { isTimeout }: { isTimeout: boolean },
): MessagePurpose {
  if (purpose === 'c2b' && isRetired) return 'c2b_retired';
  return (isTimeout ? TIMEOUTS[purpose] : undefined) ?? purpose;
}

type MessageBatches = {
  findCallback: (token: string) => Promise<FoundCallback | undefined>;
  /**
   * Stores a message.
   * @returns the id of the stored message; for a repetition, the id of the first message
   */
  store: (message: StorableMessage) => Promise<string>;
  /** Applies a message as `applyStored` does. */
  apply: (message: Pick<ProviderMessage, 'id' | 'purpose' | 'homeId'>) => Promise<Applied | undefined>;
};

/**
 * Longest wait in the queue. M-PESA has its acknowledgement already, and the sweep applies a message that waits
 * longer.
 */
const LONGEST_WAIT_MS = 60_000;

type Applying = Pick<ProviderMessage, 'id' | 'homeId'>;

/**
 * Looks up, stores and applies concurrent messages in batches. After an outage M-PESA sends the results of many
 * minutes at once.
 */
export function createMessageBatches(deps: OrderDeps): MessageBatches {
  const { db, log } = deps;
  const results = createBatcher<Applying, Applied | undefined>({
    maxBatch: 64,
    maxQueue: 4_000,
    writers: 2,
    fallbackWorkers: 4,
    maxWaitMs: LONGEST_WAIT_MS,
    run: (messages) => applyTogether(deps, messages),
    runOne: ({ id }) => applyStored(deps, id),
    onBatchError: (error) =>
      log[isLockTimeout(error) ? 'warn' : 'error'](
        { err: error },
        'results of M-PESA are applied one by one',
      ),
  });
  return {
    findCallback: batched((tokens: string[]) => findCallbacks(db, tokens), {
      onBatchError: (error) =>
        log.error({ err: error }, 'looking up callback URLs one by one after a failed batch'),
    }),
    store: batched((messages: StorableMessage[]) => storeMessages(db, messages), {
      onBatchError: (error) => log.error({ err: error }, 'storing callbacks one by one after a failed batch'),
    }),
    apply: (message) =>
      message.purpose === 'purchase_result' ? results.submit(message) : applyStored(deps, message.id),
  };
}

/**
 * Applies the first message of each purchase. A purchase's further messages wait for the next batch, which sees the
 * changes of this batch.
 */
async function applyTogether(
  deps: OrderDeps,
  messages: Applying[],
): Promise<BatchResult<Applied | undefined>[]> {
  const firsts = [...Map.groupBy(messages, ({ homeId }) => homeId).values()].flatMap(
    ([first]) => first ?? [],
  );
  const applied = await inTransaction(deps.db, (tx) =>
    applyAll(
      tx,
      deps,
      firsts.map(({ id }) => id),
    ),
  );
  return messages.map((message) => {
    const place = firsts.indexOf(message);
    return place === -1 ? { isBusy: true } : { value: applied[place] };
  });
}
