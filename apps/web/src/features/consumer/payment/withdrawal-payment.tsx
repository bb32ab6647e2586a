import { Link } from '@tanstack/react-router';
import type { Activity } from '@zawadi/contract/wallets';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { formatMsisdn } from '@zawadi/contract/text';
import { RefreshCw } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { activityWord } from '../order-status.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { useStatusCheck, useWithdrawal, type StatusCheck } from '../withdrawals/use-withdrawal.ts';
import { withdrawalAmounts, WithdrawalId } from '../withdrawals/withdrawal-facts.tsx';
import { withdrawalResult } from '../withdrawals/withdrawal-progress.ts';
import { CheckedStatus } from '../withdrawals/withdrawal-words.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { PaymentSheet } from './payment-sheet.tsx';

/** A withdrawal to M-PESA; polls while it is pending. */
export function WithdrawalPayment({ activity }: { activity: Activity }) {
  const query = useWithdrawal(activity.entityId);
  const { data: withdrawal } = query;
  const check = useStatusCheck(query.refetch);
  if (withdrawal === undefined) {
    if (query.error === null) return <FactsSkeleton rows={7} />;
    return (
      <LoadFailure of={query}>{say('Your money is safe. We could not check this withdrawal.')}</LoadFailure>
    );
  }
  const { orderStatus, msisdn, paidLate } = withdrawal;
  const amount = paidLate?.amount ?? withdrawal.amount;
  return (
    <PaymentSheet
      title={say('To {name} on M-PESA', { name: activity.counterparty ?? formatMsisdn(msisdn) })}
      at={activity.timestamp}
      amountShillings={amount}
      status={paidLate === undefined ? activityWord({ ...activity, orderStatus }) : 'Completed'}
      words={wordsOf(withdrawal)}
      actions={<Actions withdrawal={withdrawal} check={check} />}
      facts={[
        { label: say('To'), value: formatMsisdn(msisdn) },
        ...withdrawalAmounts(withdrawal, say('Fee')),
        { label: say('Date'), value: exactTimeText(new Date(activity.timestamp)) },
        { label: say('Transaction ID'), value: <WithdrawalId withdrawal={withdrawal} /> },
      ]}
    />
  );
}

function wordsOf(withdrawal: WithdrawalState) {
  const { title, sentence } = withdrawalResult(withdrawal);
  return { title, sentence };
}

type ActionsProps = { withdrawal: WithdrawalState; check: StatusCheck };

function Actions({ withdrawal, check }: ActionsProps) {
  const { orderStatus, requestId } = withdrawal;
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
      <CheckedStatus withdrawal={withdrawal} check={check} />
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
