import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { feeLabel } from '../amount.ts';
import { Facts } from '../../../ui/facts.tsx';
import { orderStatusWord } from '../order-status.ts';
import { transactionId } from './purchase-progress.ts';

type PurchaseFactsProps = { purchase: PurchaseState; recipientFirstName: string; settings: PublicSettings };

/** What a purchase consists of; what is paid is only called so when it is. */
export function PurchaseFacts({ purchase, recipientFirstName, settings }: PurchaseFactsProps) {
  const status = orderStatusWord(purchase.orderStatus);
  return (
    <Facts
      facts={[
        {
          label: say('Transaction ID'),
          value: <span className="code">{transactionId(purchase.requestId)}</span>,
        },
        purchase.mpesaReceipt !== undefined && {
          label: say('M-PESA receipt'),
          value: <span className="code">{purchase.mpesaReceipt}</span>,
        },
        { label: say('Status'), value: <StatusBadge status={status} /> },
        {
          label: status === 'Completed' ? say('You paid') : say('You pay'),
          value: formatKes(purchase.amount),
        },
        purchase.deliverAt !== undefined && {
          label: say('Arrives'),
          value: appointmentText(new Date(purchase.deliverAt)),
        },
        { label: feeLabel(settings.depositFeeBasisPoints), value: formatKes(purchase.fee) },
        { label: say('{name} gets', { name: recipientFirstName }), value: formatKes(purchase.value) },
      ]}
    />
  );
}
