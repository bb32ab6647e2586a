import { formatKes } from '@zawadi/contract/money';
import { refundVoucher } from '@zawadi/contract/voucher-actions';
import { call } from '../../../api/call.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

type RefundDialogProps = {
  transaction: TransactionDetail['transaction'];
  voucher: NonNullable<TransactionDetail['voucher']>;
  onClose: () => void;
};

/** Refunds a bought voucher, and shows whether the money goes to M-PESA or the wallet. */
export function RefundDialog({ transaction, voucher, onClose }: RefundDialogProps) {
  const { voucherId, recipientName } = voucher;
  const words = refundWords({ transaction, voucher });
  return (
    <ConfirmMoneyDialog
      title={`Refund ${words.amount} of ${recipientName}’s voucher?`}
      action="Refund"
      busyLabel="Refunding..."
      isDangerous
      planned={{ kind: 'refund', voucherId }}
      send={async (reason) => call(refundVoucher, { body: { voucherId, reason } })}
      said={{ title: 'Refund started', description: words.said }}
      onClose={onClose}
    >
      <p className="muted">{words.effect} The code stops working at once.</p>
    </ConfirmMoneyDialog>
  );
}

type Refunded = {
  transaction: Pick<TransactionDetail['transaction'], 'type' | 'amount' | 'reference'>;
  voucher: Pick<NonNullable<TransactionDetail['voucher']>, 'value' | 'balance'>;
};

type RefundWords = { amount: string; effect: string; said: string };

/** Describes a refund: by M-PESA if nothing was spent, otherwise to the buyer's wallet. */
export function refundWords({ transaction, voucher: { value, balance } }: Refunded): RefundWords {
  if (balance < value) {
    return {
      amount: formatKes(balance),
      effect: `A part is spent, so the ${formatKes(balance)} that are left go to the buyer’s wallet. Our fee is not given back.`,
      said: 'What was left is in the buyer’s wallet.',
    };
  }
  const isPayment = transaction.type === 'Deposit';
  const amount = isPayment ? formatKes(transaction.amount) : 'all';
  if (isPayment && transaction.reference === undefined) {
    return {
      amount,
      effect:
        'Nothing is spent, so all that was paid is given back, with our fee. We look for its receipt at M-PESA first: with it the money goes back to the phone that paid, without it to the buyer’s wallet.',
      said: 'The money is on its way back. It appears under this voucher’s transactions.',
    };
  }
  return {
    amount,
    effect:
      'Nothing is spent, so the whole payment, with our fee, goes back by M-PESA to the phone that paid. If M-PESA cannot do this, it goes to the buyer’s wallet.',
    said: 'M-PESA is giving the payment back. It appears under this voucher’s transactions.',
  };
}
