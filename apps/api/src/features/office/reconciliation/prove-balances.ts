import { centsToText } from './statement-cells.ts';
import type { ReadLine } from './statement-lines.ts';

type ProvedLine = Pick<ReadLine, 'changeCents' | 'balanceCents' | 'line'>;

type Proof = {
  opening?: bigint;
  closing?: bigint;
  /** Completed lines in the order of the file, repetitions left out. */
  lines: readonly ProvedLine[];
  /** Whether the balance column is known to be a running balance, even if no two neighbours fit. */
  isRunning?: boolean;
};

/**
 * Returns why the balances in a statement prove that lines are missing or changed, or undefined. The opening balance and
 * all changes must give the closing balance, and each line must start from the balance of another one.
 */
export function missingLines({
  opening,
  closing,
  lines,
  isRunning = false,
}: Proof): { path: string; message: string } | undefined {
  if (opening !== undefined && closing !== undefined) {
    const sum = lines.reduce((total, { changeCents }) => total + changeCents, 0n);
    if (opening + sum !== closing) return doesNotAddUp({ opening, closing, sum, lines });
  }
  return gapIn({ lines, isRunning, ...(opening !== undefined && { opening }) });
}

function doesNotAddUp({
  opening,
  closing,
  sum,
  lines,
}: Required<Omit<Proof, 'isRunning'>> & { sum: bigint }) {
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

/**
 * Finds a line that starts from a balance at which no other line ends. Works for any order of the lines, because banks
 * and M-PESA do not order the lines of one second or day.
 */
function gapIn({ opening, lines, isRunning }: Proof) {
  const chain = chainOf(lines, isRunning);
  if (!chain) return undefined;
  const first = opening ?? chain.opening;
  const known = chain.starts.findIndex((line) => startOf(line) === first);
  const [gap] = chain.starts.filter((_line, index) => index !== known);
  if (!gap) return undefined;
  return {
    path: `line ${gap.line}`,
    message: `Lines are missing or were changed: line ${gap.line} starts from a balance of ${centsToText(startOf(gap))}, at which no other line ends. Please download the statement again`,
  };
}

/**
 * Returns the balances before the first and after the last line of a complete running balance.
 * @returns undefined if there is no line, or one without a balance
 */
export function provedBalances(lines: Proof['lines']): { opening: bigint; closing: bigint } | undefined {
  const chain = chainOf(lines, true);
  if (!chain) return undefined;
  const sum = lines.reduce((total, { changeCents }) => total + changeCents, 0n);
  return { opening: chain.opening, closing: chain.opening + sum };
}

/**
 * Pairs each line's balance before it with the balance after another line.
 * @returns the lines whose start has no pair, and the start of the oldest line
 */
function chainOf(
  lines: Proof['lines'],
  isRunning = false,
): { starts: ProvedLine[]; opening: bigint } | undefined {
  const oldestFirst = inOrder(lines, isRunning);
  const [oldest] = oldestFirst ?? [];
  if (!oldestFirst || !oldest) return undefined;
  const ends = new Map<bigint | undefined, number>();
  for (const { balanceCents } of lines) ends.set(balanceCents, (ends.get(balanceCents) ?? 0) + 1);
  // The newest lines take their pairs first, so that the oldest one is left over.
  const starts = oldestFirst.toReversed().filter((line) => {
    const left = ends.get(startOf(line)) ?? 0;
    ends.set(startOf(line), left - 1);
    return left <= 0;
  });
  return { starts: starts.toReversed(), opening: startOf(starts.at(-1) ?? oldest) };
}

/** Returns the lines oldest first; undefined if no two neighbours fit, so that the column is no running balance. */
function inOrder(lines: Proof['lines'], isRunning: boolean): readonly ProvedLine[] | undefined {
  if (lines.some(({ balanceCents }) => balanceCents === undefined)) return undefined;
  const neighbours = lines.slice(1).map((line, index) => ({ line, before: lines[index] ?? line }));
  const rising = neighbours.filter(({ line, before }) => startOf(line) === before.balanceCents).length;
  const falling = neighbours.filter(({ line, before }) => startOf(before) === line.balanceCents).length;
  if (rising + falling === 0 && lines.length > 1 && !isRunning) return undefined;
  return rising >= falling ? lines : lines.toReversed();
}

function startOf({ balanceCents = 0n, changeCents }: ProvedLine): bigint {
  return balanceCents - changeCents;
}
