import type { ReconciliationState } from '@zawadi/contract';
import type { OurTransfer } from './ours-store.ts';
import type { StatementLine } from './statement-lines.ts';

/** One receipt in the statement and in the ledger. Amounts are cents, positive for incoming money. */
export type Compared = Omit<StatementLine, 'changeCents'> & {
  state: ReconciliationState;
  theirsCents: bigint;
  oursCents: bigint;
  /** Our transfers, which sum to `oursCents`. */
  transfers: OurTransfer[];
};

/** Compares payment by payment. Lines with the same receipt are summed, but M-PESA's charge is a separate item. */
export function compare(
  lines: readonly StatementLine[],
  ours: ReadonlyMap<string, readonly OurTransfer[]>,
): Compared[] {
  const groups = Map.groupBy(lines, ({ receipt, kind }) => `${receipt} ${kind}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { changeCents: _change, ...line } = first;
    const theirsCents = group.reduce((total, { changeCents }) => total + changeCents, 0n);
    const transfers = (ours.get(line.receipt) ?? []).filter(({ kind }) => kind === line.kind);
    const oursCents = transfers.reduce((total, { changeCents }) => total + changeCents, 0n);
    return [
      { ...line, theirsCents, oursCents, transfers, state: stateOf(theirsCents, oursCents, transfers) },
    ];
  });
}

export function stateOf(
  theirsCents: bigint,
  oursCents: bigint,
  transfers: readonly unknown[],
): ReconciliationState {
  if (theirsCents === oursCents) return 'matched';
  return transfers.length === 0 ? 'missing_here' : 'amount_differs';
}
