import type { ShopRoom } from './store.ts';

/**
 * Checks an amount against a shop's own limits.
 * @returns the refusal and the largest amount that is possible now; undefined if the amount is within the limits
 */
export function beyondRoom(
  { largestCents, leftCents }: ShopRoom,
  amountCents: bigint,
): { refusal: 'transaction_limit' | 'daily_limit'; allowedCents: bigint } | undefined {
  const isAbove = (limit: bigint | null) => limit !== null && amountCents > limit;
  if (!isAbove(largestCents) && !isAbove(leftCents)) return undefined;
  const [least = 0n] = [largestCents, leftCents]
    .flatMap((limit) => limit ?? [])
    .toSorted((one, other) => (one < other ? -1 : 1));
  return {
    refusal: isAbove(largestCents) ? 'transaction_limit' : 'daily_limit',
    allowedCents: least > 0n ? least : 0n,
  };
}
