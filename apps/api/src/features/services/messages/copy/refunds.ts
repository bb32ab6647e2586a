import { choice, optional, person, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes, present } from './phrases.ts';

type Refund = {
  amount: number;
  isInWallet: boolean;
  recipientName?: string | undefined;
  payer?: string | undefined;
};

const refunded = {
  en: ({ recipientName }: Refund) =>
    recipientName === undefined
      ? 'Zawadi has refunded your payment. '
      : `Your gift to ${recipientName} is cancelled. `,
  sw: ({ recipientName }: Refund) =>
    recipientName === undefined
      ? 'Zawadi imekurejeshea malipo yako. '
      : `Zawadi yako kwa ${recipientName} imeghairiwa. `,
};

const whereItIs = {
  en: ({ amount, isInWallet, payer = 'the M-PESA number that paid' }: Refund) =>
    isInWallet
      ? `${kes(amount)} is in your Zawadi wallet. You can withdraw it to M-PESA at any time.`
      : `${kes(amount)} is back on ${payer}.`,
  sw: ({ amount, isInWallet, payer = 'namba ya M-PESA iliyolipa' }: Refund) =>
    isInWallet
      ? `${kes(amount)} ziko kwenye pochi yako. Unaweza kuzitoa kwenda M-PESA wakati wowote.`
      : `${kes(amount)} zimerudi kwa ${payer}.`,
};

const codeIsOver = {
  en: ({ recipientName }: Refund) =>
    recipientName === undefined ? [] : ['The code of the gift no longer works.'],
  sw: ({ recipientName }: Refund) =>
    recipientName === undefined ? [] : ['Msimbo wa zawadi haufanyi kazi tena.'],
};

/** Messages to a buyer whose money came back. */
export const refundMessages = {
  'refund-completed': message({
    cases: {
      'to-mpesa': { title: 'A refund went to M-PESA', example: { isInWallet: false } },
      'to-wallet': { title: 'A refund went into the wallet', example: { isInWallet: true } },
    },
    data: {
      amount: shillings(250_000),
      isInWallet: choice<boolean>(true),
      /** Absent if the payment bought no gift. */
      recipientName: optional(person('Brian Otieno', { en: 'your friend', sw: 'rafiki yako' })),
      /** The number that paid, in local format; absent if M-PESA shows it only masked. */
      payer: optional(text('0712 345 678')),
    },
    about: { type: 'Refund', dedupeKey: 'transaction' },
    sms: {
      en: (refund) => `${refunded.en(refund)}${whereItIs.en(refund)}`,
      sw: (refund) => `${refunded.sw(refund)}${whereItIs.sw(refund)}`,
    },
    email: {
      en: (refund) => ({
        subject: `We have refunded you ${kes(refund.amount)}`,
        heading: 'Your refund is here',
        paragraphs: [`${refunded.en(refund)}${whereItIs.en(refund)}`, ...codeIsOver.en(refund)],
        rows: present('Paid from', refund.payer),
      }),
      sw: (refund) => ({
        subject: `Tumekurejeshea ${kes(refund.amount)}`,
        heading: 'Pesa zako zimerudi',
        paragraphs: [`${refunded.sw(refund)}${whereItIs.sw(refund)}`, ...codeIsOver.sw(refund)],
        rows: present('Namba iliyolipa', refund.payer),
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Your refund is here', sw: 'Pesa zako zimerudi' },
      body: {
        en: ({ amount, isInWallet }) =>
          isInWallet ? `${kes(amount)} is in your wallet.` : `${kes(amount)} went back to M-PESA.`,
        sw: ({ amount, isInWallet }) =>
          isInWallet ? `${kes(amount)} ziko kwenye pochi yako.` : `${kes(amount)} zimerudi M-PESA.`,
      },
    },
  }),
};
