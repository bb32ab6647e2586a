import { queryTransaction } from '@zawadi/contract/transactions';
import { RefreshCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { refundVoucher } from '@zawadi/contract/voucher-actions';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { useRights } from '../use-rights.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { MarkWithdrawalDialog } from './mark-withdrawal-dialog.tsx';
import type { TransactionDetail } from './describe-transaction.ts';

/** What can be done about the payment itself, by the role of the administrator. */
export function TransactionActions({ detail, isWaiting }: { detail: TransactionDetail; isWaiting: boolean }) {
  const { actions, transaction, voucher } = detail;
  const { mayMoveMoney, mayAskAgain } = useRights();
  const [isRefunding, setIsRefunding] = useState(false);
  const [isMarking, setIsMarking] = useState(false);
  return (
    <>
      {actions.canQuery && mayAskAgain && <AskAgain transaction={transaction} />}
      {actions.canMark.length > 0 && mayMoveMoney && !isWaiting && (
        <Button variant="secondary" small onClick={() => setIsMarking(true)}>
          {actions.canMark.length > 1 ? 'Mark…' : 'M-PESA paid it after all…'}
        </Button>
      )}
      {isMarking && <MarkWithdrawalDialog detail={detail} onClose={() => setIsMarking(false)} />}
      {actions.canRefund && mayMoveMoney && !isWaiting && (
        <Button variant="secondary" small onClick={() => setIsRefunding(true)}>
          <Icon of={Undo2} />
          Refund
        </Button>
      )}
      {isRefunding && voucher !== undefined && (
        <RefundDialog transaction={transaction} voucher={voucher} onClose={() => setIsRefunding(false)} />
      )}
    </>
  );
}

type AskedType = Parameters<typeof askAgain>[0]['type'];

function AskAgain({ transaction: { type, transactionId } }: Pick<TransactionDetail, 'transaction'>) {
  const refresh = useRefreshMoney();
  if (!isAskable(type)) return null;
  return (
    <ActionButton
      busyLabel="Asking..."
      execute={async () => {
        const { status } = await askAgain({ type, transactionId });
        if (status === 'Pending') toast.success('M-PESA was asked', 'Its answer will appear here.');
        await refresh();
      }}
    >
      <Icon of={RefreshCw} />
      Ask M-PESA again
    </ActionButton>
  );
}

function askAgain(body: { type: 'Deposit' | 'Withdrawal' | 'Settlement' | 'Refund'; transactionId: string }) {
  return call(queryTransaction, { body });
}

function isAskable(type: TransactionDetail['transaction']['type']): type is AskedType {
  return type !== 'Redemption' && type !== 'Claim';
}

type RefundDialogProps = {
  transaction: TransactionDetail['transaction'];
  voucher: NonNullable<TransactionDetail['voucher']>;
  onClose: () => void;
};

/** Gives a bought voucher back, and says which way its money goes. */
function RefundDialog({ transaction, voucher, onClose }: RefundDialogProps) {
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

/** Which way the money of a refund goes: by M-PESA when nothing is spent, else to the buyer's wallet. */
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
      'Nothing is spent, so all that was paid, with our fee, goes back by M-PESA to the phone that paid. If M-PESA cannot, it goes to the buyer’s wallet.',
    said: 'M-PESA is giving the payment back. It appears under this voucher’s transactions.',
  };
}
