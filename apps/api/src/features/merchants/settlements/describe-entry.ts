import { shillingsOf, shortReference, type SettlementTransaction } from '@zawadi/contract';
import type { BatchEntry } from './batch-entries-store.ts';
import { describeEntryKind } from './words.ts';

/** An entry of a batch as its merchant sees it. */
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

/** How people name it: by the receipt of the till, or by the voucher. */
export function referenceOf({ redemptionId, voucherId }: SettlementTransaction): string | undefined {
  const id = redemptionId ?? voucherId;
  return id === undefined ? undefined : shortReference(id);
}
