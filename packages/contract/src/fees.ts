/**
 * Returns the fee on a gross amount, rounded down to a whole shilling because M-PESA moves whole shillings.
 * @param grossShillings whole shillings
 * @param rateBasisPoints hundredths of a percent: 500 is 5 %
 * @returns whole shillings
 */
export function feeShillings(grossShillings: number, rateBasisPoints: number): number {
  return Number((BigInt(grossShillings) * BigInt(rateBasisPoints)) / 10_000n);
}
