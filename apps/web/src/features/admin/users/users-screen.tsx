import { adminListUsers, adminUsersCsv, type ListedUser } from '@zawadi/contract/admin-users';
import { Link } from '@tanstack/react-router';
import { formatMsisdn } from '@zawadi/contract/text';
import { fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { useRights } from '../use-rights.ts';
import { userSearch } from './user-search.ts';
import { fullNameOf, totalText } from './user-words.ts';
import { UserStatus } from './user-status.tsx';
import './users.css';

/** Columns of the list; a click anywhere on a row opens the consumer. */
const userColumns: readonly Column<ListedUser>[] = [
  {
    label: 'Name',
    cell: ({ userId, ...user }) => (
      <b className="strong">
        <Link className="row-open" to="/admin/users/$userId" params={{ userId }}>
          {fullNameOf(user)}
        </Link>
      </b>
    ),
    cardPart: 'name',
  },
  { label: 'Email', cell: ({ email }) => <span className="listed-email">{email}</span>, cardPart: 'second' },
  {
    label: 'Phone',
    cell: ({ phoneNumber, phoneVerified }) => (
      <span className="listed-phone">
        {phoneNumber === '' ? <span className="dash">—</span> : formatMsisdn(phoneNumber)}
        {phoneNumber !== '' && !phoneVerified && <span className="tiny muted">not verified</span>}
      </span>
    ),
    cardPart: 'third',
    from: 900,
  },
  { label: 'Status', cell: ({ status }) => <UserStatus status={status} isQuiet />, cardPart: 'state' },
  { label: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} />, cardPart: 'side', from: 1200 },
  {
    label: 'Wallet',
    cell: ({ walletBalance }) => <Money amountShillings={walletBalance} />,
    cardPart: 'amount',
    isRight: true,
  },
];

const PAGE_SIZE = 50;
const FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Name, email, phone or ID' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: 'All states' },
      { value: 'ACTIVE', label: 'Active' },
      { value: 'FROZEN', label: 'Frozen' },
      { value: 'DELETED', label: 'Closed' },
    ],
  },
  { kind: 'days', label: 'Joined' },
];

export function UsersScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(userSearch);
  const { mayHelp } = useRights();
  const list = usePages(adminListUsers, {
    queryKey: adminQueryKeys.adminUserList(filters),
    query: { ...filters, limit: PAGE_SIZE },
  });
  const rows = list.data?.pages.flatMap((page) => page.users);
  const total = list.data?.pages[0]?.total;
  return (
    <ListScreen
      title="Users"
      intro={<Link to="/admin/users/ussd">USSD sessions of a number</Link>}
      exports={
        mayHelp && (
          <ExportButton fetching={async () => fetchFile(adminUsersCsv, { query: filters })}>
            Export CSV
          </ExportButton>
        )
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      count={
        total !== undefined && (
          <span>
            <b>{totalText(total)}</b> {total.count === 1 ? 'user' : 'users'}
          </span>
        )
      }
      caption="Consumers, the newest first"
      columns={userColumns}
      rows={rows}
      rowKey={({ userId }) => userId}
      paging={list}
      failed={{ title: 'Failed to load users', text: 'Nothing was changed. We could not read the list.' }}
      none={{ title: 'No users found' }}
      found={{
        isNarrowed,
        onShowAll: clear,
        title: 'No users found',
        text: 'Search by the first letters of a name or email, or by a whole phone number or its last digits.',
      }}
      foot={
        total !== undefined && (
          <TableFoot>
            <span className="muted">
              Showing {(rows?.length ?? 0).toLocaleString('en-KE')} of {totalText(total)} users
            </span>
          </TableFoot>
        )
      }
    />
  );
}
