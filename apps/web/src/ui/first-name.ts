/** The first of somebody's names, capitalised: how a screen speaks of a person. An emoji before it is no name. */
export function firstNameOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/u);
  const first = words.find((word) => /\p{L}/u.test(word)) ?? words[0] ?? '';
  return first.charAt(0).toLocaleUpperCase('en-KE') + first.slice(1);
}
