import { approveRequest, rejectRequest, type Approval } from '@zawadi/contract/approvals';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatKes } from '@zawadi/contract/money';
import { useDialogSending } from '../../../ui/form-dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { Money } from '../../../ui/money.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { call } from '../../../api/call.ts';
import { SubjectLink } from '../subject-link.tsx';
import { useRights } from '../use-rights.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { ApprovalStatusMark } from './approval-status.tsx';
import { approvalReasonText, inWords, kindWordOf } from './approval-words.ts';
import { useApprovalNow } from './use-approvals.ts';
import { PreviewFacts } from './what-happens.tsx';

type ApprovalDialogProps = { approval: Approval; onClose: () => void };

/** One approval request with all its facts, and the buttons that this administrator may use. */
export function ApprovalDialog({ approval, onClose }: ApprovalDialogProps) {
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const { mayMoveMoney } = useRights();
  if (deciding === 'approve') return <ApproveDialog approval={approval} onClose={onClose} />;
  if (deciding === 'reject') return <RejectDialog approval={approval} onClose={onClose} />;
  const { status, canApprove, obstacle, requestedBy, approvalsNeeded } = approval;
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
          {isOpen && (mayMoveMoney || obstacle === 'own') && (
            <Button variant="secondary" onClick={() => setDeciding('reject')}>
              {obstacle === 'own' && !isOfShop(approval) ? 'Take back…' : 'Reject…'}
            </Button>
          )}
          {isOpen && mayMoveMoney && canApprove && (
            <Button onClick={() => setDeciding('approve')}>Approve…</Button>
          )}
        </>
      }
    >
      <div className="stack">
        {isOpen && obstacle === 'own' && (
          <Alert>
            {isOfShop(approval) ? 'You approved this first.' : 'You asked for this.'}{' '}
            {mayMoveMoney
              ? 'An administrator whom you did not add must approve it. If there is none, create one on the server: npm run admin:create.'
              : 'Finance or an administrator decides it.'}
          </Alert>
        )}
        {isOpen && approvalsNeeded === 2 && (
          <Alert>
            No administrator has asked for this, so two have to approve it. Call the shop before you do, at a
            number that you know from before.
          </Alert>
        )}
        {isOpen && obstacle === 'let-in' && (
          <Alert>
            You and {requestedBy} do not count as two: one of you added the other, directly or through others.
            Another administrator must approve this.
          </Alert>
        )}
        {isOpen && obstacle === 'role' && (
          <Alert>
            {mayMoveMoney
              ? 'Only administrators can decide this.'
              : 'Only administrators and finance can decide requests.'}
          </Alert>
        )}
        {status === 'Outdated' && (
          <Alert>It changed after the request, so nothing was done. You can request it again.</Alert>
        )}
        {isOpen && <CurrentEffect approval={approval} />}
        <ApprovalFacts approval={approval} />
      </div>
    </Dialog>
  );
}

function ApprovalFacts({ approval }: { approval: Approval }) {
  const { amount, way, kind, reason, requestedBy, requestedAt, expiresAt, merchantCode, rule } = approval;
  const { decidedBy, decidedAt, decisionReason, status } = approval;
  const isOpen = status === 'Open';
  return (
    <Facts
      facts={[
        !isOpen && amount > 0 && { label: 'Amount', value: <Money amountShillings={amount} /> },
        !isOpen && way !== undefined && { label: 'How', value: way },
        { label: 'Kind', value: kindWordOf(kind) },
        { label: 'Reason', value: reason },
        rule !== undefined && { label: 'Needs two because', value: approvalReasonText(rule) },
        { label: 'About', value: <SubjectLink subject={{ ...approval, subjectName: merchantCode }} /> },
        { label: 'Asked by', value: requestedBy },
        { label: 'Asked', value: exactTimeText(new Date(requestedAt)) },
        isOpen && expiresAt !== undefined && { label: 'Expires', value: exactTimeText(new Date(expiresAt)) },
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

/**
 * Shows the effect that an approval would have now. If amount or payment method differ from the request, it cannot be
 * approved.
 */
function CurrentEffect({ approval }: { approval: Approval }) {
  const now = useApprovalNow(approval.approvalId);
  const { data } = now;
  useDialogSending({ isLoading: data === undefined && !now.isError });
  if (data === undefined) {
    return now.isError ? (
      <LoadFailure title="We could not load what it would do now" of={now} />
    ) : (
      <SkeletonBlock width="100%" height="6rem" />
    );
  }
  const { preview, isOutdated, refusedBecause } = data;
  const { amount, way = '', kind } = approval;
  return (
    <>
      {isOutdated && (
        <Alert tone="warn">
          This has changed since it was asked for: {amount > 0 ? `${formatKes(amount)} ${way}` : way}. It
          cannot be approved any more, and has to be asked for again.
        </Alert>
      )}
      {refusedBecause !== undefined && (
        <Alert tone="warn">It cannot be carried out now: {refusedBecause}</Alert>
      )}
      <section aria-label="What happens now">
        <PreviewFacts
          preview={preview ? inWords(kind, preview) : { amountCents: amount * 100, way, balances: [] }}
        />
      </section>
    </>
  );
}

type DecisionProps = { approval: Approval; onClose: () => void };

/** Confirms an approval, which executes the action at once. */
function ApproveDialog({ approval, onClose }: DecisionProps) {
  const { approvalId, summary, requestedBy, reason: askedBecause, approvalsNeeded } = approval;
  const isFirst = approvalsNeeded === 2;
  return (
    <ConfirmMoneyDialog
      title={`Approve “${summary}”?`}
      action="Approve"
      busyLabel="Approving..."
      reason="none"
      send={async () => void (await call(approveRequest, { body: { approvalId } }))}
      said={
        isFirst
          ? { title: 'Approved by you', description: 'It is now waiting for a second administrator.' }
          : { title: 'Approved', description: 'It is carried out.' }
      }
      onClose={onClose}
    >
      <p className="muted">
        {isFirst
          ? `A second administrator has to approve it, too. Nothing happens until then. “${askedBecause}”`
          : `It is carried out at once. ${requestedBy} asked for it: “${askedBecause}”.`}
      </p>
      <CurrentEffect approval={approval} />
    </ConfirmMoneyDialog>
  );
}

const AFTER_REJECTION: Partial<Record<Approval['kind'], string>> = {
  'payout-channel': 'We drop the change and notify the shop. Its owner can set a channel again.',
  'settlements-resume': 'Settlements stay on hold, and the request stays on this list.',
};

/** Returns whether a shop made the request. An administrator may already have given a first approval. */
function isOfShop({ kind }: Approval): boolean {
  return kind in AFTER_REJECTION;
}

/** Rejects another administrator's request, or withdraws the administrator's own. No money moves. */
function RejectDialog({ approval, onClose }: DecisionProps) {
  const { approvalId, summary, obstacle, kind } = approval;
  const isOwn = obstacle === 'own' && !isOfShop(approval);
  return (
    <ConfirmMoneyDialog
      title={`${isOwn ? 'Take back' : 'Reject'} “${summary}”?`}
      action={isOwn ? 'Take back' : 'Reject'}
      send={async (reason) => void (await call(rejectRequest, { body: { approvalId, reason } }))}
      said={{ title: isOwn ? 'Taken back' : 'Rejected', description: 'Nothing has changed.' }}
      onClose={onClose}
    >
      <p className="muted">{AFTER_REJECTION[kind] ?? 'We notify no customer. You can request it again.'}</p>
    </ConfirmMoneyDialog>
  );
}
