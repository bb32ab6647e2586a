import { centsToText } from './statement-cells.ts';
import type { ReadLine } from './statement-lines.ts';

type Proof = {
  opening?: bigint;
  closing?: bigint;
  /** Completed lines in the order of the file, repetitions left out. */
  lines: readonly Pick<ReadLine, 'changeCents' | 'balanceCents' | 'line'>[];
};

/**
 * Returns why the balances in a statement prove that lines are missing, or undefined. The opening balance and all
 * changes must give the closing balance. If each line has its balance, the first gap is named.
 */
export function missingLines({
  opening,
  closing,
  lines,
}: Proof): { path: string; message: string } | undefined {
  if (opening === undefined || closing === undefined) return undefined;
  const sum = lines.reduce((total, { changeCents }) => total + changeCents, 0n);
  if (opening + sum === closing) return undefined;
  const after = gapAfter(opening, closing, lines);
  const place = after === undefined ? '' : ` The first gap is after line ${after}.`;
  return {
    path: after === undefined ? 'file' : `line ${after}`,
    message: `Lines are missing: ${centsToText(opening)} and these lines give ${centsToText(opening + sum)}, but the closing balance is ${centsToText(closing)}.${place} Please download the statement again`,
  };
}

/** Returns the line before the first gap. Statements have their newest line first, or their oldest. */
function gapAfter(opening: bigint, closing: bigint, lines: Proof['lines']): number | undefined {
  const isNewestFirst = lines[0]?.balanceCents === closing;
  const isOldestFirst = lines[0]?.balanceCents === opening + (lines[0]?.changeCents ?? 0n);
  if (!isNewestFirst && !isOldestFirst) return undefined;
  const at = lines.findIndex((line, index) => {
    const next = lines[index + 1];
    if (line.balanceCents === undefined) return true;
    if (next?.balanceCents === undefined) return next !== undefined;
    return isNewestFirst
      ? line.balanceCents - line.changeCents !== next.balanceCents
      : line.balanceCents + next.changeCents !== next.balanceCents;
  });
  return (at === -1 ? lines.at(-1) : lines[at])?.line;
}
