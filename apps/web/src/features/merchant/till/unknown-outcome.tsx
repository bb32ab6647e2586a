import { formatKes } from '@zawadi/contract/money';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ResultMark } from '../../../ui/result-mark.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { Attempt } from './attempt.ts';

type UnknownOutcomeProps = {
  attempt: Attempt;
  isAsking: boolean;
  onAsk: () => void;
  onLeave: () => void;
};

/** The answer was lost on the way, so it is unknown whether the value was taken. */
export function UnknownOutcome({ attempt, isAsking, onAsk, onLeave }: UnknownOutcomeProps) {
  const [isLeaving, setLeaving] = useState(false);
  const { recipientName, amountShillings } = attempt;
  const amount = formatKes(amountShillings);
  return (
    <section className="sheet">
      <div className="result">
        <ResultMark of="pending" />
        <div className="stack-2" role="status">
          <h2>We do not know yet</h2>
          <p className="muted till-words">
            The connection broke before we heard whether {amount} was taken from {recipientName}’s voucher. We
            keep asking, and it is taken once at most.
          </p>
        </div>
        <Button wide className="till-button" isBusy={isAsking} busyLabel="Asking..." onClick={onAsk}>
          <Icon of={RefreshCw} />
          Ask again
        </Button>
        <Button variant="quiet" onClick={() => setLeaving(true)}>
          Leave it
        </Button>
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={`Leave ${amount} without an answer?`}
          action="Leave it"
          dismiss="Keep asking"
          variant="danger"
          confirm={async () => onLeave()}
          onClose={() => setLeaving(false)}
        >
          <p>
            It may have been taken. Before you redeem {recipientName}’s voucher again, see whether it is in
            today’s list.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
