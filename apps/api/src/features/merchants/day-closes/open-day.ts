import {
  centsOf,
  shillingsOf,
  type checkCount as endpoint,
  type HandlerAnswer,
  type OpenDay,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readOpenEntries, type Drawer, type OpenEntry } from './open-store.ts';

/** Sums of the open entries at one place and till, in cents. */
export type Sums = Drawer & {
  place: string;
  since: Date;
  redemptions: number;
  redeemedCents: bigint;
  reversals: number;
  reversedCents: bigint;
  cashCents: bigint;
  cardCents: bigint;
  mpesaCents: bigint;
};

/** Lists what a staff member has not closed yet, for each place and till. The last used is first. */
export async function listOpenDays({ db }: Pick<Deps, 'db'>, staffId: string): Promise<OpenDay[]> {
  const drawers = Map.groupBy(await readOpenEntries(db, staffId), ({ placeId, till }) =>
    JSON.stringify([placeId, till]),
  );
  return [...drawers.values()]
    .flatMap((entries) => sumsOf(entries) ?? [])
    .map(describeSums)
    .toReversed();
}

/**
 * Compares counted cash with the expected cash.
 * @param input.counted in whole shillings
 * @throws Refusal day_close_empty
 */
export async function compareCount(
  { db }: Pick<Deps, 'db'>,
  input: Drawer & { staffId: string; counted: number },
): Promise<HandlerAnswer<typeof endpoint>> {
  const sums = sumsOf(entriesAt(await readOpenEntries(db, input.staffId), input));
  if (!sums) throw new Refusal('day_close_empty');
  const { counted } = input;
  return { ...describeSums(sums), counted, difference: shillingsOf(centsOf(counted) - sums.cashCents) };
}

/** Selects the entries of one place and till. */
export function entriesAt(entries: OpenEntry[], { placeId, till }: Drawer): OpenEntry[] {
  return entries.filter((one) => one.placeId === placeId && one.till === till);
}

/** Sums entries of one place and till; undefined if there are none. */
export function sumsOf(entries: readonly OpenEntry[]): Sums | undefined {
  const [first] = entries;
  if (!first) return undefined;
  const redeemed = entries.filter(({ kind }) => kind === 'redemption');
  const reversed = entries.filter(({ kind }) => kind === 'reversal');
  const restOf = (paidBy: OpenEntry['paidBy']) => restsOf(redeemed, paidBy) - restsOf(reversed, paidBy);
  return {
    placeId: first.placeId,
    place: first.place,
    till: first.till,
    since: first.since,
    redemptions: redeemed.length,
    redeemedCents: amountOf(redeemed),
    reversals: reversed.length,
    reversedCents: amountOf(reversed),
    cashCents: restOf('cash'),
    cardCents: restOf('card'),
    mpesaCents: restOf('mpesa'),
  };
}

function amountOf(entries: readonly OpenEntry[]): bigint {
  return entries.reduce((sum, { amountCents }) => sum + amountCents, 0n);
}

function restsOf(entries: readonly OpenEntry[], paidBy: OpenEntry['paidBy']): bigint {
  return entries.reduce((sum, one) => sum + (one.paidBy === paidBy ? (one.restCents ?? 0n) : 0n), 0n);
}

/** Describes sums in whole shillings. */
export function describeSums(sums: Sums): OpenDay {
  return {
    placeId: sums.placeId,
    place: sums.place,
    till: sums.till ?? undefined,
    since: sums.since.toISOString(),
    redemptions: sums.redemptions,
    redeemed: shillingsOf(sums.redeemedCents),
    reversals: sums.reversals,
    reversed: shillingsOf(sums.reversedCents),
    net: shillingsOf(sums.redeemedCents - sums.reversedCents),
    cash: shillingsOf(sums.cashCents),
    card: shillingsOf(sums.cardCents),
    mpesa: shillingsOf(sums.mpesaCents),
  };
}
