import { failure, moment, optional, person, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { dayAndHour, kes, minusKes, present, receipt, whyFailed } from './phrases.ts';

/** Reason why a consumer's payment failed, as the end of a sentence. */
const whyUnpaid: typeof whyFailed = {
  en: { ...whyFailed.en, insufficient_funds: 'there was not enough in M-PESA' },
  sw: { ...whyFailed.sw, insufficient_funds: 'salio la M-PESA halikutosha' },
};

/** Messages to a buyer about a purchase. */
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
      recipientName: person('Brian Otieno', { en: 'your friend', sw: 'rafiki yako' }),
      amount: shillings(250_000),
      fee: shillings(12_500),
      value: shillings(237_500),
      mpesaReceipt: optional(text('SKQ7ABC123')),
      /** The phone number that paid, in local format. */
      payer: optional(text('0712 345 678')),
      paidAt: optional(moment('2026-11-20T11:05:00.000Z')),
      /** The account number that M-PESA shows for the payment. */
      reference: optional(text('ZW7K4MQ9TX')),
      /** The page of this payment. */
      link: optional(text('https://zawadi.example/dashboard/transactions/9f3c71a2')),
      /** When the recipient is notified, if not at once. */
      deliverAt: optional(moment('2026-12-25T05:00:00.000Z')),
    },
    about: { type: 'Deposit', dedupeKey: 'transaction' },
    sms: {
      en: ({ recipientName, value, mpesaReceipt }) =>
        `Your Zawadi gift of ${kes(value)} for ${recipientName} is paid and on its way.${receipt('M-PESA receipt', mpesaReceipt)}`,
      sw: ({ recipientName, value, mpesaReceipt }) =>
        `Zawadi yako ya ${kes(value)} kwa ${recipientName} imelipiwa na iko njiani.${receipt('Risiti ya M-PESA', mpesaReceipt)}`,
    },
    email: {
      en: (paid) => ({
        subject: `Your gift for ${paid.recipientName} is paid`,
        preheader: preheaderOf(paid, `to Zawadi for ${paid.recipientName}`),
        heading: paid.deliverAt ? 'Asante! Your gift is scheduled' : 'Asante! Your gift is on its way',
        paragraphs: [
          `${paid.recipientName} gets it by SMS${paid.deliverAt ? ` on ${dayAndHour(new Date(paid.deliverAt), 'en')}` : ''}.`,
        ],
        figure: { label: 'You paid', amount: paid.amount, state: 'Completed' },
        rows: [
          { label: 'For', value: paid.recipientName },
          ...present('Paid from', paid.payer),
          ...present('Date', paid.paidAt && dayAndHour(new Date(paid.paidAt), 'en')),
          ...present('M-PESA receipt', paid.mpesaReceipt),
          ...present('Reference', paid.reference),
          { label: 'Our fee', value: minusKes(paid.fee) },
        ],
        total: { label: `${paid.recipientName} gets`, value: kes(paid.value) },
        ...(paid.link !== undefined && { button: { label: 'View payment', url: paid.link } }),
        note: 'Not you? Write to support, and we will look into it today.',
      }),
      sw: (paid) => ({
        subject: `Zawadi yako kwa ${paid.recipientName} imelipiwa`,
        preheader: preheaderOf(paid, `zimelipwa Zawadi kwa ajili ya ${paid.recipientName}`),
        heading: paid.deliverAt ? 'Asante! Zawadi yako imepangwa' : 'Asante! Zawadi yako iko njiani',
        paragraphs: [
          `${paid.recipientName} ataipata kwa SMS${paid.deliverAt ? ` tarehe ${dayAndHour(new Date(paid.deliverAt), 'sw')}` : ''}.`,
        ],
        figure: { label: 'Umelipa', amount: paid.amount, state: 'Imekamilika' },
        rows: [
          { label: 'Mpokeaji', value: paid.recipientName },
          ...present('Namba iliyolipa', paid.payer),
          ...present('Tarehe', paid.paidAt && dayAndHour(new Date(paid.paidAt), 'sw')),
          ...present('Risiti ya M-PESA', paid.mpesaReceipt),
          ...present('Rejeleo', paid.reference),
          { label: 'Ada yetu', value: minusKes(paid.fee) },
        ],
        total: { label: `${paid.recipientName} anapata`, value: kes(paid.value) },
        ...(paid.link !== undefined && { button: { label: 'Tazama malipo', url: paid.link } }),
        note: 'Si wewe uliyelipa? Andikia huduma kwa wateja, na tutalishughulikia leo.',
      }),
    },
    push: {
      opens: '/dashboard/transactions',
      title: { en: 'Your gift is paid', sw: 'Zawadi yako imelipiwa' },
      body: {
        en: ({ recipientName, value }) => `${kes(value)} for ${recipientName}.`,
        sw: ({ recipientName, value }) => `${kes(value)} kwa ${recipientName}.`,
      },
    },
  }),
  'gift-copy': message({
    cases: {
      now: {
        title: 'A copy for the buyer of a gift whose recipient has no email',
        when: ({ deliverAt }) => deliverAt === undefined,
        example: { deliverAt: undefined },
      },
      later: {
        title: 'A copy for the buyer of a gift for a later day',
        when: ({ deliverAt }) => deliverAt !== undefined,
      },
    },
    data: {
      recipientName: person('Brian Otieno', { en: 'your friend', sw: 'rafiki yako' }),
      value: shillings(237_500),
      /** When the recipient gets the SMS, if not at once. */
      deliverAt: optional(moment('2026-12-25T05:00:00.000Z')),
    },
    about: { type: 'Deposit', dedupeKey: 'gift' },
    email: {
      en: ({ recipientName, value, deliverAt }) => ({
        subject: `Copy: a gift for ${recipientName}`,
        heading: deliverAt ? 'The gift is scheduled' : 'We send the gift by SMS',
        paragraphs: [
          deliverAt
            ? `${recipientName} gets it by SMS on ${dayAndHour(new Date(deliverAt), 'en')}.`
            : `${recipientName} gets it by SMS. Only that SMS has the code.`,
        ],
        figure: { label: 'Value of the gift', amount: value, state: 'Paid' },
        note: 'You get this copy because the buyer gave this address. Nobody can spend it.',
      }),
      sw: ({ recipientName, value, deliverAt }) => ({
        subject: `Nakala: zawadi ya ${recipientName}`,
        heading: deliverAt ? 'Zawadi imepangwa' : 'Tunatuma zawadi kwa SMS',
        paragraphs: [
          deliverAt
            ? `${recipientName} ataipata kwa SMS tarehe ${dayAndHour(new Date(deliverAt), 'sw')}.`
            : `${recipientName} ataipata kwa SMS. Msimbo uko kwenye SMS hiyo tu.`,
        ],
        figure: { label: 'Thamani ya zawadi', amount: value, state: 'Imelipwa' },
        note: 'Unapata nakala hii kwa sababu mnunuzi alitoa anwani hii. Haiwezi kutumiwa kulipa.',
      }),
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
        `M-PESA imekutoza mara mbili kwa zawadi moja. ${kes(amount)} za malipo ya pili ziko kwenye pochi yako ya Zawadi, bila ada.`,
    },
    email: {
      en: ({ amount }) => ({
        subject: `A second payment of ${kes(amount)} is in your wallet`,
        heading: 'You paid twice for one gift',
        paragraphs: [
          `M-PESA charged you a second time for a gift that was already paid. We put the ${kes(amount)} into your Zawadi wallet, without a fee.`,
          'You can withdraw it to M-PESA at any time.',
        ],
      }),
      sw: ({ amount }) => ({
        subject: `Malipo ya pili ya ${kes(amount)} yamewekwa kwenye pochi yako`,
        heading: 'Umelipa mara mbili kwa zawadi moja',
        paragraphs: [
          `M-PESA ilikutoza mara ya pili kwa zawadi iliyokwisha kulipiwa. Tumeweka ${kes(amount)} kwenye pochi yako ya Zawadi, bila ada.`,
          'Unaweza kuzitoa kwenda M-PESA wakati wowote.',
        ],
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Money back in your wallet', sw: 'Pesa zimerudi kwenye pochi yako' },
      body: {
        en: ({ amount }) => `M-PESA charged you twice. The second ${kes(amount)} is in your wallet.`,
        sw: ({ amount }) =>
          `M-PESA imekutoza mara mbili. ${kes(amount)} za malipo ya pili ziko kwenye pochi yako.`,
      },
    },
  }),
};

function preheaderOf(paid: { amount: number; mpesaReceipt?: string | undefined }, forWhat: string): string {
  return `${kes(paid.amount)} ${forWhat}${paid.mpesaReceipt === undefined ? '' : `, ${paid.mpesaReceipt}`}`;
}
