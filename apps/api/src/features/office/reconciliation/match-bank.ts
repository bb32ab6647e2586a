import { DAY_MS } from '../../../platform/durations.ts';
import type { BankMovement } from './bank-movements-store.ts';

/** A line of a bank's statement. */
export type BankLine = {
  /** The line's key. */
  receipt: string;
  /** The bank's reference; may be empty. */
  accountNumber: string;
  details: string;
  at: Date;
  /** Positive for incoming money. */
  theirsCents: bigint;
};

/** A bank pays some days after we mark a batch. Finance often enters a charge or float weeks after the bank's day. */
export const DAYS_BEFORE = 10;
export const DAYS_AFTER = 40;

/**
 * Matches lines of a bank's statement with our transfers: by what an earlier comparison found, by the bank's reference,
 * by the number of a bank file or batch, as a whole bank file in one sum, and at last by amount and day. A transfer
 * belongs to one line.
 * @returns the transfers of each matched line, by the line's key
 */
export function matchBank(
  lines: readonly BankLine[],
  movements: readonly BankMovement[],
): Map<string, BankMovement[]> {
  const matched = new Map<string, BankMovement[]>();
  const taken = new Set<BankMovement>();
  for (const find of waysToFind(movements)) {
    for (const line of lines) {
      if (matched.has(line.receipt)) continue;
      const isOfLine = (movement: BankMovement) =>
        !taken.has(movement) &&
        (movement.shownBy === null || movement.shownBy === line.receipt) &&
        movement.changeCents > 0n === line.theirsCents > 0n;
      const found = find(line, isOfLine);
      if (found.length === 0) continue;
      matched.set(line.receipt, found);
      for (const movement of found) taken.add(movement);
    }
  }
  return matched;
}

type Find = (line: BankLine, isOfLine: (movement: BankMovement) => boolean) => BankMovement[];

/** The ways to find a line's transfers, the surest first. */
function waysToFind(movements: readonly BankMovement[]): Find[] {
  const indexBy = (key: (movement: BankMovement) => string | null) => {
    const index = Map.groupBy(movements, (movement) => key(movement)?.toUpperCase() ?? '');
    return (wanted: string) => (wanted === '' ? [] : (index.get(wanted.toUpperCase()) ?? []));
  };
  const shownBy = indexBy((movement) => movement.shownBy);
  const withReference = indexBy(({ reference }) => reference);
  const ofFile = indexBy(({ bankFile }) => bankFile);
  const ofBatch = indexBy(({ batchId }) => batchId);
  const withAmount = indexBy(({ changeCents }) => String(changeCents));
  const files = wholeFiles(movements);
  return [
    (line, isOfLine) => fitting(line, shownBy(line.receipt).filter(isOfLine)),
    (line, isOfLine) => fitting(line, withReference(line.accountNumber).filter(isOfLine)),
    (line, isOfLine) => namedIn(line, withReference, isOfLine),
    (line, isOfLine) => namedIn(line, ofFile, isOfLine),
    (line, isOfLine) => namedIn(line, ofBatch, isOfLine),
    (line, isOfLine) =>
      (files.get(line.theirsCents) ?? []).find((file) =>
        file.every((one) => isOfLine(one) && isNear(line, one)),
      ) ?? [],
    // The bank's own reference names the transfer even if the amount differs.
    (line, isOfLine) => withReference(line.accountNumber).filter(isOfLine),
    (line, isOfLine) =>
      withAmount(String(line.theirsCents))
        .filter((movement) => isOfLine(movement) && isNear(line, movement))
        .toSorted((one, other) => distanceMs(line, one) - distanceMs(line, other))
        .slice(0, 1),
    (line, isOfLine) => shownBy(line.receipt).filter(isOfLine),
  ];
}

/** Finds transfers that a word of the line names, and that make up the line's amount. */
function namedIn(
  line: BankLine,
  named: (word: string) => BankMovement[],
  isOfLine: (movement: BankMovement) => boolean,
): BankMovement[] {
  for (const word of wordsOf(line)) {
    const found = fitting(line, named(word).filter(isOfLine));
    if (found.length > 0) return found;
  }
  return [];
}

/** All of these transfers, or one of them, if that is the line's amount. */
function fitting({ theirsCents }: BankLine, found: BankMovement[]): BankMovement[] {
  if (sumOf(found) === theirsCents) return found;
  return found.filter(({ changeCents }) => changeCents === theirsCents).slice(0, 1);
}

/** Groups the transfers of each bank file that has several, by their sum. */
function wholeFiles(movements: readonly BankMovement[]): Map<bigint, BankMovement[][]> {
  const inFiles = movements.filter(({ bankFile, shownBy }) => bankFile !== null && shownBy === null);
  const files = [...Map.groupBy(inFiles, ({ bankFile }) => bankFile).values()];
  return Map.groupBy(
    files.filter(({ length }) => length > 1),
    sumOf,
  );
}

/** The words of a line that may be a reference or a number: `BF-20261130-1`, `FT2611300001`. */
export function wordsOf({ accountNumber, details }: Pick<BankLine, 'accountNumber' | 'details'>): string[] {
  return `${accountNumber} ${details}`
    .toUpperCase()
    .split(/[^A-Z0-9-]+/u)
    .map((word) => word.replaceAll(/^-+|-+$/gu, ''))
    .filter((word) => word.length >= 6 && /\d/u.test(word));
}

function isNear(line: BankLine, movement: BankMovement): boolean {
  const afterMs = movement.postedAt.getTime() - line.at.getTime();
  return afterMs >= -DAYS_BEFORE * DAY_MS && afterMs <= DAYS_AFTER * DAY_MS;
}

function distanceMs({ at }: BankLine, { postedAt }: BankMovement): number {
  return Math.abs(postedAt.getTime() - at.getTime());
}

function sumOf(movements: readonly BankMovement[]): bigint {
  return movements.reduce((sum, { changeCents }) => sum + changeCents, 0n);
}
