import { Link, useNavigate } from '@tanstack/react-router';
import type { PurchaseState } from '@zawadi/contract/purchases';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { Gift } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button, buttonClass, type ButtonLook } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useUser } from '../../session/session.tsx';
import { FetchPaymentButton } from '../purchases/fetch-payment-button.tsx';
import { fillGift } from '../purchases/gift-draft.ts';
import { emptyGift } from '../purchases/gift-form.ts';
import { useFetchPayment } from '../purchases/use-purchase.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { ScheduledActions, type ScheduledQuestion } from '../vouchers/scheduled-actions.tsx';
import { isOver, isSmsDoubtful } from '../vouchers/sent-gift-words.ts';
import { TellRecipient } from '../vouchers/tell-recipient.tsx';
import { UndeliveredGift } from '../vouchers/undelivered-gift.tsx';
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

type ActionsProps = { purchase: PurchaseState; gift: SentGift | undefined };

/** Buttons of a purchase: what the buyer can do with the payment, or with its gift. */
export function PurchaseActions({ purchase, gift }: ActionsProps) {
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
        {purchase.gifts === undefined && (
          <Button variant="secondary" onClick={() => fill({ isSameGift: true })}>
            {say('Change details')}
          </Button>
        )}
        <GetHelp />
      </>
    );
  }
  if (purchase.gifts !== undefined) return <ReceiptButton requestId={requestId} isShort />;
  if (gift?.canBeMoved === true) return <WaitingActions requestId={requestId} gift={gift} />;
  return (
    <>
      {gift && <UndeliveredGift gift={gift} />}
      <Button variant="accent" wide onClick={() => fill({ isSameGift: false })}>
        <Icon of={Gift} />
        {say('Give again')}
      </Button>
      <ReceiptButton requestId={requestId} isShort />
      {gift && !isOver(gift.status) && (
        <>
          <TellRecipient {...gift} />
          {!isSmsDoubtful(gift) && (
            <Button variant="secondary" onClick={() => setIsChanging(true)}>
              {say('Send again')}
            </Button>
          )}
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
    fillGift(userId, {
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
