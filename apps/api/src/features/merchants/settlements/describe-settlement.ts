import { shillingsOf, type Settlement, type SettlementStatus } from '@zawadi/contract';
import { nameOf } from './destination.ts';
import type { SettlementRecord, SettlementState } from './store.ts';

const SHOWN: Record<SettlementState, SettlementStatus> = {
  PENDING: 'Pending',
  PROCESSING: 'Processing',
  COMPLETED: 'Completed',
  CANCELED: 'Canceled',
};

/** Returns the stored state for a status of the API. */
export function stateOf(status: SettlementStatus): SettlementState {
  const found = Object.entries(SHOWN).find(([, shown]) => shown === status);
  return (found?.[0] ?? status) as SettlementState;
}

/** Describes a batch to its merchant. */
export function describeSettlement(record: SettlementRecord): Settlement {
  const { amountCents, feeCents } = record;
  return {
    batchId: record.batchId,
    amount: shillingsOf(amountCents),
    processingFee: shillingsOf(feeCents),
    netAmount: shillingsOf(amountCents - feeCents),
    status: SHOWN[record.status],
    date: record.createdAt.toISOString(),
    cutOffAt: record.cutOffAt.toISOString(),
    completedAt: record.completedAt?.toISOString(),
    payoutChannel: record.shownAs,
    destination: nameOf(record.destination),
    transactionCount: record.transactionCount,
    reference: record.reference ?? undefined,
    failureReason: record.failureReason ?? undefined,
  };
}
