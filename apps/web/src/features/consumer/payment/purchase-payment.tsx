import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { PurchaseState } from '@zawadi/contract/purchases';
import { sentGifts, type SentGift } from '@zawadi/contract/vouchers-gifts';
import type { Activity } from '@zawadi/contract/wallets';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';
import { shortReference } from '@zawadi/contract/short-reference';
import { Gift } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button, buttonClass, type ButtonLook } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import type { StatusWord } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useUser } from '../../session/session.tsx';
import { FetchPaymentButton } from '../purchases/fetch-payment-button.tsx';
import { purchaseWords } from '../purchases/confirmation-words.tsx';
import { emptyGift } from '../purchases/gift-form.ts';
import { keepTypedGift } from '../purchases/gift-draft.ts';
import { giftWords } from '../purchases/gift-words.ts';
import { ticketStateOfPurchase } from '../purchases/purchase-ticket.tsx';
import { useFetchPayment, usePurchase } from '../purchases/use-purchase.ts';
import { ScheduledActions, type ScheduledQuestion } from '../vouchers/scheduled-actions.tsx';
import { isOver, sentGiftState } from '../vouchers/sent-gift-words.ts';
import { TellRecipient } from '../vouchers/tell-recipient.tsx';
import { activityWord } from '../order-status.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { giftThread, sentGiftWords } from './purchase-words.ts';
import { PaymentSheet } from './payment-sheet.tsx';
import { GetHelp } from './withdrawal-payment.tsx';

// Loaded on demand, because it needs the form library.
const SentGiftDialog = lazy(async () => ({
  default: (await import('../vouchers/sent-gift-dialog.tsx')).SentGiftDialog,
}));
const CorrectRecipient = lazy(async () => ({
  default: (await import('../vouchers/sent-gift-dialog.tsx')).CorrectRecipient,
}));
const ScheduledDialog = lazy(async () => ({
  default: (await import('../vouchers/scheduled-dialog.tsx')).ScheduledDialog,
}));

/** A gift that the signed-in consumer bought, or tried to buy. */
export function PurchasePayment({ activity }: { activity: Activity }) {
  const { entityId: requestId } = activity;
  const user = useUser();
  const query = usePurchase(requestId);
  const { data: purchase } = query;
  const gift = useSentGift(requestId, purchase?.orderStatus === 'COMPLETED');
  if (purchase === undefined) {
    if (query.error === null) return <FactsSkeleton rows={7} />;
    return <LoadFailure of={query}>{say('If you have entered your PIN, your payment is safe.')}</LoadFailure>;
  }
  const words = giftWords(purchase, user.firstName);
  const isPaid = purchase.orderStatus === 'COMPLETED';
  const state = gift && sentGiftState(gift);
  return (
    <PaymentSheet
      title={say('Gift for {name}', { name: purchase.recipientName })}
      at={activity.timestamp}
      cloth={purchase.cloth}
      amountShillings={purchase.amount}
      status={statusOf(activity, purchase, state)}
      words={gift ? sentGiftWords(gift) : purchaseWords(purchase, words)}
      actions={<Actions purchase={purchase} gift={gift} />}
      thread={giftThread(purchase, gift)}
      facts={[
        { label: isPaid ? say('You paid') : say('You pay'), value: formatKes(purchase.amount) },
        { label: say('Fee'), value: formatKes(purchase.fee) },
        {
          label: say('{name} gets', { name: words.recipientFirstName }),
          value: formatKes(purchase.value),
        },
        { label: say('Recipient’s phone'), value: formatMsisdn(purchase.recipientMsisdn) },
        { label: say('Paying number'), value: purchase.paidFrom ?? formatMsisdn(purchase.partyA) },
        purchase.deliverAt !== undefined &&
          state !== 'Refunded' && {
            label: say('Arrives'),
            value: appointmentText(new Date(purchase.deliverAt)),
          },
        purchase.mpesaReceipt !== undefined && {
          label: say('M-PESA receipt'),
          value: <span className="code">{purchase.mpesaReceipt}</span>,
        },
        {
          label: say('Reference'),
          value: <span className="code">{purchase.billReferenceNumber}</span>,
        },
        {
          label: say('Transaction ID'),
          value: <span className="code">{shortReference(purchase.requestId)}</span>,
        },
      ]}
      ticket={
        <Ticket
          {...words}
          state={state ?? ticketStateOfPurchase(purchase)}
          valueShillings={purchase.value}
          lastFour={purchase.voucher?.lastFour}
          expiresAt={purchase.voucher?.expiresAt}
          deliverAt={purchase.deliverAt}
        />
      }
    />
  );
}

