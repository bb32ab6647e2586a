import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Review } from '@zawadi/contract/admin-reviews';
import { useCallback, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { MoneyTabs } from '../transactions/money-tabs.tsx';
import { reviewColumns } from './review-columns.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { reviewSearch } from './review-search.ts';
import { useReviews } from './use-reviews.ts';
import '../../lists/lists.css';
import '../money-lists.css';

const HERE = '/admin/transactions/reviews';
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
];

/** The cases that a person has to look at. */
export function ReviewsScreen() {
  const { state } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  return (
    <>
      <PageTitle title="Review queue">
        What the system could not settle by itself. Nothing is lost meanwhile: money waits in suspense or set
        aside.
      </PageTitle>
      <MoneyTabs />
      <search className="list-filters single">
        <SelectField
          label="Cases"
          value={state ?? 'open'}
          options={STATES}
          onChange={({ target }) =>
            void navigate({
              search: reviewSearch({ state: target.value }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </search>
      <Sheet>
        <Cases isOpen={state === undefined} />
      </Sheet>
    </>
  );
}

function Cases({ isOpen }: { isOpen: boolean }) {
  const list = useReviews(isOpen);
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap((page) => page.reviews);
  const opened = rows?.find(({ reviewId }) => reviewId === openedId);
  const open = useCallback((row: Review) => setOpenedId(row.reviewId), []);
  return (
    <>
      <EndlessTable
        caption="Cases, newest first"
        columns={reviewColumns(open)}
        rows={rows}
        rowKey={({ reviewId }) => reviewId}
        paging={list}
        failed={{ title: 'Failed to load cases', text: 'No money is affected.' }}
        empty={
          isOpen ? (
            <EmptyState title="No open cases">Everything was settled without a person.</EmptyState>
          ) : (
            <EmptyState title="No resolved cases" />
          )
        }
      />
      {opened !== undefined && <ReviewDialog review={opened} onClose={() => setOpenedId(undefined)} />}
    </>
  );
}
