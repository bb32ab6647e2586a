import { nameWords } from '@zawadi/contract/name-words';
import { formatMsisdn } from '@zawadi/contract/text';

export type Contact = { fullName: string; phone: string; phoneText: string; email: string };

const MOST_SHOWN = 6;

/** Makes a contact from an earlier payer or recipient, formatted as in the forms. */
export function contactOf(earlier: { name: string; msisdn: string; email: string }): Contact {
  const { name, msisdn, email } = earlier;
  return { fullName: name, phone: msisdn, phoneText: formatMsisdn(msisdn), email };
}

/**
 * Returns up to six recent contacts whose name has the typed words or their beginnings; none if the typed name is
 * complete.
 */
export function matchingContacts(contacts: readonly Contact[], typedName: string): Contact[] {
  const typed = inSmallLetters(typedName);
  if (contacts.some(({ fullName }) => inSmallLetters(fullName) === typed)) return [];
  const beginnings = nameWords(typed);
  return contacts.filter(({ fullName }) => hasWords(fullName, beginnings)).slice(0, MOST_SHOWN);
}

function inSmallLetters(name: string): string {
  return name.trim().toLocaleLowerCase('en-KE');
}

function hasWords(name: string, beginnings: string[]): boolean {
  const words = nameWords(name);
  return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
}
