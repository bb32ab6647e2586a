import type { Activity } from '@zawadi/contract/wallets';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { activityKinds, describeActivity, directionOf, hasReceipt } from '../activities/describe-activity.ts';
import { Facts } from '../../../ui/facts.tsx';
import { orderStatusWord } from '../order-status.ts';
import { ReceiptButton } from '../receipt-button.tsx';

/** Everything about one transaction, and its receipt. */
export function ActivityDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const { amount, reference } = activity;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={describeActivity(activity).title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {hasReceipt(activity) && <ReceiptButton requestId={activity.entityId} variant="primary" />}
        </>
      }
    >
      <Facts
        facts={[
          { label: say('Type'), value: say(activityKinds[activity.transactionType]) },
          {
            label: say('Amount'),
            value:
              amount === undefined ? (
                say('N/A')
              ) : (
                <Money amountShillings={Math.abs(amount)} direction={directionOf(activity)} />
              ),
          },
          { label: say('Status'), value: <StatusBadge status={orderStatusWord(activity.orderStatus)} /> },
          { label: say('Date'), value: exactTimeText(new Date(activity.timestamp)) },
          reference !== undefined && {
            label: say('M-PESA receipt'),
            value: <span className="code">{reference}</span>,
          },
        ]}
      />
    </Dialog>
  );
}
