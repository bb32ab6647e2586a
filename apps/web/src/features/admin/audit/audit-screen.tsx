import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { auditCsv, listAudit } from '@zawadi/contract/audit';
import type { AuditEntry, AuditFilters as Filters } from '@zawadi/contract/audit';
import { useCallback, useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { SettingsTabs } from '../settings-tabs.tsx';
import { auditColumns } from './audit-columns.tsx';
import { AuditDialog } from './audit-dialog.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { VerifyChain } from './verify-chain.tsx';

const HERE = '/admin/settings/audit';

/** Everything that people of the operator did. The address holds what the log is narrowed to. */
export function AuditScreen() {
  const filters = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = useCallback(
    (next: Filters) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <PageTitle
        title="Audit log"
        aside={
          <ExportButton fetching={async () => fetchFile(auditCsv, { query: filters })}>
            Export CSV
          </ExportButton>
        }
      >
        Who did what, when, from where and why.
      </PageTitle>
      <SettingsTabs />
      <VerifyChain />
      <AuditFilters filters={filters} onChange={narrow} />
      <Sheet>
        <Entries filters={filters} onShowAll={() => narrow({})} />
      </Sheet>
    </>
  );
}

function Entries({ filters, onShowAll }: { filters: Filters; onShowAll: () => void }) {
  const list = useInfiniteQuery({
    queryKey: queryKeys.audit(filters),
    queryFn: ({ pageParam, signal }) => call(listAudit, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <>
      <EndlessTable
        caption="What was done, newest first"
        columns={auditColumns(setOpened)}
        rows={list.data?.pages.flatMap(({ entries }) => entries)}
        rowKey={({ seq }) => String(seq)}
        paging={list}
        failed={{ title: 'Failed to load the audit log', text: 'Nothing of it is lost.' }}
        empty={<Nothing isNarrowed={isNarrowed(filters)} onShowAll={onShowAll} />}
      />
      {opened !== undefined && <AuditDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function Nothing({ isNarrowed: isAny, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  if (!isAny)
    return <EmptyState title="Nothing was done yet">The first deed of anybody appears here.</EmptyState>;
  return <NothingFound title="No entries found" onShowAll={onShowAll} />;
}
