import { Button } from '../../../ui/button.tsx';
import type { Contacts } from './use-contacts.ts';

/** Button that shows a record's masked contacts in full, or masks them again. */
export function ShowContacts({ contacts }: { contacts: Contacts }) {
  const { isShown, isPending, show, hide } = contacts;
  if (isShown) {
    return (
      <Button variant="secondary" small onClick={hide}>
        Hide contacts
      </Button>
    );
  }
  return (
    <Button
      variant="secondary"
      small
      title="The audit log records that you saw them"
      isBusy={isPending}
      busyLabel="Loading..."
      onClick={show}
    >
      Show contacts
    </Button>
  );
}
