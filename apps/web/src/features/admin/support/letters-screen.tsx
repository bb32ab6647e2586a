import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listSupportRequests } from '@zawadi/contract/support';
import { useCallback, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { letterColumns } from './letter-columns.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import type { LetterSearch } from './letter-search.ts';
import './support.css';

const HERE = '/admin/support';
const STATUSES = [
  { value: 'OPEN', label: 'Open' },
  { value: 'ANSWERED', label: 'Answered' },
  { value: 'all', label: 'All' },
] as const;

/** What merchants wrote to us, those first that wait for an answer. */
export function LettersScreen() {
  const { status = 'OPEN' } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = (next: LetterSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title="Support">What merchants wrote to us.</PageTitle>
      <div className="letter-filter">
        <SelectField
          label="Show"
          value={status}
          options={STATUSES}
          onChange={({ target }) =>
            narrow({ status: STATUSES.find(({ value }) => value === target.value)?.value })
          }
        />
      </div>
      <Sheet>
        <Letters status={status} />
      </Sheet>
    </>
  );
}

function Letters({ status }: Required<LetterSearch>) {
  const wanted = status === 'all' ? undefined : status;
  const list = useInfiniteQuery({
    queryKey: queryKeys.supportRequestList({ status }),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listSupportRequests, { query: { status: wanted, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap(({ supportRequests }) => supportRequests);
  const opened = rows?.find(({ supportRequestId }) => supportRequestId === openedId);
  const close = useCallback(() => setOpenedId(undefined), []);
  return (
    <>
      <EndlessTable
        caption="Letters, newest first"
        columns={letterColumns(({ supportRequestId }) => setOpenedId(supportRequestId))}
        rows={rows}
        rowKey={({ supportRequestId }) => supportRequestId}
        paging={list}
        failed={{ title: 'Failed to load the letters', text: 'No letter is lost.' }}
        empty={
          <EmptyState title={status === 'OPEN' ? 'Every letter is answered' : 'No letters'}>
            What merchants write on their Support page arrives here, and in the operator’s mailbox.
          </EmptyState>
        }
      />
      {opened !== undefined && <LetterDialog letter={opened} onClose={close} />}
    </>
  );
}
