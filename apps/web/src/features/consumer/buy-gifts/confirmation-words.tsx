import type { PurchaseState } from '@zawadi/contract/payments';
import { formatMsisdn, normaliseMsisdn } from '@zawadi/contract/text';
import type { ReactNode } from 'react';
import { purchaseFailure } from '../failure-sentences.ts';
import type { GiftWords } from './gift-words.ts';

/** The headline of step 3 and the sentence below it. */
export function ConfirmationWords({ purchase, words }: { purchase: PurchaseState; words: GiftWords }) {
  const { title, sentence } = wordsOf(purchase, words);
  return (
    <div className="stack-2" aria-live="polite">
      <h2 className="text-xl text-balance">{title}</h2>
      <p className="muted mx-auto max-w-[32ch] text-balance">{sentence}</p>
    </div>
  );
}

function wordsOf(purchase: PurchaseState, words: GiftWords): { title: string; sentence: ReactNode } {
  switch (purchase.orderStatus) {
    case 'COMPLETED':
      return completedWords(purchase, words);
    case 'CANCELED': {
      const { what, then } = purchaseFailure(purchase.failureReason);
      return { title: what, sentence: then };
    }
    case 'REGISTERED':
      return { title: 'Not paid yet', sentence: 'We have not asked M-PESA yet. Nothing was charged.' };
    case 'PENDING':
      return {
        title: 'Waiting for M-PESA',
        sentence:
          'We have no answer yet. This page updates by itself, and the voucher is sent as soon as it is paid.',
      };
  }
}

function completedWords({ voucher }: PurchaseState, { recipientFirstName, recipientPhone }: GiftWords) {
  if (voucher?.claimToken !== undefined) {
    return {
      title: 'It is yours',
      sentence: 'We sent you the voucher. Add it to your wallet, or keep it to spend in a shop.',
    };
  }
  const number = recipientPhone === undefined ? undefined : normaliseMsisdn(recipientPhone);
  return {
    title: `${recipientFirstName} has it`,
    sentence: (
      <>
        We sent the voucher by SMS
        {number !== undefined && (
          <>
            {' '}
            to <span className="nowrap num">{formatMsisdn(number)}</span>
          </>
        )}{' '}
        and by e-mail.
      </>
    ),
  };
}
