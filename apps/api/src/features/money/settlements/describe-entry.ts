import { shillingsOf, type SettlementTransaction } from '@zawadi/contract';
import type { BatchEntry } from './batch-entries-store.ts';
import { describeEntryKind } from './words.ts';

/** Where the home of the transfer is the voucher it is about. */
const OF_VOUCHERS: ReadonlySet<SettlementTransaction['kind']> = new Set(['redemption', 'reversal']);

/** An entry of a batch as its merchant sees it. */
export function describeEntry(entry: BatchEntry): SettlementTransaction {
  const { kind, description } = describeEntryKind(entry.kind);
  return {
    transactionId: entry.id,
    kind,
    description,
    voucherId: OF_VOUCHERS.has(kind) ? entry.homeId : undefined,
    redemptionId: entry.redemptionId,
    date: entry.postedAt.toISOString(),
    amount: shillingsOf(entry.amountCents),
  };
}
