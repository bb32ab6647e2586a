/**
 * Whether somebody's first and last name are among the words of the name M-PESA has registered, which also carries
 * middle names and is written in capitals and without accents.
 */
export function isSameName(person: { firstName: string; lastName: string }, registeredName: string): boolean {
  const registered = new Set(wordsOf(registeredName));
  const first = wordsOf(person.firstName);
  const last = wordsOf(person.lastName);
  return first.length > 0 && last.length > 0 && [...first, ...last].every((word) => registered.has(word));
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/[\p{M}'’`]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 0);
}
