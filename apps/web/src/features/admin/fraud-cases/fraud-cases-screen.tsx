import { Link } from '@tanstack/react-router';
import { listFraudCases, type FraudCase } from '@zawadi/contract/fraud-cases';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { MERCHANT_CODE_FILTER } from '../merchant-code-filter.ts';
import { useRights } from '../use-rights.ts';
import { totalText } from '../users/user-words.ts';
import { CaseStatus } from './case-status.tsx';
import { fraudCaseSearch } from './fraud-case-search.ts';
import { OpenCase } from './open-case.tsx';
import '../fraud/fraud-desk.css';

const FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Name or case number' },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    options: [
      { value: 'unclosed', label: 'Not closed' },
      { value: 'open', label: 'Open' },
      { value: 'reported', label: 'Reported' },
      { value: 'closed', label: 'Closed' },
      { value: 'all', label: 'All states' },
    ],
  },
  {
    kind: 'choice',
    name: 'assigned',
    label: 'Assigned to',
    options: [
      { value: 'all', label: 'Anybody' },
      { value: 'me', label: 'Assigned to me' },
      { value: 'unassigned', label: 'Not assigned' },
    ],
  },
  MERCHANT_CODE_FILTER,
];

/** Cases about merchants, consumers and administrators. */
export function FraudCasesScreen() {
  const { mayQueryAndResend } = useRights();
  const [isAsking, setAsking] = useState(false);
  const { filters, isNarrowed, change, clear } = useListFilters(fraudCaseSearch);
  const list = usePages(listFraudCases, { queryKey: adminQueryKeys.fraudCaseList(filters), query: filters });
  const rows = list.data?.pages.flatMap((page) => page.cases);
  const total = list.data?.pages[0]?.total;
  return (
    <ListScreen
      title="Fraud cases"
      intro="A case collects what is suspected of one person or shop, up to the report to the authorities."
      aside={
        mayQueryAndResend && (
          <Button small onClick={() => setAsking(true)}>
            <Icon of={Plus} />
            Open a case
          </Button>
        )
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      count={
        total !== undefined && (
          <span>
            <b>{totalText(total)}</b> {total.count === 1 ? 'case' : 'cases'}
          </span>
        )
      }
      caption="Cases, newest first"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ caseId }) => caseId}
      paging={list}
      failed={{ title: 'Failed to load the cases', text: 'No case is lost.' }}
      none={{
        title: 'No open cases',
        text: 'Open one from an alert, from the page of a person or shop, or here.',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No cases found' }}
    >
      {isAsking && <OpenCase onClose={() => setAsking(false)} />}
    </ListScreen>
  );
}

/** Columns: subject and progress; a click anywhere on a row opens the case. */
const COLUMNS: readonly Column<FraudCase>[] = [
  {
    label: 'About',
    cell: ({ caseId, about }) => (
      <Link className="row-open" to="/admin/fraud-cases/$caseId" params={{ caseId }}>
        {about.name}
      </Link>
    ),
    cardPart: 'name',
  },
  {
    label: 'Case',
    cell: ({ number, alertCount }) => (
      <>
        Case {number}{' '}
        <span className="small muted">
          · {alertCount.toLocaleString('en-KE')} {alertCount === 1 ? 'alert' : 'alerts'}
        </span>
      </>
    ),
    cardPart: 'second',
  },
  { label: 'Opened', cell: ({ openedAt }) => <Time at={openedAt} />, cardPart: 'third' },
  {
    label: 'Assigned to',
    cell: ({ assignedTo }) => assignedTo?.name ?? <span className="muted">Not assigned</span>,
    cardPart: 'side',
  },
  { label: 'State', cell: ({ status }) => <CaseStatus status={status} />, cardPart: 'amount' },
];
