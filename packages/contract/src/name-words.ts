// Apostrophes and invisible signs, and the marks of Latin and Arabic letters. An accent that is typed as a sign of its
// own (Ng´eno) is a space and a mark after normalisation.
const IGNORED =
  / ?[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670]|['`\u00ad\u02b9-\u02df\u200b-\u200f\u2018-\u201b\u202a-\u202e\u2032\u2060-\u206f\ua78c\ufeff]/gu;
const BETWEEN_WORDS = /[^\p{Alphabetic}0-9]+/u;

/**
 * Splits a name into the words by which lists are searched: in small letters, without accents and apostrophes.
 * `Ng’ang’a-Kĩmani` gives `nganga` and `kimani`. The database's function folded_name() gives the same words.
 */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFKD').replace(IGNORED, '');
  // One letter at a time, like PostgreSQL: JavaScript's small letter of Σ depends on the letters next to it.
  return Array.from(plain, (letter) => letter.toLowerCase())
    .join('')
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '');
}
