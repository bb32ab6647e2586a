import { centsOf } from '@zawadi/contract';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Deps } from '../../../config/deps.ts';
import { isSpread } from '../../../platform/db/cells.ts';
import { newId } from '../../../platform/ids.ts';
import { sealRow } from '../../../platform/outbox/enqueue.ts';
import { postings } from '../postings/index.ts';
import { announcementOf } from './announce-redemptions.ts';
import { observeBatch } from './batch-metrics.ts';
import { redeemVouchers } from './one-call-store.ts';
import { parseAnswer, type RedeemRequest, type StoredAnswer } from './redemption-answer.ts';

/**
 * Redeems what nothing stands against, a batch in one call of the database, which is what a busy till asks for nearly always.
 * @param deps.log is told of a batch that failed
 */
export function createOneCallRedeemer(deps: Pick<Deps, 'db' | 'keys' | 'log'>) {
  const batcher = createBatcher<RedeemRequest, StoredAnswer | undefined>({
    maxBatch: 64,
    maxQueue: 4_000,
    writers: 1,
    fallbackWorkers: 64,
    maxWaitMs: 5_000,
    run: (requests) => redeemBatch(deps, requests),
    // Whether its batch was committed after all is found out by who decides it one by one.
    runOne: () => Promise.resolve(undefined),
    onBatch: observeBatch,
    onBatchError: (error) => deps.log.error({ err: error }, 'a batch of redemptions is decided one by one'),
  });

  /**
   * @returns undefined when nothing was done, because something may stand against it
   * @throws Overloaded when too many wait
   */
  async function redeem(request: RedeemRequest): Promise<StoredAnswer | undefined> {
    const isByCode = 'codeKeys' in request.reference;
    return isByCode && !(await isSpread(deps.db)) ? batcher.submit(request) : undefined;
  }

  return { redeem, drain: batcher.drain };
}

async function redeemBatch(
  deps: Pick<Deps, 'db' | 'keys'>,
  requests: RedeemRequest[],
): Promise<{ value: StoredAnswer | undefined }[]> {
  const proposals = requests.map((request) => {
    const id = newId();
    const { amountShillings } = request;
    const amountCents = amountShillings === undefined ? undefined : centsOf(amountShillings);
    return { ...request, id, transferId: postings.redemptionTransferId(id), amountCents };
  });
  const announcement = announcementOf({ redemptionIds: proposals.map(({ id }) => id) });
  const made = await redeemVouchers(deps.db, proposals, sealRow(deps.keys, announcement));
  const answers = new Map(made.map(({ position, storedAnswer }) => [position, storedAnswer]));
  return requests.map((_, index) => {
    const answer = answers.get(index + 1);
    return { value: answer === undefined ? undefined : parseAnswer(answer) };
  });
}
