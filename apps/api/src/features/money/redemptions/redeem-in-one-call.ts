import { centsOf } from '@zawadi/contract';
import { createBatcher, type BatchResult } from '../../../platform/batcher.ts';
import type { Deps } from '../../../config/deps.ts';
import { isSpread } from '../../../platform/db/cells.ts';
import { newId } from '../../../platform/ids.ts';
import { sealRow } from '../../../platform/outbox/enqueue.ts';
import { postings } from '../postings/index.ts';
import { inPipelinedTransaction } from '../../../platform/db/pipelined-transaction.ts';
import { announcementOf, announcing } from './announce-redemptions.ts';
import { observeBatch } from './batch-metrics.ts';
import { redeemingVoucher, redeemVouchers, type CalledRow, type Proposed } from './one-call-store.ts';
import { parseAnswer, type RedeemRequest, type StoredAnswer } from './redemption-answer.ts';
import { readNamedVouchers, type NamedVoucher, type RedemptionKey } from './store.ts';

/**
 * Redeems what nothing stands against, a batch in one call of the database, which is what a busy till asks for nearly always.
 * @param deps.log is told of a batch that failed
 */
export function createOneCallRedeemer(deps: Pick<Deps, 'db' | 'keys' | 'log'>) {
  const batcher = createBatcher<RedeemRequest, StoredAnswer | undefined>({
    maxBatch: 64,
    maxQueue: 4_000,
    writers: 1,
    inHalves: true,
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
  const proposals = requests.map(proposalOf);
  const announcement = announcementOf({ redemptionIds: proposals.map(({ id }) => id) });
  const made = await redeemVouchers(deps.db, proposals, sealRow(deps.keys, announcement));
  const answers = new Map(made.map(({ position, storedAnswer }) => [position, storedAnswer]));
  return requests.map((_, index) => {
    const answer = answers.get(index + 1);
    return { value: answer === undefined ? undefined : parseAnswer(answer) };
  });
}

function proposalOf(request: RedeemRequest): Proposed {
  const id = newId();
  const { amountShillings } = request;
  const amountCents = amountShillings === undefined ? undefined : centsOf(amountShillings);
  return { ...request, id, transferId: postings.redemptionTransferId(id), amountCents };
}

type InCell = BatchResult<StoredAnswer & { isReplay: boolean }>;

/**
 * Redeems what nothing stands against, one call for each request on the node of their cell, in one transaction. The
 * others are left to be run alone, unless another transaction holds their voucher.
 */
export async function redeemInCell(
  deps: Pick<Deps, 'db' | 'keys'>,
  cell: number,
  requests: RedeemRequest[],
): Promise<InCell[]> {
  const calls = requests.flatMap((request, index) => {
    const { reference, place } = request;
    // A code that the voucher had before may only repeat an answer.
    if ('codeKeys' in reference && place.namedKey === null) return [];
    const voucherId = 'voucherId' in reference ? reference.voucherId : place.voucherId;
    return voucherId === null ? [] : [{ index, voucherId, proposal: proposalOf(request) }];
  });
  if (calls.length === 0) return requests.map(() => ({ isLeft: true }));
  const statements = calls.map(({ voucherId, proposal }) => redeemingVoucher(cell, voucherId, proposal));
  const decide = (rows: CalledRow[], named: NamedVoucher[]) => {
    const output = requests.map((): InCell => ({ isLeft: true }));
    const made: RedemptionKey[] = [];
    const namedNow = new Map(named.map(({ key, voucherId }) => [key, voucherId]));
    for (const [n, { index, voucherId, proposal }] of calls.entries()) {
      const { storedAnswer = null, isBusy = false } = rows[n] ?? {};
      if (isBusy) output[index] = { isBusy };
      if (storedAnswer === null) continue;
      const { namedKey } = proposal.place;
      if (namedKey !== null && namedNow.get(namedKey) !== voucherId) throw new CodeIsElsewhere();
      output[index] = { value: { ...parseAnswer(storedAnswer), isReplay: false } };
      made.push([voucherId, proposal.id]);
    }
    return { output, writes: announcing(deps.keys, cell, made), areApart: true };
  };
  try {
    return await inPipelinedTransaction(deps.db, statements, decide, readNamedVouchers(requests));
  } catch (error) {
    if (error instanceof CodeIsElsewhere) return requests.map(() => ({ isLeft: true }));
    throw error;
  }
}

/** A code was corrected after its voucher was found, and nothing of this transaction may be kept. */
class CodeIsElsewhere extends Error {}
