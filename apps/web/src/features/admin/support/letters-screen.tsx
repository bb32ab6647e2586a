import { listSupportRequests, type SupportRequest } from '@zawadi/contract/support-requests';
import { useCallback, useState } from 'react';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { useAdministrator } from '../../session/session.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { LetterStatus } from './letter-facts.tsx';
import { letterSearch } from './letter-search.ts';
import './support.css';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Show',
    options: [
      { value: 'OPEN', label: 'Open' },
      { value: 'WAITING', label: 'With finance' },
      { value: 'ANSWERED', label: 'Answered' },
      { value: 'all', label: 'All' },
    ],
  },
  {
    kind: 'choice',
    name: 'from',
    label: 'From',
    options: [
      { value: '', label: 'Everybody' },
      { value: 'consumers', label: 'Consumers' },
      { value: 'merchants', label: 'Merchants' },
    ],
  },
  {
    kind: 'choice',
    name: 'whose',
    label: 'Assigned',
    options: [
      { value: '', label: 'All' },
      { value: 'mine', label: 'To me' },
    ],
  },
];

/** Letters from merchants and consumers; by default those that wait for the administrator's own desk. */
export function LettersScreen() {
  const { filters, change } = useListFilters(letterSearch);
  const { administratorId, staffRole } = useAdministrator();
  const { status = staffRole === 'finance' ? 'WAITING' : 'OPEN', letter, from, whose } = filters;
  const query = {
    status: status === 'all' ? undefined : status,
    from,
    assignedTo: whose === 'mine' ? administratorId : undefined,
    supportRequestId: letter,
  };
  const list = usePages(listSupportRequests, { queryKey: adminQueryKeys.supportRequestList(query), query });
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap(({ supportRequests }) => supportRequests);
  const opened = rows?.find(({ supportRequestId }) => supportRequestId === (openedId ?? letter));
  const close = useCallback(() => {
    setOpenedId(undefined);
    change({ letter: undefined });
  }, [change]);
  return (
    <ListScreen
      title="Support"
      filters={
        <FilterBar
          filters={{ ...filters, status }}
          onChange={change}
          fields={FILTERS}
          further={letter === undefined ? [] : [{ text: 'Only one letter', off: { letter: undefined } }]}
        />
      }
      caption="Letters, newest first"
      columns={letterColumns(({ supportRequestId }) => setOpenedId(supportRequestId))}
      rows={rows}
      rowKey={({ supportRequestId }) => supportRequestId}
      paging={list}
      failed={{ title: 'Failed to load the letters', text: 'No letter is lost.' }}
      none={{
        title: status === 'OPEN' ? 'Every letter is answered' : 'No letters',
      }}
    >
      {opened !== undefined && <LetterDialog letter={opened} onClose={close} />}
    </ListScreen>
  );
}

/** Columns as in a mailbox; a click anywhere on a row opens the letter. */
function letterColumns(onOpen: (letter: SupportRequest) => void): Column<SupportRequest>[] {
  return [
    {
      label: 'Subject',
      cell: (letter) => (
        <button type="button" className="row-open" onClick={() => onOpen(letter)}>
          {letter.subject}
        </button>
      ),
      cardPart: 'name',
    },
    {
      label: 'From',
      cell: ({ writer }) => (writer.kind === 'merchant' ? writer.businessName : writer.name),
      cardPart: 'second',
    },
    { label: 'Assigned to', cell: ({ assignedTo }) => assignedTo?.name ?? '—', from: 900 },
    { label: 'Sent', cell: ({ sentAt }) => <Time at={sentAt} />, cardPart: 'third' },
    { label: 'Status', cell: ({ status }) => <LetterStatus status={status} />, cardPart: 'amount' },
  ];
}
