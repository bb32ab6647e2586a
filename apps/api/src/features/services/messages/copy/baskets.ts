import { MINUTE_MS } from '../../../../platform/durations.ts';
import { count, moment, optional, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { dayAndHour, kes, minusKes, present } from './phrases.ts';

const giftsEn = (gifts: number) => (gifts === 1 ? 'a gift' : `${gifts} gifts`);
const giftsSw = (gifts: number) => (gifts === 1 ? 'zawadi 1' : `zawadi ${gifts}`);

/** Messages to a buyer about one payment of several gifts, and about gifts that the wallet paid. */
export const basketMessages = {
  'basket-completed': message({
    title: 'A basket of gifts is paid',
    data: {
      gifts: count(20),
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
    },
    about: { type: 'Deposit', dedupeKey: 'transaction' },
    email: {
      en: (paid) => ({
        subject: `Your ${paid.gifts} gifts are paid`,
        heading: 'Asante! Your gifts are paid',
        paragraphs: ['Each person gets theirs by SMS, at once or on the day that you chose.'],
        figure: { label: 'You paid', amount: paid.amount, state: 'Completed' },
        rows: [
          { label: 'Gifts', value: String(paid.gifts) },
          ...present('Paid from', paid.payer),
          ...present('Date', paid.paidAt && dayAndHour(new Date(paid.paidAt), 'en')),
          ...present('M-PESA receipt', paid.mpesaReceipt),
          ...present('Reference', paid.reference),
          { label: 'Our fee', value: minusKes(paid.fee) },
        ],
        total: { label: 'They get together', value: kes(paid.value) },
        ...(paid.link !== undefined && { button: { label: 'View payment', url: paid.link } }),
        note: 'Not you? Write to support, and we will look into it today.',
      }),
      sw: (paid) => ({
        subject: `Zawadi zako ${paid.gifts} zimelipiwa`,
        heading: 'Asante! Zawadi zako zimelipiwa',
        paragraphs: ['Kila mmoja atapata yake kwa SMS, mara moja au siku uliyochagua.'],
        figure: { label: 'Umelipa', amount: paid.amount, state: 'Imekamilika' },
        rows: [
          { label: 'Zawadi', value: String(paid.gifts) },
          ...present('Namba iliyolipa', paid.payer),
          ...present('Tarehe', paid.paidAt && dayAndHour(new Date(paid.paidAt), 'sw')),
          ...present('Risiti ya M-PESA', paid.mpesaReceipt),
          ...present('Rejeleo', paid.reference),
          { label: 'Ada yetu', value: minusKes(paid.fee) },
        ],
        total: { label: 'Wanapata kwa jumla', value: kes(paid.value) },
        ...(paid.link !== undefined && { button: { label: 'Tazama malipo', url: paid.link } }),
        note: 'Si wewe uliyelipa? Andikia huduma kwa wateja, na tutalishughulikia leo.',
      }),
    },
    push: {
      opens: '/dashboard/transactions',
      title: { en: 'Your gifts are paid', sw: 'Zawadi zako zimelipiwa' },
      body: {
        en: ({ gifts, value }) => `${gifts} gifts, ${kes(value)}.`,
        sw: ({ gifts, value }) => `Zawadi ${gifts}, ${kes(value)}.`,
      },
    },
  }),
  'wallet-payment-otp': message({
    title: 'A payment from the wallet is to be confirmed',
    data: { code: text('402913'), gifts: count(20), amount: shillings(250_000) },
    isUrgent: true,
    usefulForMs: 10 * MINUTE_MS,
    // A consumer who is talked into reading out a code has to see what the code permits.
    required: ['amount'],
    sms: {
      en: ({ code, gifts, amount }) =>
        `${code} confirms that your Zawadi wallet pays ${kes(amount)} for ${giftsEn(gifts)}. It works for 10 minutes. Never share it. Not you? Change your password.`,
      sw: ({ code, gifts, amount }) =>
        `${code} ni msimbo wa kulipa ${kes(amount)} kwa ${giftsSw(gifts)} kutoka pochi ya Zawadi. Unatumika dakika 10. Usimwambie mtu. Si wewe? Badilisha nenosiri.`,
    },
    email: {
      en: ({ code, gifts, amount }) => ({
        subject: 'Your code to pay from your wallet',
        heading: 'Confirm your payment',
        paragraphs: [
          'Enter this code where you asked for it. It works for 10 minutes, for this payment only.',
        ],
        code,
        rows: [
          { label: 'From your wallet', value: kes(amount) },
          { label: 'Gifts', value: String(gifts) },
        ],
        note: 'If this was not you, change your password now. We never ask you for this code.',
      }),
      sw: ({ code, gifts, amount }) => ({
        subject: 'Msimbo wako wa kulipa kutoka pochi',
        heading: 'Thibitisha malipo yako',
        paragraphs: ['Andika msimbo huu pale ulipouomba. Unatumika kwa dakika 10, kwa malipo haya tu.'],
        code,
        rows: [
          { label: 'Kutoka pochi yako', value: kes(amount) },
          { label: 'Zawadi', value: String(gifts) },
        ],
        note: 'Kama si wewe, badilisha nenosiri lako sasa. Hatutakuuliza msimbo huu kamwe.',
      }),
    },
  }),
  'wallet-paid-gifts': message({
    title: 'The wallet has paid for gifts',
    data: {
      gifts: count(20),
      amount: shillings(250_000),
      reference: text('ZW7K4MQ9TX'),
      /** The link "this was not me", which freezes the wallet. */
      link: text('https://zawadi.example/freeze#token=PgzXbfcEEMIbVwTIeGYScsnOu7kg0GXQdQFPBhBhGkw'),
    },
    about: { type: 'Deposit', dedupeKey: 'transaction' },
    sms: {
      en: ({ gifts, amount, link }) =>
        `Your Zawadi wallet paid ${kes(amount)} for ${giftsEn(gifts)}. Not you? ${link}`,
      sw: ({ gifts, amount, link }) =>
        `Pochi yako ya Zawadi imelipa ${kes(amount)} kwa ${giftsSw(gifts)}. Si wewe? ${link}`,
    },
    email: {
      en: ({ gifts, amount, reference, link }) => ({
        subject: `Your wallet paid ${kes(amount)} for ${giftsEn(gifts)}`,
        heading: 'Paid from your wallet',
        paragraphs: ['Each gift goes out by SMS, at once or on the day that you chose.'],
        figure: { label: 'From your wallet', amount, state: 'Completed' },
        rows: [
          { label: 'Gifts', value: String(gifts) },
          { label: 'Reference', value: reference },
        ],
        button: { label: 'This was not me', url: link },
        note: 'The button freezes your wallet. It works for 72 hours.',
      }),
      sw: ({ gifts, amount, reference, link }) => ({
        subject: `Pochi yako imelipa ${kes(amount)} kwa ${giftsSw(gifts)}`,
        heading: 'Imelipwa kutoka pochi yako',
        paragraphs: ['Kila zawadi inatumwa kwa SMS, mara moja au siku uliyochagua.'],
        figure: { label: 'Kutoka pochi yako', amount, state: 'Imekamilika' },
        rows: [
          { label: 'Zawadi', value: String(gifts) },
          { label: 'Rejeleo', value: reference },
        ],
        button: { label: 'Si mimi niliyelipa', url: link },
        note: 'Kitufe hiki kinafunga pochi yako. Kinafanya kazi kwa saa 72.',
      }),
    },
    push: {
      opens: '/dashboard/transactions',
      title: { en: 'Paid from your wallet', sw: 'Imelipwa kutoka pochi yako' },
      body: {
        en: ({ gifts, amount }) => `${kes(amount)} for ${giftsEn(gifts)}.`,
        sw: ({ gifts, amount }) => `${kes(amount)} kwa ${giftsSw(gifts)}.`,
      },
    },
  }),
};
