import { confirmSettlementOutcome, type AdminSettlement } from '@zawadi/contract/settlements-admin';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Time } from '../../../ui/time.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { useRights } from '../use-rights.ts';
import { AnswerButtons, type Answer } from './answer-buttons.tsx';

type Decision = NonNullable<AdminSettlement['openDecision']>;

/** Shows how one administrator marked a pay-out, with buttons for another administrator to confirm or reject it. */
export function DecisionAlert({ settlement }: { settlement: AdminSettlement }) {
  const { openDecision: decision } = settlement;
  const { mayMoveMoney } = useRights();
  const [answer, setAnswer] = useState<Answer>();
  if (decision === undefined) return null;
  const mayDecide = mayMoveMoney && decision.canConfirm;
  return (
    <>
      <Alert tone="warn">
        <div className="stack-2">
          <p>
            {decision.proposedBy} says that this batch <b className="strong">{saidOf(decision)}</b>,{' '}
            <Time at={decision.proposedAt} />.
          </p>
          <AnswerButtons mayDecide={mayDecide} onAnswer={setAnswer} />
        </div>
      </Alert>
      {answer !== undefined && (
        <AnswerDialog
          settlement={settlement}
          decision={decision}
          isConfirmed={answer === 'confirm'}
          onClose={() => setAnswer(undefined)}
        />
      )}
    </>
  );
}

type AnswerDialogProps = {
  settlement: AdminSettlement;
  decision: Decision;
  isConfirmed: boolean;
  onClose: () => void;
};

function AnswerDialog({
  settlement: { batchId, businessName },
  decision,
  isConfirmed,
  onClose,
}: AnswerDialogProps) {
  const said = saidOf(decision);
  return (
    <ConfirmMoneyDialog
      title={
        isConfirmed
          ? `Confirm that the batch of ${businessName} ${said}?`
          : `Turn down what ${decision.proposedBy} says?`
      }
      action={isConfirmed ? 'Confirm' : 'Turn down'}
      reason="none"
      send={async () => void (await call(confirmSettlementOutcome, { body: { batchId, isConfirmed } }))}
      said={{ title: isConfirmed ? 'Confirmed' : 'Turned down' }}
      onClose={onClose}
    >
      <p className="muted">{isConfirmed ? EFFECTS[decision.outcome] : 'The batch stays as it is.'}</p>
    </ConfirmMoneyDialog>
  );
}

const EFFECTS = {
  paid: 'The batch is completed as paid, and our fee is earned.',
  not_paid: 'The batch becomes Pending again with its money, and we can pay it again.',
} as const satisfies Record<Decision['outcome'], string>;

function saidOf({ outcome, reference, reason }: Decision): string {
  if (outcome === 'paid')
    return reference === undefined ? 'was paid' : `was paid with reference ${reference}`;
  return reason === undefined ? 'was not paid' : `was not paid (${reason})`;
}
