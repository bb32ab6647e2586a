import { shillingsOf, shortReference, type SettlementTransaction } from '@zawadi/contract';
import type { BatchEntry } from './batch-entries-store.ts';
import { describeEntryKind } from './words.ts';

/** Describes an entry of a batch to its merchant. */
export function describeEntry(entry: BatchEntry): SettlementTransaction {
  const { kind, description } = describeEntryKind(entry.kind);
  return {
    transactionId: entry.id,
    kind,
    description,
    voucherId: entry.voucherId,
    codeLastFour: entry.codeLastFour,
    redemptionId: entry.redemptionId,
    reference: entry.reference,
    date: entry.postedAt.toISOString(),
    amount: shillingsOf(entry.amountCents),
  };
}

/** Returns the reference shown to people: the redemption's receipt number, or the voucher's. */
export function referenceOf({ redemptionId, voucherId }: SettlementTransaction): string | undefined {
  const id = redemptionId ?? voucherId;
  return id === undefined ? undefined : shortReference(id);
}
