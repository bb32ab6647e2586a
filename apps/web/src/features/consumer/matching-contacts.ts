import { formatMsisdn } from '@zawadi/contract/text';

export type Contact = { fullName: string; phone: string; phoneText: string; email: string };

const MOST_SHOWN = 6;

/** Makes a contact from an earlier payer or recipient, formatted as in the forms. */
export function contactOf(earlier: { name: string; msisdn: string; email: string }): Contact {
  const { name, msisdn, email } = earlier;
  return { fullName: name, phone: msisdn, phoneText: formatMsisdn(msisdn), email };
}

/** Returns up to six recent contacts whose name contains the typed text; none if the typed name is complete. */
export function matchingContacts(contacts: readonly Contact[], typedName: string): Contact[] {
  const typed = folded(typedName);
  if (contacts.some(({ fullName }) => folded(fullName) === typed)) return [];
  return contacts.filter(({ fullName }) => folded(fullName).includes(typed)).slice(0, MOST_SHOWN);
}

function folded(name: string): string {
  return name.trim().toLocaleLowerCase('en-KE');
}
