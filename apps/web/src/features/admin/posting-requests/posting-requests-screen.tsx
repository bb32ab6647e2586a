import { Link } from '@tanstack/react-router';
import {
  listPostingRequests,
  operatorTemplate,
  postingRequestsCsv,
  type PostingRequest,
} from '@zawadi/contract/posting-requests';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { centsText } from '../cents-text.ts';
import { useRights } from '../use-rights.ts';
import { NewPosting } from './new-posting.tsx';
import { POSTING_STATUSES, POSTING_TEMPLATES, postingSearch } from './posting-search.ts';
import { PostingStatusMark } from './posting-status.tsx';
import { TEMPLATE_WORDS } from './posting-words.ts';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    options: [
      { value: 'all', label: 'All states' },
      ...POSTING_STATUSES.map((value) => ({ value, label: value })),
    ],
  },
  { kind: 'days' },
  {
    kind: 'choice',
    name: 'template',
    label: 'Template',
    options: [
      { value: 'all', label: 'All templates' },
      ...POSTING_TEMPLATES.map((value) => ({ value, label: TEMPLATE_WORDS[value].name })),
    ],
  },
];

const COLUMNS: readonly Column<PostingRequest>[] = [
  {
    label: 'Posting',
    cell: ({ postingId, template }) => (
      <Link className="row-open" to="/admin/posting-requests/$postingId" params={{ postingId }}>
        {TEMPLATE_WORDS[template].name}
      </Link>
    ),
    cardPart: 'name',
  },
  {
    label: 'Payee',
    cell: ({ payee, reference }) => (
      <>
        {payee}
        {reference !== undefined && <span className="small muted code"> · {reference}</span>}
      </>
    ),
    cardPart: 'second',
    className: 'wraps',
  },
  { label: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} />, cardPart: 'third' },
  { label: 'Requested by', cell: ({ requestedBy }) => requestedBy, from: 1200 },
  { label: 'State', cell: ({ status }) => <PostingStatusMark status={status} />, cardPart: 'state' },
  {
    label: 'KES',
    cell: ({ amountCents }) => (
      <span className="money nowrap">
        <span className="card-label">KES </span>
        {centsText(amountCents)}
      </span>
    ),
    cardPart: 'amount',
    isRight: true,
  },
];

/** Postings by template: money of the operator, goodwill and corrections, each requested by one and approved by another. */
export function PostingRequestsScreen() {
  const { mayMoveMoney } = useRights();
  const [isAsking, setAsking] = useState(false);
  const { filters, isNarrowed, change, clear } = useListFilters(postingSearch);
  const list = usePages(listPostingRequests, {
    queryKey: adminQueryKeys.postingList(filters),
    query: filters,
  });
  const total = list.data?.pages[0]?.total;
  return (
    <ListScreen
      title="Posting desk"
      intro="Money that no screen moves otherwise. Two administrators decide each posting, with a document. Goodwill and take-backs start on the page of the person or merchant."
      exports={
        <ExportButton fetching={async () => fetchFile(postingRequestsCsv, { query: filters })}>
          Export CSV
        </ExportButton>
      }
      aside={
        mayMoveMoney && (
          <Button small onClick={() => setAsking(true)}>
            <Icon of={Plus} />
            New posting
          </Button>
        )
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      count={
        total !== undefined && (
          <span>
            <b>{total.count.toLocaleString('en-KE')}</b> {total.count === 1 ? 'posting' : 'postings'} · KES{' '}
            {centsText(total.amountCents)}
          </span>
        )
      }
      caption="Postings, newest first"
      columns={COLUMNS}
      rows={list.data?.pages.flatMap((page) => page.postings)}
      rowKey={({ postingId }) => postingId}
      paging={list}
      failed={{ title: 'Failed to load the postings', text: 'The books themselves are not affected.' }}
      none={{
        title: 'No postings yet',
        text: 'Start with the float that the owner paid into the bank account.',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No postings found' }}
    >
      {isAsking && (
        <NewPosting start={{ templates: operatorTemplate.options }} onClose={() => setAsking(false)} />
      )}
    </ListScreen>
  );
}
