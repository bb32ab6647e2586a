import { useNavigate, useSearch } from '@tanstack/react-router';
import { adminUsersCsv } from '@zawadi/contract/admin-users';
import type { UserFilters } from '@zawadi/contract/admin-users';
import { useCallback } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { TableFoot } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { useRights } from '../use-rights.ts';
import { useUsers } from './use-users.ts';
import { userColumns } from './user-columns.tsx';
import { UserFilterBar } from './user-filters.tsx';
import { totalText } from './user-words.ts';
import './users.css';

const HERE = '/admin/users';

/** Every consumer. The address holds what the list is narrowed to. */
export function UsersScreen() {
  const filters = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = useCallback(
    (next: UserFilters) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const { mayHelpCustomers } = useRights();
  return (
    <>
      <PageTitle
        title="Users"
        aside={
          mayHelpCustomers && (
            <ExportButton fetching={async () => fetchFile(adminUsersCsv, { query: filters })}>
              Export CSV
            </ExportButton>
          )
        }
      />
      <UserFilterBar filters={filters} onChange={narrow} />
      <Sheet>
        <Users filters={filters} onShowAll={() => narrow({})} />
      </Sheet>
    </>
  );
}

function Users({ filters, onShowAll }: { filters: UserFilters; onShowAll: () => void }) {
  const list = useUsers(filters);
  const rows = list.data?.pages.flatMap((page) => page.users);
  const total = list.data?.pages[0]?.total;
  return (
    <EndlessTable
      caption="Consumers, the newest first"
      columns={userColumns}
      rows={rows}
      rowKey={({ userId }) => userId}
      paging={list}
      failed={{ title: 'Failed to load users', text: 'Nothing was changed. We could not read the list.' }}
      empty={<NoUsers isLess={isNarrowed(filters)} onShowAll={onShowAll} />}
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

function NoUsers({ isLess, onShowAll }: { isLess: boolean; onShowAll: () => void }) {
  if (!isLess) return <EmptyState title="No users found">Whoever signs up first appears here.</EmptyState>;
  return (
    <NothingFound title="No users found" onShowAll={onShowAll}>
      Names and addresses are found by how they begin, phone numbers whole or by their last digits.
    </NothingFound>
  );
}
