import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@zawadi/contract/audit';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { SubjectLink } from '../subject-link.tsx';
import { actionText, wordsOf } from './audit-words.ts';
import { Differences } from './differences.tsx';

/** One entry: who, from where, why, what changed, and its link in the chain. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
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
