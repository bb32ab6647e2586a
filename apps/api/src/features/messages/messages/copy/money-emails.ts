import type { EmailTemplate, VoucherFacts } from '../templates.ts';
import type { LettersFor, Ticket } from './letter.ts';
import { day, dayAndHour, kes, whyFailed } from './phrases.ts';

type MoneyTemplate = Extract<
  EmailTemplate,
  | 'voucher-gift'
  | 'voucher-redeemed'
  | 'purchase-completed'
  | 'second-payment'
  | 'refund-completed'
  | 'withdrawal-completed'
  | 'withdrawal-failed'
>;

/** What money has done. */
export const moneyLetters: LettersFor<MoneyTemplate> = {
  'voucher-gift': {
    en: ({ voucher }) => ({
      subject: `${voucher.senderName} sent you a gift of ${kes(voucher.value)}`,
      heading: `A gift for you, ${voucher.recipientName}`,
      paragraphs: [
        voucher.isOfOneShop
          ? `Spend it at ${voucher.senderName}, all at once or bit by bit.`
          : 'Spend it in the shops of Zawadi, all at once or bit by bit, or add it to your wallet.',
      ],
      ticket: ticketOf(voucher, { gift: 'Gift voucher', from: 'From' }),
      button: { label: 'Open your gift', url: voucher.link },
      note: `It is valid until ${day(voucher.expiresAt, 'en')}. Whoever has this link can see the gift’s code, so keep it to yourself.`,
    }),
    sw: ({ voucher }) => ({
      subject: `${voucher.senderName} amekutumia zawadi ya ${kes(voucher.value)}`,
      heading: `Zawadi yako, ${voucher.recipientName}`,
      paragraphs: [
        voucher.isOfOneShop
          ? `Itumie kwa ${voucher.senderName}, yote mara moja au kidogo kidogo.`
          : 'Itumie kwenye maduka ya Zawadi, yote mara moja au kidogo kidogo, au iweke kwenye pochi yako.',
      ],
      ticket: ticketOf(voucher, { gift: 'Vocha ya zawadi', from: 'Kutoka kwa' }),
      button: { label: 'Fungua zawadi yako', url: voucher.link },
      note: `Inatumika hadi ${day(voucher.expiresAt, 'sw')}. Mwenye kiungo hiki anaweza kuona msimbo wa zawadi, kwa hivyo kitunze.`,
    }),
  },
  'voucher-redeemed': {
    en: ({ voucher, amount, balance, businessName }) => ({
      subject: `${kes(amount)} of your gift spent at ${businessName}`,
      heading: 'Well spent',
      paragraphs: [
        balance === 0
          ? 'Your gift is used up now. We hope you enjoyed it.'
          : `You can spend the rest until ${day(voucher.expiresAt, 'en')}.`,
      ],
      rows: [
        { label: 'Shop', value: businessName },
        { label: 'Spent', value: kes(amount) },
        { label: 'Left', value: kes(balance) },
      ],
      ...(balance > 0 && { button: { label: 'Open your gift', url: voucher.link } }),
      note: 'If you were not at this shop, tell us at once: somebody may know your code.',
    }),
    sw: ({ voucher, amount, balance, businessName }) => ({
      subject: `${kes(amount)} ya zawadi yako imetumika kwa ${businessName}`,
      heading: 'Imetumika vyema',
      paragraphs: [
        balance === 0
          ? 'Zawadi yako imekwisha sasa. Tunatumaini umeifurahia.'
          : `Unaweza kutumia iliyobaki hadi ${day(voucher.expiresAt, 'sw')}.`,
      ],
      rows: [
        { label: 'Duka', value: businessName },
        { label: 'Imetumika', value: kes(amount) },
        { label: 'Salio', value: kes(balance) },
      ],
      ...(balance > 0 && { button: { label: 'Fungua zawadi yako', url: voucher.link } }),
      note: 'Kama hukuwa kwenye duka hili, tuambie mara moja: huenda mtu anajua msimbo wako.',
    }),
  },
  'purchase-completed': {
    en: ({ recipientName, amount, fee, value, mpesaReceipt, deliverAt }) => ({
      subject: `Your gift for ${recipientName} is paid`,
      heading: deliverAt ? 'Asante! Your gift waits for its day' : 'Asante! Your gift is on its way',
      paragraphs: [
        `${recipientName} gets it by SMS and e-mail${deliverAt ? ` on ${dayAndHour(new Date(deliverAt), 'en')}` : ''}.`,
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
  'second-payment': {
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
  'refund-completed': {
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
  'withdrawal-completed': {
    en: ({ amount, paidOut, transactionCode }) => ({
      subject: `${kes(paidOut)} sent to your M-PESA`,
      heading: 'Your money is on M-PESA',
      paragraphs: ['Your withdrawal is complete.'],
      rows: [
        { label: 'From your wallet', value: kes(amount) },
        { label: 'Our fee', value: kes(amount - paidOut) },
        { label: 'Sent to M-PESA', value: kes(paidOut) },
        ...receiptRow('M-PESA receipt', transactionCode),
      ],
      note: 'If you did not ask for this, change your password and tell us at once.',
    }),
    sw: ({ amount, paidOut, transactionCode }) => ({
      subject: `${kes(paidOut)} zimetumwa kwa M-PESA yako`,
      heading: 'Pesa zako ziko M-PESA',
      paragraphs: ['Kutoa pesa kumekamilika.'],
      rows: [
        { label: 'Kutoka pochi yako', value: kes(amount) },
        { label: 'Ada yetu', value: kes(amount - paidOut) },
        { label: 'Zimetumwa M-PESA', value: kes(paidOut) },
        ...receiptRow('Risiti ya M-PESA', transactionCode),
      ],
      note: 'Kama hukuomba hili, badilisha nenosiri lako na utuambie mara moja.',
    }),
  },
  'withdrawal-failed': {
    en: ({ amount, reason }) => ({
      subject: `Your withdrawal of ${kes(amount)} did not go through`,
      heading: 'The money is back in your wallet',
      paragraphs: [
        `Your withdrawal of ${kes(amount)} did not go through: ${whyFailed.en[reason]}.`,
        'Nothing was charged. You can try again.',
      ],
    }),
    sw: ({ amount, reason }) => ({
      subject: `Kutoa ${kes(amount)} hakukufaulu`,
      heading: 'Pesa zimerudi kwenye pochi yako',
      paragraphs: [
        `Kutoa ${kes(amount)} hakukufaulu: ${whyFailed.sw[reason]}.`,
        'Hukutozwa chochote. Unaweza kujaribu tena.',
      ],
    }),
  },
};

function receiptRow(label: string, code: string | undefined): { label: string; value: string }[] {
  return code === undefined ? [] : [{ label, value: code }];
}

function ticketOf({ value, senderName, message, cloth }: VoucherFacts, labels: Ticket['labels']): Ticket {
  return { value, sender: senderName, message, cloth, labels };
}
