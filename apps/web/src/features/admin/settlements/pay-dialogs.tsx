import {
  approveSettlement,
  cancelSettlement,
  type AdminSettlement,
} from '@zawadi/contract/settlements-admin';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';

type BatchDialogProps = { settlement: AdminSettlement; onClose: () => void };

/** The approval of a batch, or another try after one that failed. */
export function PayDialog({ settlement, onClose }: BatchDialogProps) {
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

/** Takes a batch apart: what was in it is owed again. */
export function CancelDialog({ settlement, onClose }: BatchDialogProps) {
  const { batchId, businessName, amount } = settlement;
  return (
    <ConfirmMoneyDialog
      title={`Cancel the batch of ${formatKes(amount)} for ${businessName}?`}
      action="Cancel batch"
      busyLabel="Canceling..."
      isDangerous
      send={async (reason) => void (await call(cancelSettlement, { body: { batchId, reason } }))}
      said={{ title: 'Batch canceled', description: 'Its money is in what the merchant is owed again.' }}
      onClose={onClose}
    >
      <p className="muted">
        Nothing is paid. {formatKes(amount)} return to what {businessName} is owed, and come with a later
        batch.
      </p>
    </ConfirmMoneyDialog>
  );
}
