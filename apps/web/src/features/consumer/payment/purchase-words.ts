import type { MessageState } from '@zawadi/contract/delivery-reports';
import type { PurchaseState } from '@zawadi/contract/purchases';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import { timeText } from '../../../ui/time-text.ts';
import type { TimelineItem } from '../../../ui/timeline.tsx';
import { paymentThread, purchasePhase } from '../purchases/purchase-progress.ts';
import { messageWay } from '../vouchers/message-words.ts';
import { sentGiftWay } from '../vouchers/sent-gift-words.ts';

/** Describes the state of a paid gift by its latest event. */
export function sentGiftWords(gift: SentGift): { title: string; sentence: string } {
  const name = firstNameOf(gift.recipientName);
  if (gift.canBeMoved) {
    return {
      title: say('We send it {time}', { time: appointmentText(new Date(gift.deliverAt)) }),
      sentence: say('By SMS to {phone}. Until then {name} gets no message.', {
        phone: formatMsisdn(gift.recipientMsisdn),
        name,
      }),
    };
  }
  return { title: titleOf(gift, name), sentence: sentGiftWay(gift) };
}

function titleOf({ status, openedAt, refund }: SentGift, name: string): string {
  const titles = {
    ACTIVE:
      openedAt === undefined
        ? say('{name} has not opened it yet', { name })
        : say('{name} has opened it', { name }),
    PARTIALLY_REDEEMED: say('{name} has started to spend it', { name }),
    REDEEMED: say('{name} has spent it', { name }),
    CLAIMED: say('{name} has added it to a wallet', { name }),
    EXPIRED: say('It was not used in time'),
    VOIDED: say('It was cancelled'),
    REFUNDED:
      refund?.returnedTo === undefined ? say('The gift is cancelled') : say('The money was given back'),
  } satisfies Record<SentGift['status'], string>;
  return titles[status];
}

/** Lists the events of a purchase and its gift, for the timeline. */
export function giftThread(purchase: PurchaseState, gift: SentGift | undefined): TimelineItem[] {
  const promptSecondsLeft = purchase.prompt
    ? Math.max(0, (Date.parse(purchase.prompt.expiresAt) - Date.now()) / 1_000)
    : 0;
  const name = firstNameOf(purchase.recipientName);
  if (gift === undefined) return paymentThread(purchase, purchasePhase(purchase, promptSecondsLeft), name);
  const { deliverAt, openedAt, claimedAt, thanks, refund, canBeMoved } = gift;
  const paid: [string, string | undefined][] = [
    [
      purchase.paidBy === 'wallet' ? say('Paid from your wallet') : say('Paid by M-PESA'),
      purchase.completedAt,
    ],
  ];
  const steps: [string, string | undefined][] = [
    [say('{name} opened it', { name }), openedAt],
    [say('{name} added it to a wallet', { name }), claimedAt],
    [say('{name} said thanks', { name }), thanks?.at],
    [
      refund?.returnedTo === undefined
        ? say('Cancelled, the money is on its way')
        : say('The money was given back'),
      refund?.at,
    ],
  ];
  const thread = [...paid.flatMap(happened), ...messageItems(gift), ...steps.flatMap(happened)];
  if (!canBeMoved) return thread;
  const waits = say('Waits for its day');
  const sent = say('Voucher sent to {name}', { name });
  return [
    ...thread,
    { key: waits, state: 'now', title: waits, time: appointmentText(new Date(deliverAt)) },
    { key: sent, state: 'ahead', title: sent },
  ];
}

function happened([title, at]: [string, string | undefined]): TimelineItem[] {
  return at === undefined ? [] : [{ key: title, state: 'done', title, time: timeText(new Date(at)) }];
}

/** Returns the states of SMS and mail as events. */
function messageItems({ messages: { sms, email } }: SentGift): TimelineItem[] {
  return [
    ...(sms ? [{ key: 'sms', title: say('SMS'), message: sms }] : []),
    ...(email ? [{ key: 'email', title: say('Email'), message: email }] : []),
  ].map(({ message, ...item }) => ({
    ...item,
    state: MESSAGE_KNOTS[message.state],
    note: messageWay(message),
  }));
}

const MESSAGE_KNOTS = {
  being_sent: 'now',
  sent: 'done',
  delivered: 'done',
  not_delivered: 'failed',
  unclear: 'failed',
} as const satisfies Record<MessageState, TimelineItem['state']>;
