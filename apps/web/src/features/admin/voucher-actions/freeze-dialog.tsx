import { freezeVoucher, unfreezeVoucher } from '@zawadi/contract/voucher-actions';
import { call } from '../../../api/call.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

type FreezeDialogProps = { voucher: NonNullable<TransactionDetail['voucher']>; onClose: () => void };

/** Freezes a voucher for support, at once; can be undone. */
export function FreezeDialog({ voucher: { voucherId, recipientName }, onClose }: FreezeDialogProps) {
  return (
    <ConfirmMoneyDialog
      title={`Freeze ${recipientName}’s voucher?`}
      action="Freeze voucher"
      busyLabel="Freezing..."
      isDangerous
      send={async (reason) => void (await call(freezeVoucher, { body: { voucherId, reason } }))}
      said={{ title: 'Voucher frozen', description: 'Nothing can be taken from it until it is unfrozen.' }}
      onClose={onClose}
    >
      <p className="muted">
        From this moment no shop can redeem it and it cannot be added to a wallet; the code is not shown.
        Nothing is taken away: you can unfreeze it, and the days it was frozen are given back.
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
        Its code works again, unless a refund or void of it still waits for approval. The days it was frozen
        are added to its last day.
      </p>
    </ConfirmMoneyDialog>
  );
}
