import type { SupportRequest } from '@zawadi/contract/support';
import { Check, Mail } from 'lucide-react';
import type { Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';

/** Letters as a mailbox shows them; a press anywhere on a row opens one. */
export function letterColumns(onOpen: (letter: SupportRequest) => void): Column<SupportRequest>[] {
  return [
    {
      label: 'Subject',
      cell: (letter) => (
        <button type="button" className="row-open" onClick={() => onOpen(letter)}>
          {letter.subject}
        </button>
      ),
      slip: 'name',
    },
    { label: 'Merchant', cell: ({ businessName }) => businessName, slip: 'second' },
    { label: 'Written by', cell: ({ writer }) => writer.name, from: 900 },
    { label: 'Sent', cell: ({ sentAt }) => <Time at={sentAt} />, slip: 'third' },
    { label: 'Status', cell: ({ status }) => <LetterStatus status={status} />, slip: 'amount' },
  ];
}

export function LetterStatus({ status }: Pick<SupportRequest, 'status'>) {
  const isOpen = status === 'OPEN';
  return (
    <span className={isOpen ? 'badge warn' : 'status success'}>
      <Icon of={isOpen ? Mail : Check} />
      {isOpen ? 'Open' : 'Answered'}
    </span>
  );
}
