import { listSupportRequests } from '@zawadi/contract/support';
import { useCallback, useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import type { FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { letterColumns } from './letter-columns.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { letterSearch } from './letter-search.ts';
import './support.css';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Show',
    options: [
      { value: 'OPEN', label: 'Open' },
      { value: 'ANSWERED', label: 'Answered' },
      { value: 'all', label: 'All' },
    ],
  },
];

/** What merchants wrote to us; without a choice, what waits for an answer. */
export function LettersScreen() {
  const { filters, change } = useListFilters(letterSearch);
  const { status = 'OPEN' } = filters;
  const list = usePages(listSupportRequests, {
    queryKey: queryKeys.supportRequestList({ status }),
    query: { status: status === 'all' ? undefined : status },
  });
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap(({ supportRequests }) => supportRequests);
  const opened = rows?.find(({ supportRequestId }) => supportRequestId === openedId);
  const close = useCallback(() => setOpenedId(undefined), []);
  return (
    <ListScreen
      title="Support"
      intro="What merchants wrote to us."
      filters={<FilterBar filters={filters} onChange={change} fields={FILTERS} />}
      caption="Letters, newest first"
      columns={letterColumns(({ supportRequestId }) => setOpenedId(supportRequestId))}
      rows={rows}
      rowKey={({ supportRequestId }) => supportRequestId}
      paging={list}
      failed={{ title: 'Failed to load the letters', text: 'No letter is lost.' }}
      none={{
        title: status === 'OPEN' ? 'Every letter is answered' : 'No letters',
        text: 'What merchants write on their Support page arrives here, and in the operator’s mailbox.',
      }}
    >
      {opened !== undefined && <LetterDialog letter={opened} onClose={close} />}
    </ListScreen>
  );
}
