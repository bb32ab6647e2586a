/**
 * How a letter may be drawn by a typeface, best first: as it is; put together of a letter and its accents, as the ũ and ĩ of
 * Kenyan names are where a typeface has no letter of its own for them; and without the accents.
 * @param character one code point
 */
export function spellingsOf(character: string): string[] {
  const parts = character.normalize('NFD');
  return [...new Set([character, parts, parts.replace(/\p{M}/gu, '')])];
}
