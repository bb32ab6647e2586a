import { formatMsisdn } from '@zawadi/contract/text';

export type Contact = { fullName: string; phone: string; phoneText: string; email: string };

const MOST_SHOWN = 6;

/** An earlier payer or recipient, as the forms write a person. */
export function contactOf(earlier: { name: string; msisdn: string; email: string }): Contact {
  const { name, msisdn, email } = earlier;
  return { fullName: name, phone: msisdn, phoneText: formatMsisdn(msisdn), email };
}

/** The latest few whose name fits what is typed; none once the name is written out. */
export function matchingContacts(contacts: readonly Contact[], typedName: string): Contact[] {
  const typed = folded(typedName);
  if (contacts.some(({ fullName }) => folded(fullName) === typed)) return [];
  return contacts.filter(({ fullName }) => folded(fullName).includes(typed)).slice(0, MOST_SHOWN);
}

function folded(name: string): string {
  return name.trim().toLocaleLowerCase('en-KE');
}
