import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { removeBlock, type BlockEntry } from '@zawadi/contract/block-list';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Time } from '../../../ui/time.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { useRights } from '../use-rights.ts';
import { KIND_WORDS, STATUS_WORDS, valueText } from './block-words.ts';

type BlockDialogProps = { entry: BlockEntry; onClose: () => void };

/** One entry: its facts, its history, and the request to remove it. */
export function BlockDialog({ entry, onClose }: BlockDialogProps) {
  const { kind, value, reason, status, hits, lastHitAt, endsAt, isRemovalWaiting } = entry;
  const [isRemoving, setRemoving] = useState(false);
  const mayRemove = useRights().mayQueryAndResend && status === 'Active' && !isRemovalWaiting;
  if (isRemoving) return <RemoveBlock entry={entry} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      title={`${KIND_WORDS[kind]} ${valueText(entry)}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {mayRemove && (
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {(status === 'Waiting' || isRemovalWaiting) && (
        <Alert tone="warn">
          {status === 'Waiting' ? 'Nothing is blocked yet. ' : 'It blocks until the removal is approved. '}
          <Link to="/admin/transactions/approvals" search={{ status: 'Open' }}>
            Go to Approvals
          </Link>
        </Alert>
      )}
      <Facts
        facts={[
          { label: 'State', value: STATUS_WORDS[status] },
          { label: 'Reason', value: reason },
          { label: 'Until', value: endsAt === undefined ? 'Until it is removed' : <Time at={endsAt} /> },
          { label: 'Refused', value: hits.toLocaleString('en-KE') },
          { label: 'Last refused', value: lastHitAt === undefined ? 'Never' : <Time at={lastHitAt} /> },
        ]}
      />
      <History entry={entry} />
      {kind !== 'number' && (
        <div>
          <CopyButton small text={value}>
            {`Copy ${KIND_WORDS[kind].toLowerCase()}`}
          </CopyButton>
        </div>
      )}
    </Dialog>
  );
}

const DECISIONS = {
  Approved: 'Approved by',
  Rejected: 'Rejected by',
  Expired: 'Expired',
  Outdated: 'Outdated',
  Open: 'Waits for a second administrator',
} as const;

/** The requests to add and to remove the entry, with requester and approver. */
function History({ entry: { history } }: { entry: BlockEntry }) {
  return (
    <ul className="block-history" aria-label="History">
      {history.map(({ approvalId, act, status, reason, requestedBy, requestedAt, decidedBy, decidedAt }) => (
        <li key={approvalId}>
          <b className="strong">{act === 'add' ? 'Add' : `Remove: ${reason}`}</b>
          <span className="small muted">
            Asked by {requestedBy}, <Time at={requestedAt} isMidSentence />
          </span>
          <span className="small muted">
            {DECISIONS[status]} {decidedBy}
            {decidedAt !== undefined && <Decided at={decidedAt} isByPerson={decidedBy !== undefined} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Decided({ at, isByPerson }: { at: string; isByPerson: boolean }) {
  return (
    <>
      {isByPerson && ', '}
      <Time at={at} isMidSentence />
    </>
  );
}

function RemoveBlock({ entry, onClose }: BlockDialogProps) {
  const { entryId } = entry;
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={`Remove ${valueText(entry)} from the block list?`}
      reason="required"
      action="Ask for approval"
      busyLabel="Requesting..."
      variant="danger"
      confirm={(reason) => call(removeBlock, { params: { entryId }, body: { reason } })}
      onDone={({ action }) => {
        toastOutcome(action, 'Removed');
        onClose();
        for (const queryKey of [adminQueryKeys.blockList, adminQueryKeys.approvals])
          void queries.invalidateQueries({ queryKey });
      }}
      onClose={onClose}
    >
      <p className="muted">
        It blocks until a second administrator has approved. The entry stays in this list.
      </p>
    </ConfirmDialog>
  );
}
