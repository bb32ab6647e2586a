import { centsOf, type RefusalCode } from '@zawadi/contract';
import { post, postUnlessBusy, type BusyOutcome, type GroupOutcome } from '../../ledger/index.ts';
import type { BatchResult } from '../../platform/batcher.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { RunAgain } from '../../platform/db/in-transaction.ts';
import { derivedId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { postings } from '../books/index.ts';
import { notify } from '../notifications/index.ts';
import { refusalFor, statusOf } from '../vouchers/index.ts';
import { publishEvent } from '../webhooks/index.ts';
import {
  eventsFor,
  noticeFor,
  parseAnswer,
  redeemedRecord,
  refusedRecord,
  type RedeemRequest,
  type StoredAnswer,
  type Work,
} from './redemption-answer.ts';
import { findVouchers, readClosings, recordRedemptions, type Found, type Recorded } from './store.ts';

export type RedeemAnswer = StoredAnswer & { isReplay: boolean };
type Decision = BatchResult<RedeemAnswer>;

/**
 * Redeems many vouchers in one transaction, each as if it were alone: its own outcome, its own stored answer, its
 * own message. A voucher that another transaction holds is left to be run alone, unless `waits`.
 * @throws RunAgain when another process has answered one of the keys in the same instant
 */
export async function redeemBatch(
  tx: Transaction,
  deps: { keys: Keys },
  requests: RedeemRequest[],
  options: { waits: boolean },
): Promise<Decision[]> {
  const founds = await findVouchers(tx, requests);
  const works = new Map<string, Work>();
  const settle = requests.map((request, index) => settleLater(request, founds[index], works));
  const records = await decide(tx, deps, [...works.values()], options);
  return settle.map((decide) => decide(records));
}

/**
 * Puts a request among the works unless it can be answered without one: its voucher is unknown, or its key was used
 * before, by an earlier request or by one of this batch.
 * @returns what tells its outcome once the works are recorded
 */
function settleLater(
  request: RedeemRequest,
  found: Found | undefined,
  works: Map<string, Work>,
): (records: Map<string, Recorded>) => Decision {
  if (!found) return () => ({ error: new Refusal('voucher_not_found') });
  const { merchantId, scope } = request;
  const redemptionId = derivedId('redemption', found.voucherId, merchantId, scope.toString('hex'));
  const first = works.get(redemptionId);
  const earlier = found.earlier?.fingerprint ?? first?.request.fingerprint;
  if (earlier && !earlier.equals(request.fingerprint)) {
    return () => ({ error: new Refusal('idempotency_key_reused') });
  }
  if (found.earlier) {
    const stored = parseAnswer(found.earlier.answer);
    return () => ({ value: { ...stored, isReplay: true } });
  }
  if (!first) works.set(redemptionId, { request, found, redemptionId });
  return (records) => {
    const record = records.get(redemptionId);
    // Only a voucher found busy has no record.
    if (!record) return { isBusy: true };
    return { value: { ...parseAnswer(record.answer), isReplay: first !== undefined } };
  };
}

/** Posts what can be posted and records every outcome, by redemption. */
async function decide(
  tx: Transaction,
  deps: { keys: Keys },
  works: Work[],
  options: { waits: boolean },
): Promise<Map<string, Recorded>> {
  const records = new Map<string, Recorded>();
  const payable = works.filter((work) => {
    const reason = refusalBefore(work.found);
    if (reason) records.set(work.redemptionId, refusedRecord(work, reason));
    return reason === undefined;
  });
  const short: { work: Work; availableCents: bigint }[] = [];
  const outcomes = await postAll(tx, payable, options);
  for (const [index, work] of payable.entries()) {
    const outcome = outcomes[index];
    if (outcome?.outcome === 'posted' && outcome.transfers[0]) {
      records.set(work.redemptionId, redeemedRecord(work, outcome.transfers[0]));
    } else if (outcome?.outcome === 'refused' && outcome.reason === 'insufficient') {
      short.push({ work, availableCents: outcome.availableCents });
    } else if (outcome?.outcome !== 'busy') {
      throw new RunAgain(`redemption ${work.redemptionId} was posted meanwhile`);
    }
  }
  for (const [redemptionId, record] of await refuseAll(tx, short)) records.set(redemptionId, record);
  const { taken, deadCodes } = await recordRedemptions(tx, [...records.values()]);
  if (taken !== records.size) throw new RunAgain('an idempotency key was answered meanwhile');
  if (deadCodes > 0) throw new RunAgain('a gift got another code meanwhile');
  await notify(tx, deps, ...payable.flatMap((work) => noticeFor(work, records.get(work.redemptionId))));
  await publishEvent(tx, ...payable.flatMap((work) => eventsFor(work, records.get(work.redemptionId))));
  return records;
}

function postAll(
  tx: Transaction,
  works: Work[],
  options: { waits: boolean },
): Promise<(GroupOutcome | BusyOutcome)[]> {
  const groups = works.map(({ request, found, redemptionId }) => {
    const { merchantId, amountShillings } = request;
    const amountCents = amountShillings === undefined ? undefined : centsOf(amountShillings);
    return postings.redemption({ redemptionId, voucherId: found.voucherId, merchantId, amountCents });
  });
  return options.waits ? post(tx, groups) : postUnlessBusy(tx, groups);
}

function refusalBefore(found: Found): RefusalCode | undefined {
  if (!found.isForHere) return 'voucher_not_redeemable_here';
  if (!found.isDelivered) return 'voucher_not_yet_delivered';
  return refusalFor(statusOf({ ...found, balanceCents: found.faceCents }));
}

/** Says why the ledger had too little: the voucher was used, or closed while we were waiting for its balance. */
async function refuseAll(
  tx: Transaction,
  short: { work: Work; availableCents: bigint }[],
): Promise<[string, Recorded][]> {
  const closings = await readClosings(
    tx,
    short.map(({ work }) => work.found.voucherId),
  );
  return short.map(({ work, availableCents: balanceCents }) => {
    const closedAs = closings.get(work.found.voucherId) ?? null;
    const status = statusOf({ ...work.found, closedAs, balanceCents });
    return [work.redemptionId, refusedRecord(work, refusalFor(status) ?? 'insufficient_voucher_balance')];
  });
}
