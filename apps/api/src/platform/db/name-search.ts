import { nameWords } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';

/** M-PESA writes up to four names of a person. */
const MOST_NAMES = 4;

/**
 * Builds the condition that a search term means a name: each typed word is the beginning of a word of the name, in any
 * order. Three or four typed words also mean a name of fewer words, at least two, that are all typed: M-PESA writes
 * middle names, and our users do not. A term without words means no name.
 * @param name SQL of the name, as in the index on its folded_name()
 */
export function isNamed(name: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  const words = [...new Set(nameWords(typed))];
  if (words.length === 0) return sql`false`;
  const folded = sql`folded_name(${name})`;
  const hasAll = sql.join(
    words.map((word) => sql`${folded} like ${`% ${word}%`}`),
    sql` and `,
  );
  if (words.length > MOST_NAMES || words.length < 3) return sql`(${hasAll})`;
  const shorter = orders(words).filter(({ length }) => length >= 2 && length < words.length);
  return sql`(${hasAll} or ${folded} = any(${shorter.map((names) => ` ${names.join(' ')}`)}::text[]))`;
}

/** Lists all selections of some words, in every order. */
function orders(words: string[]): string[][] {
  const selections = words.flatMap((word) =>
    orders(words.filter((other) => other !== word)).map((others) => [word, ...others]),
  );
  return [[], ...selections];
}
