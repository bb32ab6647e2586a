import type { Review } from '@zawadi/contract/reviews';
import { useCallback } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { MoneyTabs } from '../transactions/money-tabs.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { reviewSearch } from './review-search.ts';
import { useReview, useReviews } from './use-reviews.ts';
import '../money-lists.css';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'Cases',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'resolved', label: 'Resolved' },
    ],
  },
];

/** The cases that an administrator must review. */
export function ReviewsScreen() {
  const { filters, change } = useListFilters(reviewSearch);
  const isOpen = filters.state === undefined;
  const list = useReviews(isOpen);
  const rows = list.data?.pages.flatMap((page) => page.reviews);
  const opened = useReview(filters.review, rows);
  const open = useCallback((row: Review) => change({ review: row.reviewId }), [change]);
  return (
    <ListScreen
      title="Review queue"
      above={
        <>
          <MoneyTabs />
          {opened.isError && (
            <Alert tone="danger">The case of this link could not be loaded. Find it in the list.</Alert>
          )}
        </>
      }
      filters={<FilterBar filters={filters} onChange={change} fields={FILTERS} />}
      caption="Cases, newest first"
      columns={reviewColumns(open)}
      rows={rows}
      rowKey={({ reviewId }) => reviewId}
      paging={list}
      failed={{ title: 'Failed to load cases', text: 'No money is affected.' }}
      none={isOpen ? { title: 'No open cases' } : { title: 'No resolved cases' }}
    >
      {opened.review !== undefined && (
        <ReviewDialog review={opened.review} onClose={() => change({ review: undefined })} />
      )}
    </ListScreen>
  );
}

/** Columns: what happened, and the money that waits because of it; a click anywhere on a row opens the case. */
function reviewColumns(onOpen: (row: Review) => void): Column<Review>[] {
  return [
    {
      label: 'What happened',
      cell: (row) => (
        <button type="button" className="row-open" onClick={() => onOpen(row)}>
          {row.title}
        </button>
      ),
      cardPart: 'name',
      className: 'wraps',
    },
    {
      label: 'About',
      cell: ({ transaction, receipt }) => receipt ?? transaction?.type ?? <span className="dash">—</span>,
      cardPart: 'second',
    },
    { label: 'Since', cell: ({ raisedAt }) => <Time at={raisedAt} />, cardPart: 'third' },
    {
      label: 'Resolved by',
      cell: ({ resolvedBy }) => resolvedBy ?? <span className="dash">—</span>,
      from: 900,
      cardPart: 'side',
    },
    {
      label: 'Waits in suspense',
      cell: ({ heldAmount }) =>
        heldAmount === undefined ? <span className="dash">—</span> : <Money amountShillings={heldAmount} />,
      cardPart: 'amount',
      isRight: true,
    },
  ];
}
