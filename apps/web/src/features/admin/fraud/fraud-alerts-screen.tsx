import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countDeskAlerts, deskAlertsCsv, listDeskAlerts, type DeskAlert } from '@zawadi/contract/fraud-desk';
import { MOST_ALERTS_AT_ONCE } from '@zawadi/contract/fraud-desk-selection';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { SelectableCell, useSelection, type Selection } from '../../lists/selection.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { MERCHANT_CODE_FILTER } from '../merchant-code-filter.ts';
import { useRights } from '../use-rights.ts';
import { totalText } from '../users/user-words.ts';
import { fraudSearch } from './fraud-search.ts';
import { SelectedAlerts } from './selected-alerts.tsx';
import { FraudTabs } from './fraud-tabs.tsx';
import { OUTCOME_WORDS, RULE_WORDS } from './fraud-words.ts';
import './fraud-desk.css';

// Refetch often: other administrators work at the same time, and the rules run every few seconds.
const LOOK_AGAIN_MS = 30_000;

const FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Merchant, name or phone' },
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
      { value: 'all', label: 'All states' },
    ],
  },
  { kind: 'days', label: 'Raised' },
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
  {
    kind: 'choice',
    name: 'severity',
    label: 'Severity',
    options: [
      { value: 'all', label: 'Any severity' },
      { value: 'High', label: 'High severity' },
      { value: 'Medium', label: 'Medium severity' },
      { value: 'Low', label: 'Low severity' },
    ],
  },
  {
    kind: 'choice',
    name: 'rule',
    label: 'Rule',
    options: [{ value: 'all', label: 'All rules' }, ...optionsOf(RULE_WORDS)],
  },
  {
    kind: 'choice',
    name: 'outcome',
    label: 'Outcome',
    options: [{ value: 'all', label: 'Any outcome' }, ...optionsOf(OUTCOME_WORDS)],
  },
  MERCHANT_CODE_FILTER,
];

function optionsOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** Fraud alerts about merchants, consumers and administrators. */
export function FraudAlertsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(fraudSearch);
  const list = usePages(listDeskAlerts, {
    queryKey: adminQueryKeys.deskAlertList(filters),
    query: filters,
    refetchIntervalMs: LOOK_AGAIN_MS,
  });
  const rows = list.data?.pages.flatMap((page) => page.alerts);
  const total = list.data?.pages[0]?.total;
  const { mayQueryAndResend: mayWork } = useRights();
  const selection = useSelection(rows, {
    keyOf: ({ alertId }) => alertId,
    isSelectable: ({ closed }) => mayWork && closed === undefined,
    most: MOST_ALERTS_AT_ONCE,
  });
  return (
    <ListScreen
      title="Fraud desk"
      above={<FraudTabs />}
      exports={
        <ExportButton fetching={async () => fetchFile(deskAlertsCsv, { query: filters })}>
          Export CSV
        </ExportButton>
      }
      filters={
        <>
          <FilterBar
            filters={filters}
            onChange={change}
            onClear={clear}
            fields={FILTERS}
            further={
              filters.userId === undefined ? [] : [{ text: 'About one user', off: { userId: undefined } }]
            }
          />
          <SelectedAlerts selection={selection} />
        </>
      }
      count={total !== undefined && <Count total={total} isNarrowed={isNarrowed} />}
      sheetClassName="fraud-desk"
      caption="Fraud alerts, newest first"
      columns={columnsOf(selection)}
      rows={rows}
      rowKey={({ alertId }) => alertId}
      paging={list}
      failed={{ title: 'Failed to load the alerts', text: 'No alert is lost.' }}
      none={{ title: 'No open alerts', text: 'The rules look at what happens every few seconds.' }}
      found={{ isNarrowed, onShowAll: clear, title: 'No alerts found' }}
      foot={
        total !== undefined && (
          <TableFoot>
            <span className="muted">
              Showing {(rows?.length ?? 0).toLocaleString('en-KE')} of {totalText(total)} alerts
            </span>
          </TableFoot>
        )
      }
    />
  );
}

type CountProps = { total: { count: number; isMore: boolean }; isNarrowed: boolean };

/** Number of matching alerts; without filters, also the number of unassigned open alerts. */
function Count({ total, isNarrowed }: CountProps) {
  const unassigned = useFraudCounts().data?.unassigned ?? 0;
  return (
    <span>
      <b>{totalText(total)}</b> {total.count === 1 ? 'alert' : 'alerts'}
      {!isNarrowed && unassigned > 0 && (
        <>
          {' · '}
          <Link to="/admin/fraud-alerts" search={{ assigned: 'unassigned' }}>
            {unassigned.toLocaleString('en-KE')} not assigned
          </Link>
        </>
      )}
    </span>
  );
}

/** Columns: subject and event. The box selects an open alert; a click anywhere else on a row opens the alert. */
function columnsOf(selection: Selection<DeskAlert>): readonly Column<DeskAlert>[] {
  return [
    {
      label: 'About',
      cell: (alert) => (
        <SelectableCell
          row={alert}
          of={selection}
          label={`Select ${alert.about.name}, ${RULE_WORDS[alert.rule]}`}
        >
          <Link className="row-open" to="/admin/fraud-alerts/$alertId" params={{ alertId: alert.alertId }}>
            {alert.about.name}
          </Link>
        </SelectableCell>
      ),
      cardPart: 'name',
    },
    ...COLUMNS,
  ];
}

const COLUMNS: readonly Column<DeskAlert>[] = [
  {
    label: 'What happened',
    cell: ({ rule, description }) => (
      <span className="fraud-what">
        <b className="strong">{RULE_WORDS[rule]}</b>
        <span className="small muted">{description}</span>
      </span>
    ),
    cardPart: 'second',
    className: 'wraps',
  },
  { label: 'Raised', cell: ({ raisedAt }) => <Time at={raisedAt} />, cardPart: 'third' },
  {
    label: 'Assigned to',
    cell: ({ assignedTo, closed }) => {
      if (closed !== undefined) return OUTCOME_WORDS[closed.outcome];
      return assignedTo?.name ?? <span className="muted">Not assigned</span>;
    },
    cardPart: 'side',
  },
  { label: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} />, cardPart: 'amount' },
];

/** Loads how many fraud alerts are open, how many of them are unassigned, and the oldest unassigned alert. */
function useFraudCounts() {
  return useQuery({
    queryKey: adminQueryKeys.fraudCounts,
    queryFn: ({ signal }) => call(countDeskAlerts, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
