import { approveRequest, rejectRequest, type Approval } from '@zawadi/contract/approvals';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { call } from '../../../api/call.ts';
import { SubjectLink } from '../subject-link.tsx';
import { useRights } from '../use-rights.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { ApprovalStatusMark } from './approval-status.tsx';
import { kindWordOf } from './approval-words.ts';

type ApprovalDialogProps = { approval: Approval; onClose: () => void };

/** One request with all that is known of it, and what the person who looks may decide. */
export function ApprovalDialog({ approval, onClose }: ApprovalDialogProps) {
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const { mayMoveMoney } = useRights();
  if (deciding === 'approve') return <ApproveDialog approval={approval} onClose={onClose} />;
  if (deciding === 'reject') return <RejectDialog approval={approval} onClose={onClose} />;
  const { status, canApprove } = approval;
  const isOpen = status === 'Open';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={approval.summary}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {isOpen && mayMoveMoney && (
            <Button variant="secondary" onClick={() => setDeciding('reject')}>
              {canApprove ? 'Reject…' : 'Take back…'}
            </Button>
          )}
          {isOpen && mayMoveMoney && canApprove && (
            <Button onClick={() => setDeciding('approve')}>Approve…</Button>
          )}
        </>
      }
    >
      <div className="stack">
        {isOpen && mayMoveMoney && !canApprove && (
          <Alert>
            You asked for this. An administrator whom you did not let in has to approve it. If there is none,
            make one on the server: npm run admin:create.
          </Alert>
        )}
        {isOpen && !mayMoveMoney && <Alert>Only administrators and finance decide about requests.</Alert>}
        {status === 'Outdated' && (
          <Alert>It changed after it was asked for, so nothing was done. It can be asked for again.</Alert>
        )}
        <ApprovalFacts approval={approval} />
      </div>
    </Dialog>
  );
}

function ApprovalFacts({ approval }: { approval: Approval }) {
  const { amount, way, kind, reason, requestedBy, requestedAt, expiresAt } = approval;
  const { decidedBy, decidedAt, decisionReason, status } = approval;
  return (
    <Facts
      facts={[
        amount > 0 && { label: 'Amount', value: <Money amountShillings={amount} /> },
        way !== undefined && { label: 'How', value: way },
        { label: 'Kind', value: kindWordOf(kind) },
        { label: 'Reason', value: reason },
        { label: 'About', value: <SubjectLink subject={approval} /> },
        { label: 'Asked by', value: requestedBy },
        { label: 'Asked', value: exactTimeText(new Date(requestedAt)) },
        status === 'Open' && { label: 'Expires', value: exactTimeText(new Date(expiresAt)) },
        { label: 'Status', value: <ApprovalStatusMark status={status} /> },
        decidedBy !== undefined && { label: 'Decided by', value: decidedBy },
        decidedAt !== undefined && { label: 'Decided', value: exactTimeText(new Date(decidedAt)) },
        decisionReason !== undefined && {
          label: status === 'Outdated' ? 'Has changed' : 'Reason of the decision',
          value: decisionReason,
        },
      ]}
    />
  );
}

type DecisionProps = { approval: Approval; onClose: () => void };

/** Approving carries the action out at once. */
function ApproveDialog({ approval, onClose }: DecisionProps) {
  const { approvalId, summary, requestedBy, reason: askedBecause } = approval;
  return (
    <ConfirmMoneyDialog
      title={`Approve “${summary}”?`}
      action="Approve"
      busyLabel="Approving..."
      reason="none"
      send={async () => void (await call(approveRequest, { body: { approvalId } }))}
      said={{ title: 'Approved', description: 'It is carried out.' }}
      onClose={onClose}
    >
      <p className="muted">
        It is carried out at once. {requestedBy} asked for it: “{askedBecause}”.
      </p>
    </ConfirmMoneyDialog>
  );
}

/** Rejects the request, or takes it back when it is one's own. No money moves. */
function RejectDialog({ approval, onClose }: DecisionProps) {
  const { approvalId, summary, canApprove } = approval;
  return (
    <ConfirmMoneyDialog
      title={`${canApprove ? 'Reject' : 'Take back'} “${summary}”?`}
      action={canApprove ? 'Reject' : 'Take back'}
      send={async (reason) => void (await call(rejectRequest, { body: { approvalId, reason } }))}
      said={{ title: canApprove ? 'Rejected' : 'Taken back', description: 'Nothing has changed.' }}
      onClose={onClose}
    >
      <p className="muted">No customer is told. It can be asked for again.</p>
    </ConfirmMoneyDialog>
  );
}
