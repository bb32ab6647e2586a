import {
  approveSettlement,
  cancelSettlement,
  checkSettlement,
  proposeSettlementOutcome,
  type AdminSettlement,
} from '@zawadi/contract/settlements-admin';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { useRights } from '../use-rights.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';

type Outcome = 'paid' | 'not_paid';

type MarkDialogProps = { settlement: AdminSettlement; onClose: () => void };

const OUTCOMES = [
  { value: 'paid', label: 'It was paid' },
  { value: 'not_paid', label: 'It was not paid', help: 'The money comes back into the batch.' },
] as const satisfies readonly { value: Outcome; label: string; help?: string }[];

const NO_REFERENCE = 'Please enter the reference of the payment';

/** Actions on a batch that its status and the administrator's role permit. */
export function SettlementActions({ settlement }: { settlement: AdminSettlement }) {
  const { mayMoveMoney, mayQueryAndResend } = useRights();
  const [asking, setAsking] = useState<'pay' | 'cancel' | 'mark'>();
  const close = () => setAsking(undefined);
  const { status, method, isFrozen, openDecision, failureReason } = settlement;
  const isPending = status === 'Pending';
  const isProcessing = status === 'Processing';
  return (
    <>
      {isProcessing && method !== 'bank-file' && mayQueryAndResend && <Check batchId={settlement.batchId} />}
      {isProcessing && openDecision === undefined && mayMoveMoney && (
        <Button variant="secondary" small onClick={() => setAsking('mark')}>
          Mark…
        </Button>
      )}
      {isPending && mayMoveMoney && (
        <Button variant="secondary" small onClick={() => setAsking('cancel')}>
          Cancel batch
        </Button>
      )}
      {isPending && !isFrozen && mayMoveMoney && (
        <Button small onClick={() => setAsking('pay')}>
          {failureReason === undefined ? 'Approve' : 'Try again'}
        </Button>
      )}
      {asking === 'pay' && <PayDialog settlement={settlement} onClose={close} />}
      {asking === 'cancel' && <CancelDialog settlement={settlement} onClose={close} />}
      {asking === 'mark' && <MarkDialog settlement={settlement} onClose={close} />}
    </>
  );
}

function Check({ batchId }: Pick<AdminSettlement, 'batchId'>) {
  const refresh = useRefreshMoney();
  return (
    <ActionButton
      busyLabel="Asking..."
      execute={async () => {
        const { status } = await call(checkSettlement, { body: { batchId } });
        if (status === 'Processing') toast.success('M-PESA was asked', 'Its answer will appear here.');
        await refresh();
      }}
    >
      <Icon of={RefreshCw} />
      Ask M-PESA again
    </ActionButton>
  );
}

type BatchDialogProps = { settlement: AdminSettlement; onClose: () => void };

/** Approves a batch, or retries a failed one. */
function PayDialog({ settlement, onClose }: BatchDialogProps) {
  const { batchId, businessName, netAmount, destination, method } = settlement;
  const isByBank = method === 'bank-file';
  return (
    <ConfirmMoneyDialog
      title={`Pay ${formatKes(netAmount)} to ${businessName}?`}
      action={isByBank ? 'Approve' : 'Pay now'}
      busyLabel="Sending..."
      reason="none"
      send={async () => void (await call(approveSettlement, { body: { batchId } }))}
      said={{ title: isByBank ? 'Approved: it is in the bank file' : 'Pay-out ordered' }}
      onClose={onClose}
    >
      <p className="muted">
        {isByBank
          ? `It goes to ${destination} with the next bank file. Mark it as paid when the bank has paid.`
          : `M-PESA pays it to ${destination} at once. If that fails, the money comes back into this batch.`}
      </p>
    </ConfirmMoneyDialog>
  );
}

/** Cancels a batch: we owe the merchant its transactions again. */
function CancelDialog({ settlement, onClose }: BatchDialogProps) {
  const { batchId, businessName, amount } = settlement;
  return (
    <ConfirmMoneyDialog
      title={`Cancel the batch of ${formatKes(amount)} for ${businessName}?`}
      action="Cancel batch"
      dismiss="Keep batch"
      busyLabel="Canceling..."
      isDangerous
      send={async (reason) => void (await call(cancelSettlement, { body: { batchId, reason } }))}
      said={{ title: 'Batch canceled', description: 'Its money is in what the merchant is owed again.' }}
      onClose={onClose}
    >
      <p className="muted">
        {formatKes(amount)} go back to what {businessName} is owed, for a later batch.
      </p>
    </ConfirmMoneyDialog>
  );
}

/**
 * Records the outcome of a pay-out that has no result. Another administrator must confirm it.
 */
function MarkDialog({ settlement, onClose }: MarkDialogProps) {
  const { batchId, businessName, netAmount } = settlement;
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [reference, setReference] = useState('');
  const [problem, setProblem] = useState<string>();
  const isPaid = outcome === 'paid';
  return (
    <ConfirmMoneyDialog
      title={`What became of the ${formatKes(netAmount)} for ${businessName}?`}
      action={isPaid ? 'Mark as paid' : 'Mark as not paid'}
      reason={isPaid ? 'none' : 'required'}
      check={() => {
        const isShort = isPaid && reference.trim().length < 4;
        setProblem(isShort ? NO_REFERENCE : undefined);
        return !isShort;
      }}
      send={async (reason) => {
        const body = isPaid ? { batchId, outcome, reference } : { batchId, outcome, reason };
        await call(proposeSettlementOutcome, { body });
      }}
      said={{ title: 'Marked', description: 'A second administrator must confirm it.' }}
      onClose={onClose}
    >
      <p className="muted">Check the statement first. Another administrator must confirm.</p>
      <RadioList label="Outcome" options={OUTCOMES} value={outcome} onChange={setOutcome} />
      {isPaid && (
        <TextField
          label="Reference"
          help="The bank’s reference, or M-PESA’s receipt"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={reference}
          error={problem}
          onChange={({ target }) => setReference(target.value)}
        />
      )}
    </ConfirmMoneyDialog>
  );
}
