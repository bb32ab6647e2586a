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
import { batchesOf, type Db } from '../../../platform/db/database.ts';
import { runWithCommit } from '../../../platform/db/dialect.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { derivedId } from '../../../platform/ids.ts';
import { readStopRefusal } from '../../services/stops/index.ts';
import { merchantRefusal, spendingRefusal, takingRefusal } from '../vouchers/index.ts';
import {
  parseAnswer,
  redeemedRecord,
  refusedRecord,
  type Decided,
  type RedeemRequest,
  type StoredAnswer,
  type Work,
} from './redemption-answer.ts';
import { requestOf, type RedeemInput } from './redeem-request.ts';
import { beyondRoom } from './shop-room.ts';
import {
  lockVouchersToRedeem,
  redemptionsStatement,
  type Found,
  type RedemptionKey,
  type ShopRoom,
} from './store.ts';
import { readUsedUpAt } from './used-up-store.ts';
import { redemptionAnnouncement } from './announce-redemptions.ts';
import { countSingleRun, observeBatch } from './batch-metrics.ts';

const LONGEST_WAIT_MS = 2_000;

export type Redeemer = ReturnType<typeof createRedeemer>;

/**
 * Redeems vouchers in batches: requests that arrive during a commit share the next transaction, which makes a busy
 * till fast. A single request is a batch of one. See docs/adr/0004-batched-writers.md.
 */
export function createRedeemer(deps: Pick<Deps, 'db' | 'keys' | 'log'>) {
  const batcher = createBatcher<RedeemRequest, RedeemAnswer>({
    maxBatch: 64,
    maxQueue: 4_000,
    writers: 1,
    fallbackWorkers: 4,
    maxWaitMs: 5_000,
    run: (requests) => redeemBatch(deps, requests),
    runOne: (request) => {
      countSingleRun();
      return redeemAlone(deps, request);
    },
    onBatch: observeBatch,
    onBatchError: (error) =>
      deps.log.error({ err: error }, 'running redemptions one by one after a failed batch'),
  });

  /**
   * Redeems one voucher, in a batch with concurrent requests.
   * @returns the voucher after the redemption, and whether the answer repeats an earlier answer to the same key
   * @throws Refusal as the contract lists them; Overloaded if too many requests wait
   */
  async function redeem(
    input: RedeemInput,
  ): Promise<
    { answer: HandlerAnswer<typeof endpoint>; isReplay: boolean } | { refusal: Refusal; isReplay: boolean }
  > {
    const obstacle = (await readStopRefusal(deps.db, 'redeeming')) ?? input.obstacle;
    const outcome = await batcher.submit({ ...requestOf(deps, input), obstacle });
    return 'answer' in outcome ? outcome : { refusal: refusalOf(outcome), isReplay: outcome.isReplay };
  }

  return { redeem, drain: batcher.drain };
}

function refusalOf({
  refusal,
  balance,
  allowed,
  usedAt,
}: Extract<StoredAnswer, { refusal: unknown }>): Refusal {
  return new Refusal(refusal, {
    ...(balance !== undefined && { balance }),
    ...(allowed !== undefined && { allowed }),
    ...(usedAt !== undefined && { usedAt }),
  });
}

async function redeemAlone(deps: Pick<Deps, 'db' | 'keys'>, request: RedeemRequest): Promise<RedeemAnswer> {
  try {
    const [decision] = await redeemBatch(deps, [request], LONGEST_WAIT_MS);
    if (decision && 'value' in decision) return decision.value;
    if (decision && 'error' in decision) throw decision.error;
    throw new Refusal('overloaded', { retryAfterSeconds: 1 });
  } catch (error) {
    // For two seconds another request held the lock on this key or voucher.
    if (isLockTimeout(error)) throw new Refusal('idempotency_key_in_use');
    throw error;
  }
}

type RedeemAnswer = StoredAnswer & { isReplay: boolean };
type Decision = BatchResult<RedeemAnswer>;

/**
 * Redeems many vouchers in one transaction. Each has its own outcome, stored answer and message. Leaves a voucher
 * that another transaction has locked for a separate run, unless `longestWaitMs` is given.
 * @param longestWaitMs longest wait for locks; undefined for no wait
 */
