import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/payments';
import type { PublicSettings } from '@zawadi/contract/settings';
import { StatusBadge } from '../../../ui/badge.tsx';
import { feeLabel } from '../amount.ts';
import { Facts } from '../facts.tsx';
import { orderStatusWord } from '../order-status.ts';
import { transactionId } from './purchase-progress.ts';

type PurchaseFactsProps = { purchase: PurchaseState; recipientFirstName: string; settings: PublicSettings };

/** What a purchase consists of; what is paid is only called so when it is. */
export function PurchaseFacts({ purchase, recipientFirstName, settings }: PurchaseFactsProps) {
  const status = orderStatusWord(purchase.orderStatus);
  return (
    <Facts
      facts={[
        { label: 'Transaction ID', value: <span className="code">{transactionId(purchase.requestId)}</span> },
        purchase.mpesaReceipt !== undefined && {
          label: 'M-PESA receipt',
          value: <span className="code">{purchase.mpesaReceipt}</span>,
        },
        { label: 'Status', value: <StatusBadge status={status} /> },
        { label: status === 'Completed' ? 'You paid' : 'You pay', value: formatKes(purchase.amount) },
        { label: feeLabel(settings.depositFeeBasisPoints), value: formatKes(purchase.fee) },
        { label: `${recipientFirstName} gets`, value: formatKes(purchase.value) },
      ]}
    />
  );
}
