import { lazy, Suspense } from 'react';
import type { OrderStatus, PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { formatKes } from '@zawadi/contract/money';
import { shortReference } from '@zawadi/contract/short-reference';
import { say, type Phrase } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { ResultMark } from '../../../ui/result-mark.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { useVoucher } from '../../voucher-page/use-voucher.ts';
import { orderStatusWord } from '../order-status.ts';
import { useStateCard } from '../use-state-card.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { feeLabel } from '../amount.ts';
import { ConfirmationWords } from './confirmation-words.tsx';
import { isSmsDoubtful } from '../vouchers/sent-gift-words.ts';
import { TellRecipient } from '../vouchers/tell-recipient.tsx';
import { UndeliveredGift } from '../vouchers/undelivered-gift.tsx';
import { useSentGiftsOf } from '../vouchers/use-gifts.ts';
import { isAhead } from './delivery.ts';
import type { GiftWords } from './gift-words.ts';
import { PurchaseTicket } from './purchase-ticket.tsx';
import { PURCHASE_STEPS } from './steps.ts';
import { FetchPaymentButton } from './fetch-payment-button.tsx';
import { useFetchPayment } from './use-purchase.ts';

// Needed only for a gift to oneself.
const OwnGift = lazy(async () => ({ default: (await import('./own-gift.tsx')).OwnGift }));

type ConfirmationStepProps = {
  purchase: PurchaseState;
  words: GiftWords;
  settings: PublicSettings;
  onToPayment: () => void;
  onNewTransaction: () => void;
};

const markOf = { Completed: 'completed', Pending: 'pending', Canceled: 'canceled' } as const;

/** Step 3: the state of the purchase as the server reports it; polls while the purchase is pending. */
export function ConfirmationStep({
  purchase,
  words,
  settings,
  onToPayment,
  onNewTransaction,
}: ConfirmationStepProps) {
  const claimToken = purchase.gifts === undefined ? purchase.voucher?.claimToken : undefined;
  const card = useStateCard(purchase.orderStatus);
  const { data: ownVoucher } = useVoucher(claimToken);
  const isTold =
    purchase.orderStatus === 'COMPLETED' && purchase.gifts === undefined && claimToken === undefined;
  const [gift] = useSentGiftsOf(purchase.requestId, isTold);
  const status = orderStatusWord(purchase.orderStatus);
  return (
    <div className="cols form">
      <section className="stack-5">
        <Stepper steps={PURCHASE_STEPS} current={3} />
        <div className="sheet state-card" ref={card}>
          <div className="result pb-4">
            <ResultMark of={markOf[status]} />
            <ConfirmationWords purchase={purchase} words={words} gift={gift} />
            {claimToken !== undefined && (
              <Suspense fallback={null}>
                <OwnGift claimToken={claimToken} status={ownVoucher?.status} />
              </Suspense>
            )}
          </div>
          {gift && isSmsDoubtful(gift) && (
            <div className="pad pt-0">
              <UndeliveredGift gift={gift} />
            </div>
          )}
          <div className="pad pt-0">
            <PurchaseFacts
              purchase={purchase}
              recipientFirstName={words.recipientFirstName}
              settings={settings}
            />
          </div>
        </div>
        <ConfirmationActions {...{ purchase, onToPayment, onNewTransaction }} />
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

type ConfirmationActionsProps = Pick<ConfirmationStepProps, 'purchase' | 'onToPayment' | 'onNewTransaction'>;

/** Buttons of step 3. Until M-PESA answers, the primary button checks the payment again instead of paying again. */
function ConfirmationActions({ purchase, onToPayment, onNewTransaction }: ConfirmationActionsProps) {
  const { requestId, orderStatus } = purchase;
  const fetching = useFetchPayment(purchase);
  const isPending = orderStatus === 'PENDING';
  const { voucher, deliverAt, gifts } = purchase;
  // The buyer can notify the recipient, unless the gift is for the buyer or is scheduled and still a secret.
  const isTold =
    gifts === undefined &&
    voucher?.status === 'ACTIVE' &&
    voucher.claimToken === undefined &&
    !isAhead(deliverAt);
  const isPromptNext = orderStatus === 'CANCELED' || orderStatus === 'REGISTERED';
  return (
    <div className="actions">
      {orderStatus === 'COMPLETED' ? (
        <>
          <ReceiptButton requestId={requestId} />
          {isTold && <TellRecipient {...purchase} isMain />}
        </>
      ) : (
        <Button
          variant={isPromptNext ? 'primary' : 'secondary'}
          className={pushed(isPromptNext)}
          onClick={onToPayment}
        >
          {say(toPaymentLabels[orderStatus])}
        </Button>
      )}
      <Button variant="secondary" className="px-4" onClick={onNewTransaction}>
        {say('New Transaction')}
      </Button>
      {isPending && <FetchPaymentButton fetching={fetching} className="push px-4" />}
    </div>
  );
}

const toPaymentLabels = {
  REGISTERED: 'Pay now',
  PENDING: 'Back',
  CANCELED: 'Try again',
} as const satisfies Record<Exclude<OrderStatus, 'COMPLETED'>, Phrase>;

/** Returns the class that separates the main button: at the right on desktops, on top on phones. */
function pushed(isMain: boolean): string {
  return isMain ? 'push' : 'px-4';
}

type PurchaseFactsProps = { purchase: PurchaseState; recipientFirstName: string; settings: PublicSettings };

/** Details of a purchase; the label says "paid" only after the payment. */
function PurchaseFacts({ purchase, recipientFirstName, settings }: PurchaseFactsProps) {
  const status = orderStatusWord(purchase.orderStatus);
  return (
    <Facts
      facts={[
        {
          label: say('Transaction ID'),
          value: <span className="code">{shortReference(purchase.requestId)}</span>,
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
        purchase.paidBy === 'wallet' && { label: say('Paid from'), value: say('Your wallet') },
        purchase.gifts === undefined &&
          purchase.deliverAt !== undefined && {
            label: say('Arrives'),
            value: appointmentText(new Date(purchase.deliverAt)),
          },
        { label: feeLabel(settings.depositFeeBasisPoints), value: formatKes(purchase.fee) },
        {
          label:
            purchase.gifts === undefined
              ? say('{name} gets', { name: recipientFirstName })
              : say('They get together'),
          value: formatKes(purchase.value),
        },
      ]}
    />
  );
}
