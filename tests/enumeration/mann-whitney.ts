/**
 * Returns how much two samples differ: the z of Mann and Whitney's U. Ties count half, and the variance is corrected
 * for ties. z depends on ranks only, so a request that a busy machine delays for a second weighs no more than any other
 * slowest one. With about 20 values in each sample, z is normally distributed.
 * @returns positive if the first sample is larger; 0 if all values are equal
 */
export function mannWhitneyZ(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((value) => ({ value, isFirst: true })), ...second.map(asSecond)];
  all.sort((one, other) => one.value - other.value);
  let [rankSum, tieTerm] = [0, 0];
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const ties = to - from;
    // Ranks start at one; equal values share their middle rank.
    const rank = (from + 1 + to) / 2;
    rankSum += rank * all.slice(from, to).filter(({ isFirst }) => isFirst).length;
    tieTerm += ties ** 3 - ties;
    from = to;
  }
  const [n, m] = [first.length, second.length];
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - tieTerm / (total * (total - 1)));
  return variance === 0 ? 0 : (u - (n * m) / 2) / Math.sqrt(variance);
}

function asSecond(value: number): { value: number; isFirst: boolean } {
  return { value, isFirst: false };
}
