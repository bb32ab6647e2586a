/** A name of six letters may have two typing errors. */
const LETTERS_PER_SLIP = 3;

/**
 * Guesses the intended name: `amout`, `Amount` and `expiresAt` mean `amount` and `expires_at`.
 * @returns undefined if no known name is near
 */
export function nearestTo(given: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');
  const [nearest] = known
    .map((name) => ({ name, slips: editDistance(plain(given.slice(0, 100)), plain(name)) }))
    .filter(({ name, slips }) => slips <= Math.ceil(name.length / LETTERS_PER_SLIP))
    .toSorted((a, b) => a.slips - b.slips);
  return nearest?.name;
}

/**
 * Returns the number of letters to insert, delete or replace to turn one word into the other (Levenshtein distance).
 */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [n, letter] of [...from].entries()) {
    const next = [n + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
