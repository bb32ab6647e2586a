import { formatKes } from '@zawadi/contract/money';
import type { OrderStatus, PurchaseState } from '@zawadi/contract/payments';
import type { PublicSettings } from '@zawadi/contract/settings';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { feeLabel } from '../amount.ts';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { useVoucher } from '../../voucher-page/use-voucher.ts';
import { canBeClaimed } from '../../voucher-page/voucher-page-state.ts';
import { Facts } from '../facts.tsx';
import { orderStatusWord } from '../order-status.ts';
import { ResultMark } from '../result-mark.tsx';
import { ConfirmationWords } from './confirmation-words.tsx';
import type { GiftWords } from './gift-words.ts';
import { OwnGift } from './own-gift.tsx';
import { PurchaseTicket } from './purchase-ticket.tsx';
import { transactionId } from './purchase-progress.ts';
import { PURCHASE_STEPS } from './steps.ts';

type ConfirmationStepProps = {
  purchase: PurchaseState;
  words: GiftWords;
  settings: PublicSettings;
  onToPayment: () => void;
  onNewTransaction: () => void;
};

const markOf = { Completed: 'completed', Pending: 'pending', Canceled: 'canceled' } as const;

/** Step 3: the true state of the purchase, whatever button led here; a pending one moves on by itself. */
export function ConfirmationStep({
  purchase,
  words,
  settings,
  onToPayment,
  onNewTransaction,
}: ConfirmationStepProps) {
  const claimToken = purchase.voucher?.claimToken;
  const { data: ownVoucher } = useVoucher(claimToken);
  const status = orderStatusWord(purchase.orderStatus);
  const isCompleted = status === 'Completed';
  const isPromptNext = purchase.orderStatus === 'CANCELED' || purchase.orderStatus === 'REGISTERED';
  return (
    <div className="cols form">
      <section className="stack-5">
        <Stepper steps={PURCHASE_STEPS} current={3} />
        <div className="sheet">
          <div className="result pb-4">
            <ResultMark of={markOf[status]} />
            <ConfirmationWords purchase={purchase} words={words} />
            {claimToken !== undefined && (
              <OwnGift claimToken={claimToken} canBeAdded={!ownVoucher || canBeClaimed(ownVoucher.status)} />
            )}
          </div>
          <div className="pad pt-0">
            <Facts
              facts={[
                {
                  label: 'Transaction ID',
                  value: <span className="code">{transactionId(purchase.requestId)}</span>,
                },
                purchase.mpesaReceipt !== undefined && {
                  label: 'M-PESA receipt',
                  value: <span className="code">{purchase.mpesaReceipt}</span>,
                },
                { label: 'Status', value: <StatusBadge status={status} /> },
                { label: isCompleted ? 'You paid' : 'You pay', value: formatKes(purchase.amount) },
                { label: feeLabel(settings.depositFeeBasisPoints), value: formatKes(purchase.fee) },
                { label: `${words.recipientFirstName} gets`, value: formatKes(purchase.value) },
              ]}
            />
          </div>
        </div>
        <div className="actions">
          {!isCompleted && (
            <Button
              variant={isPromptNext ? 'primary' : 'secondary'}
              className={pushed(isPromptNext)}
              onClick={onToPayment}
            >
              {toPaymentLabels[purchase.orderStatus]}
            </Button>
          )}
          <Button
            variant={isPromptNext ? 'secondary' : 'primary'}
            className={pushed(!isPromptNext)}
            onClick={onNewTransaction}
          >
            New Transaction
          </Button>
        </div>
      </section>
      <PurchaseTicket
        purchase={purchase}
        words={words}
        settings={settings}
        state={ownVoucher && ticketStateOf(ownVoucher.status)}
      />
    </div>
  );
}

const toPaymentLabels = {
  REGISTERED: 'Pay now',
  PENDING: 'Back',
  CANCELED: 'Try again',
  COMPLETED: 'Back',
} as const satisfies Record<OrderStatus, string>;

/** The main action stands apart: to the right on desks, on top on phones. */
function pushed(isMain: boolean): string | undefined {
  return isMain ? 'push' : undefined;
}
