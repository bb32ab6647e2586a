/**
 * How far two samples are from having been drawn from one distribution: the z of Mann and Whitney's U, with ties counted
 * half and the variance corrected for them. It goes by ranks alone, so that one call that a busy machine held up for a
 * second weighs no more than one that came last. From about 20 values each, z is normally distributed.
 * @returns above zero when the first sample is larger; 0 when all values are the same
 */
export function mannWhitneyZ(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((value) => ({ value, isFirst: true })), ...second.map(asSecond)];
  all.sort((one, other) => one.value - other.value);
  let [rankSum, tieTerm] = [0, 0];
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const ties = to - from;
    // Ranks begin with one; equal values share the middle of theirs.
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