export function redeemBatch(
  deps: { db: Db; keys: Keys },
  requests: RedeemRequest[],
  longestWaitMs?: number,
): Promise<Decision[]> {
  return inTransaction(batchesOf(deps.db), async (tx) => {
    const founds = await lockVouchersToRedeem(tx, requests, longestWaitMs);
    // Only for used-up vouchers, because each query delays the whole batch.
    const emptyIds = founds.flatMap(({ balanceCents, voucherId }) =>
      balanceCents === 0n ? [voucherId] : [],
    );
    const usedUpAt = await readUsedUpAt(tx, emptyIds);
    const byPosition = new Map(
      founds.map((found) => [found.position, { ...found, usedUpAt: usedUpAt.get(found.voucherId) }]),
    );
    const works = new Map<string, Work>();
    const planned = requests.map((request, index) => planRequest(request, byPosition.get(index + 1), works));
    const records = decide([...works.values()]);
    const recorded = [...records.values()];
    const redemptions = recorded.flatMap(({ voucherId, redemption }): RedemptionKey[] =>
      redemption ? [[voucherId, redemption.id]] : [],
    );
    if (recorded.length > 0) await runWithCommit(tx, redemptionsStatement(recorded));
    if (redemptions.length > 0) await runWithCommit(tx, redemptionAnnouncement(deps.keys, redemptions));
    return planned.map((decision) => decision(records));
  });
}

/**
 * Adds a request to the works to decide, unless its answer is known. The answer is known if the voucher is unknown or
 * busy, or if an earlier request, perhaps of this batch, used the key.
 * @returns a function that reads the request's outcome after the works are decided
 */
function planRequest(
  request: RedeemRequest,
  found: (Found & Pick<Work['found'], 'usedUpAt'>) | undefined,
  works: Map<string, Work>,
): (records: Map<string, Decided>) => Decision {
  // The obstacle comes first, so that its answer does not tell whether the voucher exists.
  if (!found) return () => ({ error: request.obstacle ?? new Refusal('voucher_not_found') });
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
  const { obstacle } = request;
  if (obstacle) return () => ({ error: obstacle });
  const { balanceCents } = found;
  if (balanceCents === null) return () => ({ isBusy: true });
  if (!first) works.set(redemptionId, { request, found: { ...found, balanceCents }, redemptionId });
  return (records) => {
    const record = records.get(redemptionId);
    if (!record) throw new Error(`redemption ${redemptionId} was not decided`);
    return { value: { ...record.outcome, isReplay: first !== undefined } };
  };
}

/**
 * Decides each work in order, with the balance and the shop's room that earlier works leave.
 * @returns outcomes by redemption id
 */
function decide(works: Work[]): Map<string, Decided> {
  const left = new Map<string, bigint>();
  const taken = new Map<string, bigint>();
  return new Map(
    works.map((work) => {
      const { voucherId, balanceCents, largestCents, leftCents } = work.found;
      const { merchantId } = work.request;
      const beforeCents = left.get(voucherId) ?? balanceCents;
      const takenCents = taken.get(merchantId) ?? 0n;
      const room = { largestCents, leftCents: leftCents === null ? null : leftCents - takenCents };
      const record = decideOne(work, beforeCents, room);
      if (record.redemption) {
        left.set(voucherId, record.redemption.balanceAfterCents);
        taken.set(merchantId, takenCents + record.redemption.amountCents);
      }
      return [work.redemptionId, record];
    }),
  );
}

/**
 * Decides one work.
 * @param beforeCents balance of the voucher, read under its lock
 * @param room the shop's own limits, read under their lock
 */
function decideOne(work: Work, beforeCents: bigint, room: ShopRoom): Decided {
  const { request, found } = work;
  const reason = refusalBefore(found);
  if (reason) return refusedRecord(work, reason);
  const { amountShillings } = request;
  const amountCents = amountShillings === undefined ? beforeCents : centsOf(amountShillings);
  if (amountCents === 0n || amountCents > beforeCents)
    return refusedRecord(work, reasonOfShortage(work, beforeCents), beforeCents);
  const beyond = beyondRoom(room, amountCents);
  if (beyond) return refusedRecord(work, beyond.refusal, beyond.allowedCents);
  return redeemedRecord(work, { amountCents, balanceAfterCents: beforeCents - amountCents });
}

function refusalBefore(found: Work['found']): RefusalCode | undefined {
  return merchantRefusal(found) ?? spendingRefusal({ ...found, balanceCents: found.faceCents });
}

/**
 * Returns the refusal for too small a balance: the voucher is used up, on hold at shops, or has less than requested.
 */
function reasonOfShortage({ found }: Work, availableCents: bigint): RefusalCode {
  return takingRefusal({ ...found, balanceCents: availableCents }) ?? 'insufficient_voucher_balance';
}
