import { refundVoucher } from '@zawadi/contract/admin-vouchers';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { MoneyDeedDialog } from '../deeds/money-deed-dialog.tsx';
import type { MovementDetail } from './movement-words.ts';

type RefundDialogProps = {
  transaction: MovementDetail['transaction'];
  voucher: NonNullable<MovementDetail['voucher']>;
  onClose: () => void;
};

/** Gives a bought voucher back, and says which way its money goes. */
export function RefundDialog({ transaction, voucher, onClose }: RefundDialogProps) {
  const { voucherId, recipientName } = voucher;
  const words = refundWords({ transaction, voucher });
  return (
    <MoneyDeedDialog
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
    </MoneyDeedDialog>
  );
}

type Refunded = Pick<RefundDialogProps, 'transaction' | 'voucher'>;

/** Nothing spent: all that was paid goes back by M-PESA. Partly spent: what is left goes to the wallet. */
export function refundWords({ transaction, voucher: { value, balance } }: Refunded) {
  if (balance < value) {
    return {
      amount: formatKes(balance),
      effect: `A part is spent, so the ${formatKes(balance)} that are left go to the buyer’s wallet. Our fee is not given back.`,
      said: 'What was left is in the buyer’s wallet.',
    };
  }
  const amount = transaction.type === 'Deposit' ? formatKes(transaction.amount) : 'all';
  return {
    amount,
    effect:
      'Nothing is spent, so all that was paid, with our fee, goes back by M-PESA to the phone that paid. If M-PESA cannot, it goes to the buyer’s wallet.',
    said: 'M-PESA is giving the payment back. It appears under this voucher’s transactions.',
  };
}
