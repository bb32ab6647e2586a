import { matchingContacts, type Contact } from './matching-contacts.ts';
import './contact-chips.css';

type ContactChipsProps = {
  label: string;
  contacts: readonly Contact[];
  /** The name typed so far; only contacts that match it are shown. */
  typedName: string;
  onChoose: (contact: Contact) => void;
};

/** People from earlier payments. A click on one fills name, phone and email into the form. */
export function ContactChips({ label, contacts, typedName, onChoose }: ContactChipsProps) {
  const shown = matchingContacts(contacts, typedName);
  if (shown.length === 0) return null;
  return (
    <div className="field" role="group" aria-label={label}>
      <span className="label" aria-hidden="true">
        {label}
      </span>
      <div className="contact-chips">
        {shown.map((contact) => (
          <button
            key={`${contact.phone} ${contact.email}`}
            type="button"
            className="chip"
            onClick={() => onChoose(contact)}
          >
            {contact.fullName} <small>{contact.phoneText}</small>
          </button>
        ))}
      </div>
    </div>
  );
}
