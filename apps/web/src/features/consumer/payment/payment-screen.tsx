import { Link, useParams } from '@tanstack/react-router';
import type { Activity } from '@zawadi/contract/wallets';
import { CallRefused } from '../../../api/call.ts';
import { say, translated } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { ProblemReports } from '../support/report-problem.tsx';
import { useHistoryEntry } from '../wallets/use-history-entry.ts';
import { activityKinds } from '../activities/describe-activity.ts';
import { activityWord } from '../order-status.ts';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { GiftPayment } from './gift-payment.tsx';
import { PaymentSheet } from './payment-sheet.tsx';
import { PurchasePayment } from './purchase-payment.tsx';
import { WithdrawalPayment } from './withdrawal-payment.tsx';

/** One transaction of the history: what happened to the money, and the possible actions. */
export function PaymentScreen() {
  const { id } = useParams({ from: '/dashboard/transactions/$id' });
  const entry = useHistoryEntry(id);
  if (entry.data !== undefined) {
    return (
      <div className="stack">
        <Payment activity={entry.data} />
        <ProblemReports
          about={{ kind: 'payment', paymentId: id }}
          subject={translated(entry.data.description)}
        />
      </div>
    );
  }
  if (entry.error === null) return <FactsSkeleton rows={7} />;
  if (entry.error instanceof CallRefused && [404, 422].includes(entry.error.status)) return <NotFound />;
  return <LoadFailure of={entry}>{say('Your money is safe. We could not reach the server.')}</LoadFailure>;
}

function Payment({ activity }: { activity: Activity }) {
  const { transactionType, voucherId } = activity;
  if (transactionType === 'GIFT_PURCHASE') return <PurchasePayment activity={activity} />;
  // An entry without a phone number is a posting: its withdrawal was canceled, or was paid after all.
  if (transactionType === 'WITHDRAWAL' && activity.msisdn !== undefined)
    return <WithdrawalPayment activity={activity} />;
  if (voucherId !== undefined) return <GiftPayment activity={activity} voucherId={voucherId} />;
  return (
    <PaymentSheet
      title={translated(activity.description)}
      at={activity.timestamp}
      amountShillings={activity.amount ?? 0}
      status={activityWord(activity)}
      facts={[
        { label: say('Type'), value: say(activityKinds[transactionType]) },
        { label: say('Date'), value: exactTimeText(new Date(activity.timestamp)) },
        activity.reference !== undefined && {
          label: say('M-PESA receipt'),
          value: <span className="code">{activity.reference}</span>,
        },
      ]}
    />
  );
}

function NotFound() {
  return (
    <Sheet>
      <EmptyState
        title={say('We could not find this payment')}
        action={
          <Link to="/dashboard/transactions" className={buttonClass({ variant: 'secondary' })}>
            {say('Transaction History')}
          </Link>
        }
      />
    </Sheet>
  );
}
