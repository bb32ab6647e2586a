/** Returns a person's first name, capitalised, as screens address them. Skips an emoji before it. */
export function firstNameOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/u);
  const first = words.find((word) => /\p{L}/u.test(word)) ?? words[0] ?? '';
  return first.charAt(0).toLocaleUpperCase('en-KE') + first.slice(1);
}
