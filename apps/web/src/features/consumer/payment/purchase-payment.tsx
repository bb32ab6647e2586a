import type { PurchaseState } from '@zawadi/contract/purchases';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import type { Activity } from '@zawadi/contract/wallets';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';
import { shortReference } from '@zawadi/contract/short-reference';
import { say } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import type { StatusWord } from '../../../ui/badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useUser } from '../../session/session.tsx';
import { purchaseWords } from '../purchases/confirmation-words.tsx';
import { giftWords } from '../purchases/gift-words.ts';
import { BasketGifts } from '../purchases/basket-gifts.tsx';
import { ticketStateOfGift } from '../purchases/ticket-state-of-gift.ts';
import { usePurchase } from '../purchases/use-purchase.ts';
import { sentGiftState } from '../vouchers/sent-gift-words.ts';
import { SentGiftRows } from '../vouchers/sent-gifts.tsx';
import { ThanksTicket } from '../vouchers/thanks-ticket.tsx';
import { PhotoOnGift } from '../gift-photos/photo-on-gift.tsx';
import { useSentGiftsOf } from '../vouchers/use-gifts.ts';
import { activityWord } from '../order-status.ts';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { PurchaseActions } from './purchase-actions.tsx';
import { giftThread, sentGiftWords } from './purchase-words.ts';
import { PaymentSheet } from './payment-sheet.tsx';

/** A gift that the signed-in consumer bought, or tried to buy. */
export function PurchasePayment({ activity }: { activity: Activity }) {
  const { entityId: requestId } = activity;
  const user = useUser();
  const query = usePurchase(requestId);
  const { data: purchase } = query;
  const sent = useSentGiftsOf(requestId, purchase?.orderStatus === 'COMPLETED');
  const isBasket = purchase?.gifts !== undefined;
  const gift = isBasket ? undefined : sent[0];
  if (purchase === undefined) {
    if (query.error === null) return <FactsSkeleton rows={7} />;
    return <LoadFailure of={query}>{say('If you have entered your PIN, your payment is safe.')}</LoadFailure>;
  }
  const words = giftWords(purchase, `${user.firstName} ${user.lastName}`);
  const isPaid = purchase.orderStatus === 'COMPLETED';
  const state = gift && sentGiftState(gift);
  return (
    <PaymentSheet
      title={
        purchase.gifts === undefined
          ? say('Gift for {name}', { name: purchase.recipientName })
          : say('{count} gifts', { count: purchase.gifts.length })
      }
      at={activity.timestamp}
      cloth={purchase.cloth}
      amountShillings={purchase.amount}
      status={statusOf(activity, purchase, state)}
      words={gift ? sentGiftWords(gift) : purchaseWords(purchase, words)}
      actions={<PurchaseActions purchase={purchase} gift={gift} />}
      thread={giftThread(purchase, gift)}
      facts={[
        { label: isPaid ? say('You paid') : say('You pay'), value: formatKes(purchase.amount) },
        { label: say('Fee'), value: formatKes(purchase.fee) },
        {
          label: isBasket ? say('They get together') : say('{name} gets', { name: words.recipientFirstName }),
          value: formatKes(purchase.value),
        },
        !isBasket && { label: say('Recipient’s phone'), value: formatMsisdn(purchase.recipientMsisdn) },
        purchase.paidBy === 'wallet'
          ? { label: say('Paid from'), value: say('Your wallet') }
          : { label: say('Paying number'), value: purchase.paidFrom ?? formatMsisdn(purchase.partyA) },
        !isBasket &&
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
        purchase.gifts === undefined ? (
          <>
            {gift && <ThanksTicket gift={gift} />}
            <Ticket
              {...words}
              state={state ?? ticketStateOfGift(purchase)}
              valueShillings={purchase.value}
              lastFour={purchase.voucher?.lastFour}
              expiresAt={purchase.voucher?.expiresAt}
              deliverAt={purchase.deliverAt}
            />
          </>
        ) : (
          <GiftsOfBasket gifts={purchase.gifts} orderStatus={purchase.orderStatus} sent={sent} />
        )
      }
      more={gift?.photo && <PhotoOnGift requestId={requestId} photo={gift.photo} />}
    />
  );
}

type GiftsOfBasketProps = Parameters<typeof BasketGifts>[0] & { sent: readonly SentGift[] };

/** The gifts of a basket. Once they are paid, a click on one opens its details and actions. */
function GiftsOfBasket({ sent, ...basket }: GiftsOfBasketProps) {
  if (sent.length === 0) return <BasketGifts {...basket} />;
  return (
    <Sheet title={say('Your gifts')}>
      <SentGiftRows gifts={sent} />
    </Sheet>
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
