import { queryTransaction } from '@zawadi/contract/transactions-queries';
import { RefreshCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { toastQueried } from '../say-queried.ts';
import { useRights } from '../use-rights.ts';
import { RefundDialog } from '../voucher-actions/refund-dialog.tsx';
import { MarkWithdrawalDialog } from '../withdrawals/mark-withdrawal-dialog.tsx';
import type { TransactionDetail } from './describe-transaction.ts';

/** Actions on the payment that the administrator's role permits. */
export function TransactionActions({ detail, isWaiting }: { detail: TransactionDetail; isWaiting: boolean }) {
  const { actions, transaction, voucher } = detail;
  const { mayMoveMoney, mayAskForMoney, mayQueryAndResend } = useRights();
  const [isRefunding, setIsRefunding] = useState(false);
  const [isMarking, setIsMarking] = useState(false);
  return (
    <>
      {actions.canQuery && mayQueryAndResend && <AskAgain transaction={transaction} />}
      {actions.canMark.length > 0 && mayMoveMoney && !isWaiting && (
        <Button variant="secondary" small onClick={() => setIsMarking(true)}>
          {actions.canMark.length > 1 ? 'Mark…' : 'M-PESA paid it after all…'}
        </Button>
      )}
      {isMarking && <MarkWithdrawalDialog detail={detail} onClose={() => setIsMarking(false)} />}
      {actions.canRefund && mayAskForMoney && !isWaiting && (
        <Button variant="secondary" small onClick={() => setIsRefunding(true)}>
          <Icon of={Undo2} />
          {mayMoveMoney ? 'Refund' : 'Ask for a refund'}
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
        const { outcome } = await askAgain({ type, transactionId });
        toastQueried(outcome);
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
