import { Link } from '@tanstack/react-router';
import type { Activity } from '@zawadi/contract/wallets';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';
import { RefreshCw } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { orderStatusWord } from '../order-status.ts';
import { ReceiptButton } from '../receipt-button.tsx';
import { useStatusCheck, useWithdrawal } from '../redeem/use-withdrawal.ts';
import { withdrawalResult, withdrawalTransactionId } from '../redeem/withdrawal-progress.ts';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { PaymentSheet } from './payment-sheet.tsx';

/** A withdrawal to M-PESA; a pending one moves on by itself. */
export function WithdrawalPayment({ activity }: { activity: Activity }) {
  const query = useWithdrawal(activity.entityId);
  const { data: withdrawal } = query;
  const check = useStatusCheck(query.refetch);
  if (withdrawal === undefined) {
    if (query.error === null) return <FactsSkeleton rows={7} />;
    return (
      <LoadFailure of={query}>
        {say('Your money is safe. We could not ask how far this withdrawal is.')}
      </LoadFailure>
    );
  }
  const { orderStatus, msisdn, amount, fee, paidOut } = withdrawal;
  return (
    <PaymentSheet
      title={say('To {name} on M-PESA', { name: activity.counterparty ?? formatMsisdn(msisdn) })}
      at={activity.timestamp}
      amountShillings={amount}
      status={orderStatusWord(orderStatus)}
      words={wordsOf(withdrawal)}
      actions={<Actions orderStatus={orderStatus} requestId={activity.entityId} check={check} />}
      facts={[
        { label: say('To'), value: formatMsisdn(msisdn) },
        { label: say('From your wallet'), value: formatKes(amount) },
        { label: say('Fee'), value: formatKes(fee) },
        { label: say('You receive'), value: formatKes(paidOut) },
        { label: say('Date'), value: exactTimeText(new Date(activity.timestamp)) },
        {
          label: say('Transaction ID'),
          value: <span className="code">{withdrawalTransactionId(withdrawal)}</span>,
        },
      ]}
    />
  );
}

function wordsOf(withdrawal: WithdrawalState) {
  const { title, sentence } = withdrawalResult(withdrawal);
  return { title, sentence };
}

type ActionsProps = {
  orderStatus: WithdrawalState['orderStatus'];
  requestId: string;
  check: ReturnType<typeof useStatusCheck>;
};

function Actions({ orderStatus, requestId, check }: ActionsProps) {
  if (orderStatus === 'COMPLETED') return <ReceiptButton requestId={requestId} variant="primary" />;
  return (
    <>
      {orderStatus === 'PENDING' ? (
        <Button wide onClick={check.run} isBusy={check.isBusy} busyLabel={say('Checking...')}>
          <Icon of={RefreshCw} />
          {say('Check Status')}
        </Button>
      ) : (
        <Link
          to="/dashboard/redeem"
          search={
            orderStatus === 'REGISTERED' ? { way: 'withdraw', requestId, step: 2 } : { way: 'withdraw' }
          }
          className={buttonClass({ wide: true })}
        >
          {orderStatus === 'REGISTERED' ? say('Send it now') : say('Try again')}
        </Link>
      )}
      <GetHelp />
    </>
  );
}

export function GetHelp() {
  return (
    <Link to="/support" className={buttonClass({ variant: 'quiet' })}>
      {say('Get help')}
    </Link>
  );
}
