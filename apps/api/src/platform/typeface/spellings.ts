/**
 * Returns the ways to draw a letter in a typeface, best first. First comes the letter itself. Then comes the base
 * letter with combining accents, for Kenyan names with ũ and ĩ. Last comes the letter without accents.
 * @param character one code point
 */
export function spellingsOf(character: string): string[] {
  const parts = character.normalize('NFD');
  return [...new Set([character, parts, parts.replace(/\p{M}/gu, '')])];
}