/** Returns the state to show; a refund takes precedence. After a cancellation, `gift` is updated before `activity`. */
function statusOf(
  { refundState }: Activity,
  { orderStatus }: PurchaseState,
  gift: ReturnType<typeof sentGiftState> | undefined,
): StatusWord {
  if (refundState === undefined && (gift === 'Scheduled' || gift === 'Refunded')) return gift;
  return activityWord({ orderStatus, refundState });
}

/** Loads the bought gift after its payment. */
function useSentGift(requestId: string, isPaid: boolean): SentGift | undefined {
  const { data } = useQuery({
    queryKey: [...queryKeys.sentGifts, requestId],
    enabled: isPaid,
    queryFn: ({ signal }) => call(sentGifts, { query: { requestId }, signal }),
  });
  return data?.gifts[0];
}

type ActionsProps = { purchase: PurchaseState; gift: SentGift | undefined };

function Actions({ purchase, gift }: ActionsProps) {
  const { requestId, orderStatus } = purchase;
  const [isChanging, setIsChanging] = useState(false);
  const fill = useFilledForm(purchase);
  if (orderStatus === 'PENDING') return <PendingActions purchase={purchase} />;
  if (orderStatus !== 'COMPLETED') {
    return (
      <>
        <Link
          to="/dashboard/buy-gifts"
          search={{ requestId, step: 2 }}
          className={buttonClass({ wide: true })}
        >
          {orderStatus === 'CANCELED' ? say('Try again') : say('Pay now')}
        </Link>
        <PayByHandLink requestId={requestId} look={{ variant: 'secondary' }} />
        <Button variant="secondary" onClick={() => fill({ isSameGift: true })}>
          {say('Change details')}
        </Button>
        <GetHelp />
      </>
    );
  }
  if (gift?.canBeMoved === true) return <WaitingActions requestId={requestId} gift={gift} />;
  return (
    <>
      <Button variant="accent" wide onClick={() => fill({ isSameGift: false })}>
        <Icon of={Gift} />
        {say('Give again')}
      </Button>
      <ReceiptButton requestId={requestId} isShort />
      {gift && !isOver(gift.status) && (
        <>
          <TellRecipient {...gift} />
          <Button variant="secondary" onClick={() => setIsChanging(true)}>
            {say('Send again')}
          </Button>
        </>
      )}
      {gift && isChanging && (
        <Suspense>
          <SentGiftDialog gift={gift} onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Actions on a gift before its delivery: change its time, send it now, cancel it, or correct the recipient. */
function WaitingActions({ requestId, gift }: { requestId: string; gift: SentGift }) {
  const [question, setQuestion] = useState<ScheduledQuestion | 'correct'>();
  const onClose = () => setQuestion(undefined);
  return (
    <>
      <ScheduledActions gift={gift} onAsk={setQuestion} />
      <ReceiptButton requestId={requestId} isShort />
      {gift.canBeCorrected && (
        <Button variant="secondary" onClick={() => setQuestion('correct')}>
          {say('Correct recipient')}
        </Button>
      )}
      {question !== undefined && (
        <Suspense>
          {question === 'correct' ? (
            <CorrectRecipient gift={gift} onClose={onClose} />
          ) : (
            <ScheduledDialog question={question} gift={gift} onClose={onClose} />
          )}
        </Suspense>
      )}
    </>
  );
}

/** Actions on a pending payment. Until M-PESA answers, no button starts a second payment. */
function PendingActions({ purchase }: Pick<ActionsProps, 'purchase'>) {
  const fetching = useFetchPayment(purchase);
  return (
    <>
      <FetchPaymentButton fetching={fetching} wide />
      {purchase.paymentCheck === undefined && (
        <PayByHandLink requestId={purchase.requestId} look={{ variant: 'quiet' }} />
      )}
      <GetHelp />
    </>
  );
}

/** Link for buyers who get no prompt on the phone. The next page warns against paying twice. */
function PayByHandLink({ requestId, look }: { requestId: string; look: ButtonLook }) {
  return (
    <Link to="/dashboard/buy-gifts" search={{ requestId, step: 2, by: 'hand' }} className={buttonClass(look)}>
      {say('Pay with Pay Bill')}
    </Link>
  );
}

/**
 * Returns functions that open the gift form filled with this gift: unchanged, with corrections, or for the same person
 * again.
 */
function useFilledForm(purchase: PurchaseState) {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  return ({ isSameGift }: { isSameGift: boolean }) => {
    const { recipientName, recipientMsisdn, recipientEmail, copyEmail, cloth, message, amount } = purchase;
    keepTypedGift(userId, {
      ...emptyGift,
      fullName: recipientName,
      phone: recipientMsisdn,
      email: copyEmail ?? recipientEmail,
      copyToBuyer: copyEmail !== undefined,
      cloth,
      ...(isSameGift && { amount: String(amount), message }),
    });
    void navigate({ to: '/dashboard/buy-gifts', search: {} });
  };
}
