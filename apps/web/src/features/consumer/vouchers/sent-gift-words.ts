import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { firstMessage, messageWay } from './message-words.ts';
import { ticketStateOf, type TicketState } from '../../../ui/ticket-state.ts';
import { timeInSentence } from '../../../ui/time-text.ts';

type Way = Pick<
  SentGift,
  | 'status'
  | 'isDelivered'
  | 'deliverAt'
  | 'messages'
  | 'openedAt'
  | 'claimedAt'
  | 'thanks'
  | 'sentAt'
  | 'refund'
  | 'payerMsisdn'
>;

/** Returns the state to show for a gift: before its delivery, an active gift is Scheduled. */
export function sentGiftState({ status, isDelivered }: Pick<Way, 'status' | 'isDelivered'>): TicketState {
  return status === 'ACTIVE' && !isDelivered ? 'Scheduled' : ticketStateOf(status);
}

/** Returns whether a gift can be resent, now or after the wait since it was last sent. */
export function isResendOffered({ status, canBeResent, resendAt, resendsLeft }: SentGift): boolean {
  const isWaiting = resendAt !== undefined && resendsLeft > 0 && !isOver(status);
  return canBeResent || isWaiting;
}

/** Returns whether the gift has no value left to spend. */
export function isOver(status: SentGift['status']): boolean {
  return status !== 'ACTIVE' && status !== 'PARTIALLY_REDEEMED';
}

/** Returns whether an unopened gift's SMS was not delivered, or may not have arrived. */
export function isSmsDoubtful({
  status,
  openedAt,
  messages: { sms },
}: Pick<Way, 'status' | 'openedAt' | 'messages'>): boolean {
  if (status !== 'ACTIVE' || openedAt !== undefined) return false;
  return sms?.state === 'not_delivered' || sms?.state === 'unclear';
}

/** Describes a gift by its latest event. */
export function sentGiftWay(gift: Way): string {
  const { thanks, claimedAt, openedAt, isDelivered, deliverAt, refund } = gift;
  if (refund !== undefined) return refundSentence(gift, refund);
  if (thanks !== undefined) return say('Said thanks {time}', { time: said(thanks.at) });
  if (claimedAt !== undefined) return say('Added to a wallet {time}', { time: said(claimedAt) });
  if (openedAt !== undefined) return say('Opened {time}', { time: said(openedAt) });
  const message = firstMessage(gift);
  if (message !== undefined) return messageWay(message);
  if (isDelivered) return say('Sent {time}', { time: said(deliverAt) });
  return say('Arrives {time}', { time: appointmentText(new Date(deliverAt)) });
}

/** Describes where the money of a refunded gift is. */
function refundSentence(
  { payerMsisdn }: Way,
  { amount: shillings, returnedTo }: NonNullable<SentGift['refund']>,
): string {
  const amount = formatKes(shillings);
  if (returnedTo === 'wallet') return say('{amount} is in your wallet.', { amount });
  const phone = payerMsisdn === undefined ? say('the number that paid') : formatMsisdn(payerMsisdn);
  return returnedTo === 'mpesa'
    ? say('{amount} went back to {phone} on M-PESA.', { amount, phone })
    : say('{amount} is on its way back to {phone} on M-PESA. We will tell you when it arrives.', {
        amount,
        phone,
      });
}

function said(at: string): string {
  return timeInSentence(new Date(at));
}
