import type { ReconciliationState } from '@zawadi/contract';
import type { OurTransfer } from './ours-store.ts';
import type { StatementLine } from './statement-lines.ts';

/** What a statement says about one receipt, beside what the ledger says. Cents, above zero when money came in. */
export type Compared = Omit<StatementLine, 'changeCents'> & {
  state: ReconciliationState;
  theirsCents: bigint;
  oursCents: bigint;
  /** What makes up `oursCents`. */
  transfers: OurTransfer[];
};

/** Compares payment by payment; several lines of one receipt count together, its charge apart. */
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
