import type { PurchaseState } from '@zawadi/contract/purchases';
import { formatMsisdn } from '@zawadi/contract/text';
import type { ReactNode } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { purchaseFailure } from '../failure-sentences.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { isAhead } from './delivery.ts';
import type { GiftWords } from './gift-words.ts';
import { CHECKING, OVERDUE } from './payment-picture.tsx';

/** Headline of step 3, and the sentence below it. */
export function ConfirmationWords({ purchase, words }: { purchase: PurchaseState; words: GiftWords }) {
  const { title, sentence } = purchaseWords(purchase, words);
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

/** Describes the current state of a purchase. */
export function purchaseWords(purchase: PurchaseState, gift: GiftWords): Words {
  if (purchase.orderStatus === 'COMPLETED') return completedWords(purchase, gift);
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
  return {
    title: say('Sent to {name}', { name: recipientFirstName }),
    sentence: (
      <RichText
        text={
          copyEmail === undefined
            ? 'We sent the voucher by SMS to {phone} and by email.'
            : 'We sent the voucher by SMS to {phone}.'
        }
        phone={<span className="nowrap num">{formatMsisdn(recipientPhone)}</span>}
      />
    ),
  };
}
