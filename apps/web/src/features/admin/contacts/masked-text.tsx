import type { ContactRecord } from '@zawadi/contract/contacts';
import { ShowContacts } from './show-contacts.tsx';
import { isMasked, useContacts } from './use-contacts.ts';
import './masked-text.css';

type MaskedTextProps = { record: ContactRecord; label: string; text: string };

/** A text in an administrator's words. If contacts in it are masked, a button shows them. */
export function MaskedText({ record, label, text }: MaskedTextProps) {
  const contacts = useContacts(record);
  return (
    <>
      {contacts.textOf(label, text)}
      {isMasked(text) && (
        <span className="masked-text-action">
          <ShowContacts contacts={contacts} />
        </span>
      )}
    </>
  );
}
