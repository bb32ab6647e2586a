import {
  auditCsv,
  listAudit,
  verifyAudit,
  type AuditEntry,
  type AuditFilters as Filters,
} from '@zawadi/contract/audit';
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listAdministrators } from '@zawadi/contract/administrators';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { ShieldCheck } from 'lucide-react';
import { call, fetchFile, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { SubjectLink } from '../subject-link.tsx';
import { divertSecretsToGlobalSearch } from '../search/divert-secrets.ts';
import { auditSearch } from './audit-search.ts';
import { actionText, subjectText, wordsOf } from './audit-words.ts';
import { Differences } from './differences.tsx';

/** The audit log: all actions of administrators. */
export function AuditScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(auditSearch);
  const list = usePages(listAudit, { queryKey: adminQueryKeys.audit(filters), query: filters });
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <ListScreen
      title="Audit log"

      exports={
        <ExportButton fetching={async () => fetchFile(auditCsv, { query: filters })}>Export CSV</ExportButton>
      }
      above={
        <>
          <SettingsTabs />
          <VerifyChain />
        </>
      }
      filters={
        <AuditFilters filters={filters} onChange={divertSecretsToGlobalSearch(change)} onClear={clear} />
      }
      caption="What was done, newest first"
      columns={auditColumns(setOpened)}
      rows={list.data?.pages.flatMap(({ entries }) => entries)}
      rowKey={({ seq }) => String(seq)}
      paging={list}
      failed={{ title: 'Failed to load the audit log', text: 'The log itself is safe.' }}
      none={{ title: 'Nothing was done yet' }}
      found={{ isNarrowed, onShowAll: clear, title: 'No entries found' }}
    >
      {opened !== undefined && <AuditDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </ListScreen>
  );
}

/** Columns: who did what to which subject, when and why; a click anywhere on a row opens it. */
function auditColumns(onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    { label: 'No.', cell: ({ seq }) => seq, className: 'muted' },
    { label: 'When', cell: ({ at }) => <Time at={at} />, cardPart: 'third' },
    { label: 'Who', cell: ({ actorName }) => actorName, cardPart: 'second' },
    {
      label: 'What',
      cell: (entry) => (
        <button type="button" className="row-open" onClick={() => onOpen(entry)}>
          {actionText(entry.action)}
        </button>
      ),
      cardPart: 'name',
      className: 'audit-what',
    },
    {
      label: 'Subject',
      cell: ({ subjectKind, subjectId, subjectName }) => (
        <span title={subjectId}>{subjectName ?? subjectText(subjectKind, subjectId)}</span>
      ),
      from: 900,
      cardPart: 'side',
    },
    {
      label: 'Reason',
      cell: ({ reason }) => (
        <span className="audit-reason">{reason === '' ? <span className="dash">—</span> : reason}</span>
      ),
      from: 1200,
      className: 'muted',
    },
  ];
}

type AuditFiltersProps = {
  filters: Filters;
  onChange: (part: Record<string, unknown>) => void;
  onClear: () => void;
};

/**
 * Searches by action, name, reason or id. Filters by person, days, and the subject that a link from another page sets.
 */
function AuditFilters({ filters, onChange, onClear }: AuditFiltersProps) {
  const people = useQuery({
    queryKey: adminQueryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  const options = (people.data?.administrators ?? []).map(({ administratorId, name }) => ({
    value: administratorId,
    label: name,
  }));
  return (
    <FilterBar
      {...{ filters, onChange, onClear }}
      fields={[
        { kind: 'search', placeholder: 'Action, person, merchant, receipt, reason or ID' },
        {
          kind: 'choice',
          name: 'actorId',
          label: 'Who',
          options: [{ value: 'all', label: 'All people' }, ...options],
        },
        { kind: 'days' },
      ]}
      further={furtherOf(filters)}
    />
  );
}

/** Returns the filter by one subject. Only links from other pages set it. */
function furtherOf({ subjectKind = 'subject', subjectId }: Filters) {
  if (subjectId === undefined) return [];
  const text = `Only ${wordsOf(subjectKind).toLowerCase()} ${subjectId}`;
  return [{ text, off: { subjectKind: undefined, subjectId: undefined } }];
}

/** One entry: who acted, from which IP address, why, what changed, and the entry's link in the chain. */
function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { seq, at, actorName, address, requestId, action, reason, before, after, hash } = entry;
  const { subjectKind, subjectId } = entry;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={actionText(action)}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Facts
        facts={[
          { label: 'Who', value: actorName },
          { label: 'When', value: exactTimeText(new Date(at)) },
          reason !== '' && { label: 'Reason', value: reason },
          { label: wordsOf(subjectKind), value: <SubjectLink subject={entry} onFollow={onClose} /> },
          { label: 'From', value: address },
          { label: 'Request', value: <span className="code">{requestId}</span> },
        ]}
      />
      <Differences before={before} after={after} />
      <p className="small">
        <Link to="/admin/settings/audit" search={{ subjectKind, subjectId }} onClick={onClose}>
          Everything about this {wordsOf(subjectKind).toLowerCase()}
        </Link>
      </p>
      <p className="muted hash">
        Entry {seq.toLocaleString('en-KE')}, hash <span className="code">{hash}</span>
      </p>
    </Dialog>
  );
}

/** Has the server verify the whole chain, and shows whether every entry is unchanged. */
function VerifyChain() {
  const verifying = useMutation({ mutationFn: () => call(verifyAudit) });
  return (
    <>
      {verifying.data !== undefined && <Verdict {...verifying.data} />}
      {verifying.isError && (
        <Alert tone="warn" isLive>
          The chain was not checked. {sentenceOf(verifying.error)}
        </Alert>
      )}
      <div className="spread">
        <p className="small muted">
          Entries cannot be changed or removed: each is sealed with the one before it.
        </p>
        <Button
          variant="secondary"
          small
          isBusy={verifying.isPending}
          busyLabel="Checking..."
          onClick={() => verifying.mutate()}
        >
          <Icon of={ShieldCheck} />
          Verify
        </Button>
      </div>
    </>
  );
}

function Verdict({ entries, brokenAt, headHash }: CallAnswer<typeof verifyAudit>) {
  if (brokenAt === undefined) {
    return (
      <Alert tone="success" isLive>
        <b className="strong">The chain is whole.</b> All {entries.toLocaleString('en-KE')} entries follow
        from one another. <span className="hash">Last hash {headHash}</span>
      </Alert>
    );
  }
  return (
    <Alert tone="danger" isLive>
      <b className="strong">The chain is broken at entry {brokenAt.toLocaleString('en-KE')}.</b> Someone
      changed the log inside the database. Keep a copy now, and find out who has the database password.
    </Alert>
  );
}
