import {
  centsOf,
  type HandlerAnswer,
  type redeemVoucher as endpoint,
  type RefusalCode,
} from '@zawadi/contract';
import { createBatcher, type BatchResult } from '../../../platform/batcher.ts';
import { isLockTimeout } from '../../../platform/db/locks.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inPipelinedTransaction, type LastTrip } from '../../../platform/db/pipelined-transaction.ts';
import { derivedId } from '../../../platform/ids.ts';
import { spendingRefusal, takingRefusal } from '../vouchers/index.ts';
import {
  parseAnswer,
  redeemedRecord,
  refusedRecord,
  type Decided,
  type RedeemRequest,
  type StoredAnswer,
  type Work,
} from './redemption-answer.ts';
import { createPlaces, requestOf, type Places, type RedeemInput } from './place-request.ts';
import {
  lockVouchersToRedeem,
  readNamedVouchers,
  recordingRedemptions,
  type Found,
  type NamedVoucher,
  type RedemptionKey,
} from './store.ts';
import { announcing } from './announce-redemptions.ts';
import { countRunAlone, observeBatch } from './batch-metrics.ts';

const LONGEST_WAIT_MS = 2_000;
const MOST_PLACINGS = 3;
/** On a distributed database, where a batch is for one cell. Its nodes work at the same time, each at few batches. */
const CELLS_AT_ONCE = 12;

export type Redeemer = ReturnType<typeof createRedeemer>;

/**
 * Redeems vouchers. Requests that arrive while a transaction commits share the next one, which is what makes a
 * busy till fast; see docs/adr/0004-batched-writers.md. A single request is a batch of one.
 */
export function createRedeemer(deps: Pick<Deps, 'db' | 'keys' | 'log'>) {
  const places = createPlaces(deps);
  const batcher = createBatcher<RedeemRequest, RedeemAnswer>({
    maxBatch: 64,
    maxQueue: 4_000,
    writers: 1,
    fallbackWorkers: 4,
    maxWaitMs: 5_000,
    laneOf: ({ place: { cell, nodes } }) => `${cell} ${nodes.join(' ')}`,
    lanesAtOnce: CELLS_AT_ONCE,
    needsOf: ({ place }) => place.nodes,
    run: (requests) => redeemBatch(deps, requests),
    runOne: (request) => {
      countRunAlone();
      return redeemAlone({ ...deps, places }, request);
    },
    onBatch: observeBatch,
    onBatchError: (error) => deps.log.error({ err: error }, 'a batch of redemptions is run one by one'),
  });

  /**
   * @returns the voucher after the redemption, and whether an earlier request with this key was answered so
   * @throws Refusal as the contract lists them; Overloaded when too many wait
   */
  async function redeem(
    input: RedeemInput,
  ): Promise<
    { answer: HandlerAnswer<typeof endpoint>; isReplay: boolean } | { refusal: Refusal; isReplay: boolean }
  > {
    const request = await requestOf({ ...deps, places }, input);
    const outcome = await batcher.submit(request);
    return 'answer' in outcome ? outcome : { refusal: refusalOf(outcome), isReplay: outcome.isReplay };
  }

  return { redeem, drain: batcher.drain };
}

function refusalOf({ refusal, balance }: Extract<StoredAnswer, { refusal: unknown }>): Refusal {
  return new Refusal(refusal, { ...(balance !== undefined && { balance }) });
}

async function redeemAlone(
  deps: Pick<Deps, 'db' | 'keys'> & { places: Places },
  request: RedeemRequest,
): Promise<RedeemAnswer> {
  try {
    // Its code may have led elsewhere since, or may do so between the two, as keys change.
    for (let placed = 0; placed < MOST_PLACINGS; placed += 1) {
      const place = await deps.places.find(request.reference);
      const [decision] = await redeemBatch(deps, [{ ...request, place }], LONGEST_WAIT_MS);
      if (decision && 'value' in decision) return decision.value;
      if (decision && 'error' in decision) throw decision.error;
    }
    throw new Refusal('overloaded', { retryAfterSeconds: 1 });
  } catch (error) {
    // The first request with this key, or another with this voucher, has not ended within two seconds.
    if (isLockTimeout(error)) throw new Refusal('idempotency_key_in_use');
    throw error;
  }
}

type RedeemAnswer = StoredAnswer & { isReplay: boolean };
type Decision = BatchResult<RedeemAnswer>;

/**
 * Redeems many vouchers in one transaction, each as if it were alone: its own outcome, its own stored answer, its
 * own message. A voucher that another transaction holds is left to be run alone, unless the batch may wait for it.
 * @param longestWaitMs for vouchers that are held elsewhere; not at all when undefined
 */
