import type { PurchaseState } from '@zawadi/contract/purchases';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatMsisdn } from '@zawadi/contract/text';
import type { ReactNode } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { purchaseFailure } from '../failure-sentences.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { firstMessage } from '../vouchers/message-words.ts';
import { sentGiftWay } from '../vouchers/sent-gift-words.ts';
import { isAhead } from './delivery.ts';
import type { GiftWords } from './gift-words.ts';
import { CHECKING, OVERDUE } from './payment-picture.tsx';

/** Headline of step 3, and the sentence below it. */
export function ConfirmationWords({
  purchase,
  words,
  gift,
}: {
  purchase: PurchaseState;
  words: GiftWords;
  gift: SentGift | undefined;
}) {
  const { title, sentence } = purchaseWords(purchase, words, gift);
  return (
    <div className="stack-2" aria-live="polite">
      <h2 className="text-xl text-balance" tabIndex={-1}>
        {unbroken(title)}
      </h2>
      <p className="muted mx-auto max-w-[32ch] text-balance">{sentence}</p>
    </div>
  );
}

type Words = { title: string; sentence: ReactNode };

/**
 * Describes the current state of a purchase.
 * @param gift the gift of a paid purchase; absent until it is loaded
 */
export function purchaseWords(purchase: PurchaseState, words: GiftWords, gift?: SentGift): Words {
  if (purchase.orderStatus === 'COMPLETED') return completedWords(purchase, words, gift);
  if (purchase.orderStatus !== 'CANCELED') {
    const { title, sentence } = unsettledWords[purchase.paymentCheck ?? purchase.orderStatus];
    return { title: say(title), sentence: say(sentence) };
  }
  const { what, safe } = purchaseFailure(purchase.failureReason);
  return { title: what, sentence: safe };
}

const unsettledWords = {
  checking: { title: 'We have your payment and are checking it', sentence: CHECKING },
  overdue: { title: 'M-PESA has not confirmed your payment yet', sentence: OVERDUE },
  REGISTERED: { title: 'Not paid yet', sentence: 'We have not sent a prompt yet. Nothing was charged.' },
  PENDING: {
    title: 'Waiting for M-PESA',
    sentence:
      'M-PESA has not answered yet. This page updates automatically, and we send the voucher as soon as you have paid.',
  },
} as const;

function completedWords(
  { voucher, deliverAt, copyEmail, gifts }: PurchaseState,
  { recipientFirstName, recipientPhone }: GiftWords,
  gift: SentGift | undefined,
): Words {
  if (gifts !== undefined) {
    return {
      title: say('Your {count} gifts are paid', { count: gifts.length }),
      sentence: say('Each person gets their voucher by SMS, at once or on the day you chose.'),
    };
  }
  if (voucher?.claimToken !== undefined) {
    return {
      title: say('Your voucher is ready'),
      sentence: say('We sent you the voucher. Add it to your wallet, or keep it to spend in a shop.'),
    };
  }
  if (voucher?.status === 'REFUNDED') {
    return { title: say('The gift is cancelled'), sentence: say('The money goes back to you.') };
  }
  if (isAhead(deliverAt)) {
    const time = appointmentText(new Date(deliverAt));
    return {
      title: say('Scheduled for {time}', { time }),
      sentence:
        copyEmail === undefined
          ? say('{name} gets the voucher by SMS and email.', { name: recipientFirstName })
          : say('{name} gets the voucher by SMS.', { name: recipientFirstName }),
    };
  }
  const name = recipientFirstName;
  if (gift?.openedAt !== undefined) {
    return { title: say('{name} has opened it', { name }), sentence: sentGiftWay(gift) };
  }
  const message = gift && firstMessage(gift);
  const { title, sentence } = messageTexts[message?.state ?? 'being_sent'];
  return {
    title: say(title, { name }),
    sentence: (
      <RichText
        text={message?.state === 'sent' && copyEmail === undefined ? BOTH_SENT : sentence}
        phone={<span className="nowrap num">{formatMsisdn(recipientPhone)}</span>}
      />
    ),
  };
}

const BOTH_SENT = 'We sent the voucher by SMS to {phone} and by email.';

const messageTexts = {
  being_sent: { title: 'Being sent to {name}', sentence: 'Paid. The SMS to {phone} is on its way.' },
  sent: { title: 'Sent to {name}', sentence: 'We sent the voucher by SMS to {phone}.' },
  delivered: { title: 'Delivered to {name}', sentence: 'The SMS to {phone} has arrived.' },
  not_delivered: {
    title: 'Not delivered to {name}',
    sentence: 'The gift is paid and safe. The SMS to {phone} did not arrive.',
  },
  unclear: {
    title: 'Did the SMS reach {name}?',
    sentence: 'The gift is paid and safe. We do not know whether the SMS to {phone} arrived.',
  },
} as const;
