import { randomInt } from 'node:crypto';
import { centsOf, feeShillings, shillingsOf, type FeesAndLimits } from '@zawadi/contract';
import { lockBalances, postOrThrow } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { readMerchant, readPayoutChannel } from '../../people/merchants/index.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { account, settlementPostings } from '../../services/postings/index.ts';
import { recordActivity } from './activity-store.ts';
import { planFor } from './destination.ts';
import { mayHaveBeenPaidBeforeRestore } from './due-store.ts';
import {
  chooseEntries,
  insertEntries,
  lockProgress,
  moveProgress,
  sumUnbatched,
  type Entry,
} from './entries-store.ts';
import { findSettlement, insertSettlement, type SettlementKey } from './store.ts';

export type BatchDeps = Pick<Deps, 'db' | 'config' | 'log' | 'clock'>;

/**
 * Puts an active or closed merchant's earnings before the cut-off into batches and reserves their money. Safe to run often and
 * concurrently: an entry is in at most one batch. An amount below M-PESA's minimum waits for a later run.
 * @returns the new batches, in order
 */
export async function makeBatches(
  deps: BatchDeps,
  { merchantId, cutOffAt }: { merchantId: string; cutOffAt: Date },
): Promise<SettlementKey[]> {
  const made: SettlementKey[] = [];
  for (;;) {
    const key = { merchantId, settlementId: newId() };
    const terms = { cutOffAt, inForce: await readFeesAndLimits(deps) };
    const isMade = await inTransaction(deps.db, (tx) => makeBatch(tx, deps, key, terms));
    if (!isMade) return made;
    made.push(key);
  }
}

async function makeBatch(
  tx: Transaction,
  deps: BatchDeps,
  key: SettlementKey,
  { cutOffAt, inForce }: { cutOffAt: Date; inForce: FeesAndLimits },
): Promise<boolean> {
  const { merchantId } = key;
  const feeBasisPoints = inForce.fees.settlementBasisPoints;
  await lockProgress(tx, merchantId);
  // The transaction runs again if the answer to its COMMIT was lost.
  if (await findSettlement(tx, key)) return true;
  const merchant = await readMerchant(tx, merchantId);
  const channel = await readPayoutChannel(tx, merchantId);
  if (!merchant || merchant.areSettlementsHeld || !channel) return false;
  const isClosed = merchant.status === 'INACTIVE';
  if (!isClosed && merchant.status !== 'ACTIVE') return false;

  // From this lock to the commit, no reversal can debit this merchant.
  await lockBalances(tx, [{ homeId: merchantId, account: account.merchant(merchantId) }]);
  // M-PESA's maximum, not our own payment limit: redemptions made under an earlier, higher limit must be paid out,
  // too.
  const maximumCents = centsOf(deps.config.limits.maximumTransaction);
  const entries = await chooseEntries(tx, { merchantId, cutOffAt, maximumCents });
  const sums = sumsOf(entries, { feeBasisPoints, minimumNet: deps.config.settlements.minimumNet });
  if (!sums) {
    await reportTooLarge(tx, merchantId, cutOffAt, maximumCents);
    await moveProgress(tx, merchantId);
    return false;
  }
  const { destination, method, shownAs } = planFor(channel, inForce);
  // The approval of the closing has decided the last settlement.
  const isAutomatic =
    method !== 'bank-file' &&
    (isClosed || shillingsOf(sums.grossCents) <= inForce.automaticUpTo) &&
    !(await mayHaveBeenPaidBeforeRestore(tx, merchantId, entries));
  await insertSettlement(tx, {
    merchant_id: merchantId,
    id: key.settlementId,
    batch_id: newBatchId(nairobiDay(deps.clock.now())),
    amount_cents: sums.grossCents,
    fee_cents: sums.feeCents,
    transaction_count: entries.length,
    cut_off_at: cutOffAt,
    channel: JSON.stringify(destination),
    method,
    shown_as: shownAs,
    needs_approval: !isAutomatic,
    next_attempt_at: isAutomatic ? databaseNow : null,
  });
  await insertEntries(tx, key, entries);
  await postOrThrow(tx, [settlementPostings.settlementReserved({ ...key, grossCents: sums.grossCents })]);
  await moveProgress(tx, merchantId);
  await recordActivity(tx, key, { kind: 'MADE' });
  return true;
}

/**
 * Computes gross amount and fee of a batch.
 * @returns undefined if the net amount is below M-PESA's minimum
 */
function sumsOf(
  entries: Entry[],
  { feeBasisPoints, minimumNet }: { feeBasisPoints: number; minimumNet: number },
): { grossCents: bigint; feeCents: bigint } | undefined {
  const grossCents = entries.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (grossCents <= 0n) return undefined;
  const feeCents = centsOf(feeShillings(shillingsOf(grossCents), feeBasisPoints));
  return grossCents - feeCents < centsOf(minimumNet) ? undefined : { grossCents, feeCents };
}

/**
 * Opens a review for an entry that is too large for any batch. Sales cannot be so large, but a manual adjustment can.
 */
async function reportTooLarge(
  tx: Transaction,
  merchantId: string,
  cutOffAt: Date,
  maximumCents: bigint,
): Promise<void> {
  const { tooLargeIds } = await sumUnbatched(tx, merchantId, cutOffAt, maximumCents);
  for (const subjectId of tooLargeIds) {
    await raiseReview(tx, { kind: 'settlement_entry_too_large', subjectId, details: { merchantId } });
  }
}

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes a batch id such as `ST-20261120-7KQ2M`.
 * @param day `yyyy-MM-dd` in Nairobi
 */
function newBatchId(day: string): string {
  const symbols = Array.from({ length: 5 }, () => SYMBOLS[randomInt(SYMBOLS.length)]);
  return `ST-${day.replaceAll('-', '')}-${symbols.join('')}`;
}
