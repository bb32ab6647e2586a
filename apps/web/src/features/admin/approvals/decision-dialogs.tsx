import { approveRequest, rejectRequest } from '@zawadi/contract/approvals';
import type { Approval } from '@zawadi/contract/approvals';
import { call } from '../../../api/call.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';

type DecisionProps = { approval: Approval; onClose: () => void };

/** Approving carries the action out at once. */
export function ApproveDialog({ approval, onClose }: DecisionProps) {
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
        It is carried out at once. {requestedBy} asked for it: “{askedBecause}”. Both names stay in the
        history.
      </p>
    </ConfirmMoneyDialog>
  );
}

/** Nothing happens to the money; whoever asked takes the request back in the same way. */
export function RejectDialog({ approval, onClose }: DecisionProps) {
  const { approvalId, summary, canApprove } = approval;
  return (
    <ConfirmMoneyDialog
      title={`${canApprove ? 'Reject' : 'Take back'} “${summary}”?`}
      action={canApprove ? 'Reject' : 'Take back'}
      send={async (reason) => void (await call(rejectRequest, { body: { approvalId, reason } }))}
      said={{ title: canApprove ? 'Rejected' : 'Taken back', description: 'Nothing has changed.' }}
      onClose={onClose}
    >
      <p className="muted">Nothing happens, and no customer is told. It can be asked for again.</p>
    </ConfirmMoneyDialog>
  );
}
