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
import { ActionButton } from '../action-button.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { toastQueried } from '../say-queried.ts';
import { useRights } from '../use-rights.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { MarkDialog } from './mark-dialog.tsx';

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
      {asking === 'mark' && (
        <MarkDialog
          title={`What became of the ${formatKes(settlement.netAmount)} for ${settlement.businessName}?`}
          send={async (mark) => {
            const body = { batchId: settlement.batchId, ...mark };
            await call(proposeSettlementOutcome, { body });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function Check({ batchId }: Pick<AdminSettlement, 'batchId'>) {
  const refresh = useRefreshMoney();
  return (
    <ActionButton
      busyLabel="Asking..."
      execute={async () => {
        toastQueried((await call(checkSettlement, { body: { batchId } })).outcome);
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
      said={{ title: isByBank ? 'Approved: it waits for the next bank file' : 'Pay-out ordered' }}
      onClose={onClose}
    >
      <p className="muted">
        {isByBank
          ? `It goes to ${destination} with the next bank file. Mark the file as paid when the bank has paid.`
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
