import { refundVoucher } from '@zawadi/contract/voucher-actions';
import { call } from '../../../api/call.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from './describe-transaction.ts';
import { refundWords } from './refund-words.ts';

type RefundDialogProps = {
  transaction: TransactionDetail['transaction'];
  voucher: NonNullable<TransactionDetail['voucher']>;
  onClose: () => void;
};

/** Gives a bought voucher back, and says which way its money goes. */
export function RefundDialog({ transaction, voucher, onClose }: RefundDialogProps) {
  const { voucherId, recipientName } = voucher;
  const words = refundWords({ transaction, voucher });
  return (
    <ConfirmMoneyDialog
      title={`Refund ${words.amount} of ${recipientName}’s voucher?`}
      action="Refund"
      busyLabel="Refunding..."
      isDangerous
      send={async (reason) => call(refundVoucher, { body: { voucherId, reason } })}
      said={{ title: 'Refund started', description: words.said }}
      onClose={onClose}
    >
      <p className="muted">{words.effect} The code dies at once; nobody can spend it any more.</p>
      <p className="muted">A large amount waits for a second administrator first.</p>
    </ConfirmMoneyDialog>
  );
}
