import { shillingsOf, type HandlerAnswer, type RefusalCode, type redeemVoucher } from '@zawadi/contract';
import { post, postUnlessBusy, type BusyOutcome, type GroupOutcome } from '../../ledger/index.ts';
import type { BatchResult } from '../../platform/batcher.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { derivedId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { postings } from '../books/index.ts';
import { notify, type Notice } from '../notifications/index.ts';
import { refusalFor, statusOf } from '../vouchers/index.ts';
import {
  findAndTakeKeys,
  readClosings,
  readKeys,
  recordRedemptions,
  type Answered,
  type Asked,
  type Found,
  type Recorded,
} from './store.ts';

export type RedeemRequest = Asked & { amountShillings: number | undefined; businessName: string };
export type RedeemAnswer = { isReplay: boolean } & (
  | { answer: HandlerAnswer<typeof redeemVoucher> }
  | { refusal: RefusalCode }
);

type Work = { request: RedeemRequest; found: Found & { voucherId: string }; redemptionId: string };
type Decision = BatchResult<RedeemAnswer>;

/**
 * Redeems many vouchers in one transaction, each as if it were alone: its own outcome, its own stored answer, its
 * own messages. A voucher that another transaction holds is left to be run alone, unless `waits`.
 */
export async function redeemBatch(
  tx: Transaction,
  deps: { keys: Keys },
  requests: RedeemRequest[],
  options: { waits: boolean },
): Promise<Decision[]> {
  const decisions: Decision[] = requests.map(() => ({ error: new Refusal('voucher_not_found') }));
  const works = prepare(requests, await findAndTakeKeys(tx, requests));
  const stored = await readKeys(
    tx,
    works.map(({ request, found }) => ({ ...request, voucherId: found.voucherId })),
  );
  const openWorks: Work[] = [];
  for (const [index, work] of works.entries()) {
    const decision = replay(work, stored[index]);
    if (decision) decisions[work.found.position] = decision;
    else openWorks.push(work);
  }
  const fresh = firstOfEachKey(openWorks);
  const records = await decide(tx, deps, fresh, options);
  for (const work of openWorks) {
    const record = records.get(work.redemptionId);
    const isReplay = !fresh.includes(work);
    decisions[work.found.position] = record
      ? { value: { ...parseAnswer(record.answer), isReplay } }
      : { isBusy: true };
  }
  return decisions;
}

function prepare(requests: RedeemRequest[], founds: Found[]): Work[] {
  return founds.flatMap((found) => {
    const request = requests[found.position];
    if (!request || found.voucherId === null) return [];
    const { voucherId } = found;
    const redemptionId = derivedId(
      'redemption',
      voucherId,
      request.merchantId,
      request.scope.toString('hex'),
    );
    return [{ request, found: { ...found, voucherId }, redemptionId }];
  });
}

/** A key that has its answer repeats it; a key without one was left behind by a run that found the voucher busy. */
function replay({ request }: Work, stored: Answered | undefined): Decision | undefined {
  if (!stored?.fingerprint) return { isBusy: true };
  if (!stored.fingerprint.equals(request.fingerprint))
    return { error: new Refusal('idempotency_key_reused') };
  return stored.answer === null ? undefined : { value: { ...parseAnswer(stored.answer), isReplay: true } };
}

/** The same key twice in one batch is one request; the second repeats what the first is told. */
function firstOfEachKey(works: Work[]): Work[] {
  const seen = new Set<string>();
  return works.filter(({ redemptionId }) => !seen.has(redemptionId) && seen.add(redemptionId));
}

