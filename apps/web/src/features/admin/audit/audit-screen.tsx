import { auditCsv, listAudit } from '@zawadi/contract/audit';
import type { AuditEntry } from '@zawadi/contract/audit';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { SettingsTabs } from '../settings-tabs.tsx';
import { auditColumns } from './audit-columns.tsx';
import { AuditDialog } from './audit-dialog.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditSearch } from './audit-search.ts';
import { VerifyChain } from './verify-chain.tsx';

/** Everything that administrators did. */
export function AuditScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(auditSearch);
  const list = usePages(listAudit, { queryKey: queryKeys.audit(filters), query: filters });
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <ListScreen
      title="Audit log"
      intro="Who did what, when, from where and why."
      aside={
        <ExportButton fetching={async () => fetchFile(auditCsv, { query: filters })}>Export CSV</ExportButton>
      }
      above={
        <>
          <SettingsTabs />
          <VerifyChain />
        </>
      }
      filters={<AuditFilters filters={filters} onChange={change} onClear={clear} />}
      caption="What was done, newest first"
      columns={auditColumns(setOpened)}
      rows={list.data?.pages.flatMap(({ entries }) => entries)}
      rowKey={({ seq }) => String(seq)}
      paging={list}
      failed={{ title: 'Failed to load the audit log', text: 'Nothing of it is lost.' }}
      none={{ title: 'Nothing was done yet', text: 'The first action of an administrator appears here.' }}
      found={{ isNarrowed, onShowAll: clear, title: 'No entries found' }}
    >
      {opened !== undefined && <AuditDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </ListScreen>
  );
}
