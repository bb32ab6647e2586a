/** Returns a person's first name, capitalised. Skips an emoji before the name. */
export function firstNameOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/u);
  const first = words.find((word) => /\p{L}/u.test(word)) ?? words[0] ?? '';
  return first.charAt(0).toLocaleUpperCase('en-KE') + first.slice(1);
}