/** Posts what can be posted and records every outcome. A voucher found busy has no record. */
async function decide(
  tx: Transaction,
  deps: { keys: Keys },
  works: Work[],
  options: { waits: boolean },
): Promise<Map<string, Recorded>> {
  const records = new Map<string, Recorded>();
  const refuse = (work: Work, code: RefusalCode) => records.set(work.redemptionId, refused(work, code));
  const payable = works.filter((work) => {
    const reason = refusalBefore(work.found);
    if (reason) refuse(work, reason);
    return reason === undefined;
  });
  const outcomes = await postAll(tx, payable.map(groupFor), options);
  const short: { work: Work; availableCents: bigint }[] = [];
  for (const [index, work] of payable.entries()) {
    const outcome = outcomes[index];
    if (outcome?.outcome === 'posted' || outcome?.outcome === 'exists') {
      records.set(work.redemptionId, redeemed(work, outcome));
    } else if (outcome?.outcome === 'refused' && outcome.reason === 'insufficient') {
      short.push({ work, availableCents: outcome.availableCents });
    } else if (outcome?.outcome === 'refused') {
      throw new Error(`the ledger knows redemption ${work.redemptionId} with other content`);
    }
  }
  const closings =
    short.length > 0
      ? await readClosings(
          tx,
          short.map(({ work }) => work.found.voucherId),
        )
      : new Map<string, string | null>();
  for (const { work, availableCents } of short) refuse(work, refusalAfter(work, availableCents, closings));
  await recordRedemptions(tx, [...records.values()]);
  await notify(tx, deps, ...payable.flatMap((work) => noticeFor(work, records.get(work.redemptionId))));
  return records;
}

function postAll(
  tx: Transaction,
  groups: ReturnType<typeof groupFor>[],
  options: { waits: boolean },
): Promise<(GroupOutcome | BusyOutcome)[]> {
  return options.waits ? post(tx, groups) : postUnlessBusy(tx, groups);
}

function groupFor({ request, found, redemptionId }: Work) {
  const { merchantId, amountShillings } = request;
  const amountCents = amountShillings === undefined ? undefined : BigInt(amountShillings) * 100n;
  return postings.redemption({ redemptionId, voucherId: found.voucherId, merchantId, amountCents });
}

function refusalBefore(found: Found): RefusalCode | undefined {
  if (!found.isDelivered) return 'voucher_not_yet_delivered';
  return refusalFor(statusOf({ ...found, balanceCents: found.faceCents }));
}

function refusalAfter(work: Work, balanceCents: bigint, closings: Map<string, string | null>): RefusalCode {
  const closedAs = closings.get(work.found.voucherId) ?? null;
  return refusalFor(statusOf({ ...work.found, closedAs, balanceCents })) ?? 'insufficient_voucher_balance';
}

function refused(work: Work, refusal: RefusalCode): Recorded {
  return { ...keyOf(work), status: new Refusal(refusal).status, answer: JSON.stringify({ refusal }) };
}

function redeemed(work: Work, outcome: Extract<GroupOutcome, { outcome: 'posted' | 'exists' }>): Recorded {
  const { found, redemptionId } = work;
  const [transfer] = outcome.transfers;
  const amountCents = transfer?.amountCents ?? 0n;
  const balanceCents = transfer?.debitBalanceAfterCents ?? 0n;
  const answer: HandlerAnswer<typeof redeemVoucher> = {
    id: found.voucherId,
    object: 'voucher',
    status: statusOf({ ...found, balanceCents }),
    amount: shillingsOf(found.faceCents),
    balance: shillingsOf(balanceCents),
    currency: 'KES',
    expires_at: found.expiresAt.toISOString(),
    redemption: { id: redemptionId, amount: shillingsOf(amountCents) },
  };
  const redemption = { id: redemptionId, amountCents, balanceAfterCents: balanceCents };
  return { ...keyOf(work), status: 200, answer: JSON.stringify({ answer }), redemption };
}

function keyOf({ request, found }: Work) {
  return { voucherId: found.voucherId, merchantId: request.merchantId, scope: request.scope };
}

type StoredAnswer = { answer: HandlerAnswer<typeof redeemVoucher> } | { refusal: RefusalCode };

function parseAnswer(stored: string): StoredAnswer {
  // Only `refused` and `redeemed` above write what is parsed here.
  return JSON.parse(stored) as StoredAnswer;
}

/** The recipient hears of every spending, as M-PESA customers are used to. */
function noticeFor({ request, found }: Work, record: Recorded | undefined): Notice[] {
  if (!record?.redemption || found.recipientMsisdn === null) return [];
  const { id, amountCents, balanceAfterCents } = record.redemption;
  const data = {
    voucherId: found.voucherId,
    amount: shillingsOf(amountCents),
    balance: shillingsOf(balanceAfterCents),
    businessName: request.businessName,
  };
  return [{ template: 'voucher-redeemed', data, sms: found.recipientMsisdn, dedupeKey: id }];
}
