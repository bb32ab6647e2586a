import { freezeVoucher, unfreezeVoucher } from '@zawadi/contract/voucher-actions';
import { call } from '../../../api/call.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

type FreezeDialogProps = { voucher: NonNullable<TransactionDetail['voucher']>; onClose: () => void };

/** Freezes a voucher at once; support can unfreeze it later. */
export function FreezeDialog({ voucher: { voucherId, recipientName }, onClose }: FreezeDialogProps) {
  return (
    <ConfirmMoneyDialog
      title={`Freeze ${recipientName}’s voucher?`}
      action="Freeze voucher"
      busyLabel="Freezing..."
      isDangerous
      send={async (reason) => void (await call(freezeVoucher, { body: { voucherId, reason } }))}
      said={{ title: 'Voucher frozen', description: 'Nobody can spend it until you unfreeze it.' }}
      onClose={onClose}
    >
      <p className="muted">
        From now on no shop can redeem it, nobody can add it to a wallet, and its code is hidden. You can
        unfreeze it, and we add the frozen days to its last day.
      </p>
    </ConfirmMoneyDialog>
  );
}

export function UnfreezeDialog({ voucher: { voucherId, recipientName }, onClose }: FreezeDialogProps) {
  return (
    <ConfirmMoneyDialog
      title={`Unfreeze ${recipientName}’s voucher?`}
      action="Unfreeze voucher"
      busyLabel="Unfreezing..."
      send={async (reason) => void (await call(unfreezeVoucher, { body: { voucherId, reason } }))}
      said={{ title: 'Voucher unfrozen' }}
      onClose={onClose}
    >
      <p className="muted">
        Its code works again, unless a refund or void of it is still waiting for approval. We add the frozen
        days to its last day.
      </p>
    </ConfirmMoneyDialog>
  );
}