export function redeemBatch(
  deps: { db: Db; keys: Keys },
  requests: RedeemRequest[],
  longestWaitMs?: number,
): Promise<Decision[]> {
  const decideRows = (founds: Found[], named: NamedVoucher[]) => decideAll(deps, requests, founds, named);
  const lock = lockVouchersToRedeem(requests, longestWaitMs);
  return inPipelinedTransaction(deps.db, [lock], decideRows, readNamedVouchers(requests));
}

function decideAll(
  deps: { keys: Keys },
  requests: RedeemRequest[],
  founds: Found[],
  named: NamedVoucher[],
): LastTrip<Decision[]> {
  const byPosition = new Map(founds.map((found) => [found.position, found]));
  const namedNow = new Map(named.map(({ key, voucherId }) => [key, voucherId]));
  const works = new Map<string, Work>();
  const planned = requests.map((request, index) => {
    const { namedKey, voucherId } = request.place;
    // Placed by a code that was corrected since: placed again when it is run alone.
    if (namedKey !== null && namedNow.get(namedKey) !== voucherId) return (): Decision => ({ isBusy: true });
    return planRequest(request, byPosition.get(index + 1), works);
  });
  const cell = requests[0]?.place.cell ?? null;
  const records = decide([...works.values()]);
  const output = planned.map((decision) => decision(records));
  const recorded = [...records.values()];
  const redemptions = recorded.flatMap(({ voucherId, redemption }): RedemptionKey[] =>
    redemption ? [[voucherId, redemption.id]] : [],
  );
  return {
    output,
    writes: [...recordingRedemptions(cell, recorded), ...announcing(deps.keys, cell, redemptions)],
    areApart: cell !== null,
  };
}

/**
 * Adds a request to the works unless it can be answered without one: its voucher is unknown or busy, or its key was
 * used before, by an earlier request or by one of this batch.
 * @returns a function that reads its outcome once the works are decided
 */
function planRequest(
  request: RedeemRequest,
  found: Found | undefined,
  works: Map<string, Work>,
): (records: Map<string, Decided>) => Decision {
  if (!found) return () => ({ error: new Refusal('voucher_not_found') });
  const redemptionId = derivedId(
    'redemption',
    found.voucherId,
    request.merchantId,
    request.scope.toString('hex'),
  );
  const first = works.get(redemptionId);
  const earlier = found.fingerprint ?? first?.request.fingerprint;
  if (earlier && !earlier.equals(request.fingerprint)) {
    return () => ({ error: new Refusal('idempotency_key_reused') });
  }
  if (found.answer !== null) {
    const stored = parseAnswer(found.answer);
    return () => ({ value: { ...stored, isReplay: true } });
  }
  const { balanceCents } = found;
  if (balanceCents === null) return () => ({ isBusy: true });
  if (!first) works.set(redemptionId, { request, found: { ...found, balanceCents }, redemptionId });
  return (records) => {
    const record = records.get(redemptionId);
    if (!record) throw new Error(`redemption ${redemptionId} was not decided`);
    return { value: { ...record.outcome, isReplay: first !== undefined } };
  };
}

/** Says what becomes of each work, by redemption: in order, each with what those before it leave on its voucher. */
function decide(works: Work[]): Map<string, Decided> {
  const left = new Map<string, bigint>();
  return new Map(
    works.map((work) => {
      const { voucherId, balanceCents } = work.found;
      const beforeCents = left.get(voucherId) ?? balanceCents;
      const record = decideOne(work, beforeCents);
      if (record.redemption) left.set(voucherId, record.redemption.balanceAfterCents);
      return [work.redemptionId, record];
    }),
  );
}

/** @param beforeCents what is on the voucher, under its lock */
function decideOne(work: Work, beforeCents: bigint): Decided {
  const { request, found } = work;
  const reason = refusalBefore(found);
  if (reason) return refusedRecord(work, reason);
  const { amountShillings } = request;
  const amountCents = amountShillings === undefined ? beforeCents : centsOf(amountShillings);
  if (amountCents === 0n || amountCents > beforeCents)
    return refusedRecord(work, reasonOfShortage(work, beforeCents), beforeCents);
  return redeemedRecord(work, { amountCents, balanceAfterCents: beforeCents - amountCents });
}

function refusalBefore(found: Work['found']): RefusalCode | undefined {
  if (!found.isForHere) return 'voucher_not_redeemable_here';
  if (!found.isDelivered) return 'voucher_not_yet_delivered';
  return spendingRefusal({ ...found, balanceCents: found.faceCents });
}

/** The voucher is used up, held by shops, or has too little left. */
function reasonOfShortage({ found }: Work, availableCents: bigint): RefusalCode {
  return takingRefusal({ ...found, balanceCents: availableCents }) ?? 'insufficient_voucher_balance';
}
