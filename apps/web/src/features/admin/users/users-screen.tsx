import { adminListUsers, adminUsersCsv } from '@zawadi/contract/admin-users';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { TableFoot } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import type { FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { useRights } from '../use-rights.ts';
import { userColumns } from './user-columns.tsx';
import { userSearch } from './user-search.ts';
import { totalText } from './user-words.ts';
import './users.css';

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

/** Every consumer. */
export function UsersScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(userSearch);
  const { mayHelpCustomers } = useRights();
  const list = usePages(adminListUsers, {
    queryKey: queryKeys.adminUserList(filters),
    query: { ...filters, limit: PAGE_SIZE },
  });
  const rows = list.data?.pages.flatMap((page) => page.users);
  const total = list.data?.pages[0]?.total;
  return (
    <ListScreen
      title="Users"
      aside={
        mayHelpCustomers && (
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
      none={{ title: 'No users found', text: 'The first person who signs up appears here.' }}
      found={{
        isNarrowed,
        onShowAll: clear,
        title: 'No users found',
        text: 'Names and addresses are found by how they begin, phone numbers whole or by their last digits.',
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
