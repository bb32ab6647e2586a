import { randomInt } from 'node:crypto';
import { centsOf, feeShillings, shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { settlementPostings } from '../../services/postings/index.ts';
import { recordActivity } from './activity-store.ts';
import type { planFor } from './destination.ts';
import { insertEntries, moveProgress, type Entry } from './entries-store.ts';
import { insertSettlement, type SettlementKey } from './store.ts';

export type BatchSums = { grossCents: bigint; feeCents: bigint };

/**
 * Computes gross amount and fee of a batch.
 * @returns undefined if the net amount is below M-PESA's minimum
 */
export function sumsOf(
  entries: readonly Entry[],
  { feeBasisPoints, minimumNet }: { feeBasisPoints: number; minimumNet: number },
): BatchSums | undefined {
  const grossCents = entries.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (grossCents <= 0n) return undefined;
  const feeCents = centsOf(feeShillings(shillingsOf(grossCents), feeBasisPoints));
  return grossCents - feeCents < centsOf(minimumNet) ? undefined : { grossCents, feeCents };
}

/** Stores a batch with its entries and reserves its money. The caller has locked progress and balance of the merchant. */
export async function insertBatch(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  batch: {
    key: SettlementKey;
    cutOffAt: Date;
    entries: Entry[];
    sums: BatchSums;
    plan: ReturnType<typeof planFor>;
    needsApproval: boolean;
    /** The requester of a batch on demand. */
    onDemandBy?: string;
  },
): Promise<void> {
  const { key, cutOffAt, entries, sums, plan, needsApproval, onDemandBy } = batch;
  await insertSettlement(tx, {
    merchant_id: key.merchantId,
    id: key.settlementId,
    batch_id: newBatchId(nairobiDay(deps.clock.now())),
    amount_cents: sums.grossCents,
    fee_cents: sums.feeCents,
    transaction_count: entries.length,
    cut_off_at: cutOffAt,
    channel: JSON.stringify(plan.destination),
    method: plan.method,
    shown_as: plan.shownAs,
    needs_approval: needsApproval,
    on_demand_by: onDemandBy ?? null,
    next_attempt_at: needsApproval ? null : databaseNow,
  });
  await insertEntries(tx, key, entries);
  await postOrThrow(tx, [settlementPostings.settlementReserved({ ...key, grossCents: sums.grossCents })]);
  await moveProgress(tx, key.merchantId);
  await recordActivity(tx, key, { kind: 'MADE', reason: onDemandBy && 'on demand' });
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
