/**
 * Returns the fee on a gross amount, rounded down to a whole shilling because M-PESA moves whole shillings.
 * @param grossShillings whole shillings
 * @param rateBasisPoints hundredths of a percent: 500 is 5 %
 * @returns whole shillings
 */
export function feeShillings(grossShillings: number, rateBasisPoints: number): number {
  return Number((BigInt(grossShillings) * BigInt(rateBasisPoints)) / 10_000n);
}

/**
 * Returns the fee of a basket, taken once on the sum, and each gift's share of it. Shares are proportional to the
 * amounts, in whole shillings; the largest remainders get the shillings left by rounding down. Every gift keeps at
 * least one shilling, so the fee of a basket of tiny gifts may be lower.
 * @param amounts whole shillings, at least one each
 */
export function basketFees(
  amounts: readonly number[],
  rateBasisPoints: number,
): { fee: number; shares: number[] } {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const fee = Math.min(feeShillings(sum, rateBasisPoints), sum - amounts.length);
  const exact = amounts.map((amount) => BigInt(fee) * BigInt(amount));
  const shares = amounts.map((amount, n) => Math.min(Number((exact[n] ?? 0n) / BigInt(sum)), amount - 1));
  const remainderOf = (n: number) => (exact[n] ?? 0n) - BigInt(shares[n] ?? 0) * BigInt(sum);
  const byRemainder = amounts.map((_, n) => n).sort((a, b) => Number(remainderOf(b) - remainderOf(a)));
  let left = fee - shares.reduce((total, share) => total + share, 0);
  while (left > 0) {
    for (const n of byRemainder) {
      if (left === 0 || (shares[n] ?? 0) + 1 >= (amounts[n] ?? 0)) continue;
      shares[n] = (shares[n] ?? 0) + 1;
      left -= 1;
    }
  }
  return { fee, shares };
}
