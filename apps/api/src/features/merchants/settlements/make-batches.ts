import { centsOf, shillingsOf, type FeesAndLimits } from '@zawadi/contract';
import { lockBalances } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { readMerchant, readPayoutChannel } from '../../people/merchants/index.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { account } from '../../services/postings/index.ts';
import { planFor } from './destination.ts';
import { mayHaveBeenPaidBeforeRestore } from './due-store.ts';
import { chooseEntries, lockProgress, moveProgress, sumUnbatched } from './entries-store.ts';
import { insertBatch, sumsOf } from './insert-batch.ts';
import { findSettlement, type SettlementKey } from './store.ts';

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
  const plan = planFor(channel, inForce);
  // The approval of the closing has decided the last settlement.
  const isAutomatic =
    plan.method !== 'bank-file' &&
    (isClosed || shillingsOf(sums.grossCents) <= inForce.automaticUpTo) &&
    !(await mayHaveBeenPaidBeforeRestore(tx, merchantId, entries));
  await insertBatch(tx, deps, { key, cutOffAt, entries, sums, plan, needsApproval: !isAutomatic });
  return true;
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
