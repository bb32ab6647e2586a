import { choice, failure, moment, name, optional, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { dayAndHour, kes, receipt, receiptRow, smsName, whyFailed } from './phrases.ts';

/** The same reasons where the customer pays. */
const whyUnpaid: typeof whyFailed = {
  en: { ...whyFailed.en, insufficient_funds: 'there was not enough in M-PESA' },
  sw: { ...whyFailed.sw, insufficient_funds: 'salio la M-PESA halikutosha' },
};

/** What a buyer hears about a payment. */
export const purchaseMessages = {
  'purchase-completed': message({
    cases: {
      now: {
        title: 'A gift is paid',
        when: ({ deliverAt }) => deliverAt === undefined,
        example: { deliverAt: undefined },
      },
      later: { title: 'A gift for a later day is paid', when: ({ deliverAt }) => deliverAt !== undefined },
    },
    data: {
      recipientName: name('Brian Otieno'),
      amount: shillings(250_000),
      fee: shillings(12_500),
      value: shillings(237_500),
      mpesaReceipt: optional(text('SKQ7ABC123')),
      /** When the recipient is told, if that is not at once. */
      deliverAt: optional(moment('2026-12-25T05:00:00.000Z')),
    },
    about: { type: 'Deposit', dedupeKey: 'transaction' },
    sms: {
      en: ({ recipientName, value, mpesaReceipt }) =>
        `Your Zawadi gift of ${kes(value)} for ${smsName(recipientName, 'your friend')} is paid and on its way.${receipt('M-PESA receipt', mpesaReceipt)}`,
      sw: ({ recipientName, value, mpesaReceipt }) =>
        `Zawadi yako ya ${kes(value)} kwa ${smsName(recipientName, 'rafiki yako')} imelipwa na iko njiani.${receipt('Risiti ya M-PESA', mpesaReceipt)}`,
    },
    email: {
      en: ({ recipientName, amount, fee, value, mpesaReceipt, deliverAt }) => ({
        subject: `Your gift for ${recipientName} is paid`,
        heading: deliverAt ? 'Asante! Your gift waits for its day' : 'Asante! Your gift is on its way',
        paragraphs: [
          `${recipientName} gets it by SMS and email${deliverAt ? ` on ${dayAndHour(new Date(deliverAt), 'en')}` : ''}.`,
        ],
        rows: [
          { label: 'You paid', value: kes(amount) },
          { label: 'Our fee', value: kes(fee) },
          { label: `${recipientName} gets`, value: kes(value) },
          ...receiptRow('M-PESA receipt', mpesaReceipt),
        ],
      }),
      sw: ({ recipientName, amount, fee, value, mpesaReceipt, deliverAt }) => ({
        subject: `Zawadi yako kwa ${recipientName} imelipwa`,
        heading: deliverAt ? 'Asante! Zawadi yako inasubiri siku yake' : 'Asante! Zawadi yako iko njiani',
        paragraphs: [
          `${recipientName} ataipata kwa SMS na barua pepe${deliverAt ? ` tarehe ${dayAndHour(new Date(deliverAt), 'sw')}` : ''}.`,
        ],
        rows: [
          { label: 'Umelipa', value: kes(amount) },
          { label: 'Ada yetu', value: kes(fee) },
          { label: `${recipientName} anapata`, value: kes(value) },
          ...receiptRow('Risiti ya M-PESA', mpesaReceipt),
        ],
      }),
    },
    push: {
      opens: '/dashboard/transactions',
      title: { en: 'Your gift is paid', sw: 'Zawadi yako imelipwa' },
      body: {
        en: ({ recipientName, value }) => `${kes(value)} for ${smsName(recipientName, 'your friend')}.`,
        sw: ({ recipientName, value }) => `${kes(value)} kwa ${smsName(recipientName, 'rafiki yako')}.`,
      },
    },
  }),
  'purchase-failed': message({
    title: 'A payment has failed late',
    data: { amount: shillings(250_000), reason: failure('expired') },
    about: { type: 'Deposit', dedupeKey: 'attempt' },
    push: {
      opens: '/dashboard/transactions',
      title: { en: 'Your payment did not go through', sw: 'Malipo yako hayakufaulu' },
      body: {
        en: ({ amount, reason }) => `${kes(amount)}: ${whyUnpaid.en[reason]}.`,
        sw: ({ amount, reason }) => `${kes(amount)}: ${whyUnpaid.sw[reason]}.`,
      },
    },
  }),
  'second-payment': message({
    title: 'A gift was paid twice',
    data: { amount: shillings(250_000) },
    about: { type: 'Deposit', dedupeKey: 'attempt' },
    sms: {
      en: ({ amount }) =>
        `M-PESA charged you twice for one gift. The second ${kes(amount)} is in your Zawadi wallet, without a fee.`,
      sw: ({ amount }) =>
        `M-PESA imekutoza mara mbili kwa zawadi moja. ${kes(amount)} za pili ziko kwenye pochi yako ya Zawadi, bila ada.`,
    },
    email: {
      en: ({ amount }) => ({
        subject: `A second payment of ${kes(amount)} is in your wallet`,
        heading: 'You paid twice for one gift',
        paragraphs: [
          `M-PESA charged you a second time for a gift that was already paid. We put the ${kes(amount)} into your Zawadi wallet, without a fee.`,
          'Withdraw it to M-PESA whenever you like.',
        ],
      }),
      sw: ({ amount }) => ({
        subject: `Malipo ya pili ya ${kes(amount)} yako kwenye pochi yako`,
        heading: 'Umelipa mara mbili kwa zawadi moja',
        paragraphs: [
          `M-PESA ilikutoza mara ya pili kwa zawadi iliyokwisha lipwa. Tumeweka ${kes(amount)} kwenye pochi yako ya Zawadi, bila ada.`,
          'Zitoe kwa M-PESA wakati wowote upendao.',
        ],
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Money back in your wallet', sw: 'Pesa zimerudi kwenye pochi yako' },
      body: {
        en: ({ amount }) => `M-PESA charged you twice. The second ${kes(amount)} is in your wallet.`,
        sw: ({ amount }) => `M-PESA imekutoza mara mbili. ${kes(amount)} za pili ziko kwenye pochi yako.`,
      },
    },
  }),
  'refund-completed': message({
    cases: {
      'to-mpesa': { title: 'A refund went to M-PESA', example: { isInWallet: false } },
      'to-wallet': { title: 'A refund went into the wallet', example: { isInWallet: true } },
    },
    data: { amount: shillings(250_000), isInWallet: choice<boolean>(true) },
    about: { type: 'Refund', dedupeKey: 'transaction' },
    sms: {
      en: ({ amount, isInWallet }) =>
        isInWallet
          ? `Zawadi has refunded you ${kes(amount)}. It is in your Zawadi wallet; withdraw it whenever you like.`
          : `Zawadi has refunded you ${kes(amount)} to the M-PESA number that paid for the gift.`,
      sw: ({ amount, isInWallet }) =>
        isInWallet
          ? `Zawadi imekurudishia ${kes(amount)}. Ziko kwenye pochi yako ya Zawadi; zitoe wakati wowote.`
          : `Zawadi imekurudishia ${kes(amount)} kwenye namba ya M-PESA iliyolipia zawadi.`,
    },
    email: {
      en: ({ amount, isInWallet }) => ({
        subject: `We have refunded you ${kes(amount)}`,
        heading: 'Your refund is here',
        paragraphs: [
          isInWallet
            ? `${kes(amount)} is in your Zawadi wallet. Withdraw it to M-PESA whenever you like.`
            : `${kes(amount)} went back to the M-PESA number that paid for the gift.`,
          'The gift it was paid for can no longer be spent.',
        ],
      }),
      sw: ({ amount, isInWallet }) => ({
        subject: `Tumekurudishia ${kes(amount)}`,
        heading: 'Pesa zako zimerudi',
        paragraphs: [
          isInWallet
            ? `${kes(amount)} ziko kwenye pochi yako ya Zawadi. Zitoe kwa M-PESA wakati wowote upendao.`
            : `${kes(amount)} zimerudi kwenye namba ya M-PESA iliyolipia zawadi.`,
          'Zawadi iliyolipiwa haiwezi kutumika tena.',
        ],
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
