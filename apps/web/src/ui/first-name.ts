/** The first of somebody's names, capitalised: how a screen speaks of a person. */
export function firstNameOf(fullName: string): string {
  const [first = ''] = fullName.trim().split(/\s+/u);
  return first.charAt(0).toLocaleUpperCase('en-KE') + first.slice(1);
}
