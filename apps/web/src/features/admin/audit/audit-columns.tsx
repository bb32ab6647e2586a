import type { AuditEntry } from '@zawadi/contract/audit';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { actionText, wordsOf } from './audit-words.ts';

/** Who did what to what, when and why; a press anywhere on a row opens it. */
export function auditColumns(onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    { label: 'No.', cell: ({ seq }) => seq, className: 'muted' },
    { label: 'When', cell: ({ at }) => <Time at={at} />, slip: 'third' },
    { label: 'Who', cell: ({ actorName }) => actorName, slip: 'second' },
    {
      label: 'What',
      cell: (entry) => (
        <button type="button" className="row-open" onClick={() => onOpen(entry)}>
          {actionText(entry.action)}
        </button>
      ),
      slip: 'name',
      className: 'audit-what',
    },
    {
      label: 'Subject',
      cell: ({ subjectKind, subjectId, subjectName }) => (
        <span title={subjectId}>{subjectName ?? wordsOf(subjectKind)}</span>
      ),
      from: 900,
      slip: 'side',
    },
    {
      label: 'Reason',
      cell: ({ reason }) => <span className="audit-reason">{reason === '' ? '—' : reason}</span>,
      from: 1200,
      className: 'muted',
    },
  ];
}
