import { exampleVoucher, name, quote, text, type VoucherFacts, voucherId } from '../fields.ts';
import { message, type Ticket } from '../message.ts';
import { day, kes, smsName, smsQuote } from './phrases.ts';

/** A gift, and what its buyer hears of it after it was sent. */
export const giftMessages = {
  'voucher-gift': message({
    cases: {
      'all-shops': { title: 'A gift arrives', when: ({ voucher }) => !voucher.isOfOneShop },
      'one-shop': {
        title: 'A gift of a merchant arrives',
        when: ({ voucher }) => voucher.isOfOneShop === true,
        example: { voucher: { ...exampleVoucher, isOfOneShop: true } },
      },
    },
    data: { voucherId },
    about: { type: 'Deposit', dedupeKey: 'gift' },
    isUrgent: true,
    sms: {
      en: ({ voucher }) =>
        `${smsName(voucher.senderName, 'Someone')} sent you a Zawadi gift of ${kes(voucher.value)}. Code ${voucher.code}. Open it: ${voucher.link}`,
      sw: ({ voucher }) =>
        `${smsName(voucher.senderName, 'Rafiki')} amekutumia zawadi ya ${kes(voucher.value)}. Msimbo ${voucher.code}. Ifungue: ${voucher.link}`,
    },
    email: {
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
        note: `It is valid until ${day(voucher.expiresAt, 'en')}. Anyone who has this link can see the gift’s code, so keep it to yourself.`,
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
        note: `Inatumika hadi ${day(voucher.expiresAt, 'sw')}. Mwenye kiungo hiki anaweza kuona msimbo wa zawadi, kwa hiyo kitunze.`,
      }),
    },
  }),
  'gift-arrived': message({
    title: 'A gift arrives for a person with an account',
    data: {
      voucherId,
      /** The contact the gift was sent to; the push is dropped once the gift goes to another one. */
      address: text('254712000001'),
    },
    isUrgent: true,
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'A gift for you', sw: 'Umepata zawadi' },
      body: {
        en: ({ voucher }) => `${smsName(voucher.senderName, 'Someone')} sent you ${kes(voucher.value)}.`,
        sw: ({ voucher }) => `${smsName(voucher.senderName, 'Rafiki')} amekutumia ${kes(voucher.value)}.`,
      },
    },
  }),
  'gift-opened': message({
    title: 'A gift was opened',
    data: { recipientName: name('Brian Otieno') },
    email: {
      en: ({ recipientName }) => ({
        subject: `${recipientName} has opened your gift`,
        heading: 'Your gift was opened',
        paragraphs: [`${recipientName} has seen your gift.`],
        note: 'You can switch these messages off in your profile.',
      }),
      sw: ({ recipientName }) => ({
        subject: `${recipientName} amefungua zawadi yako`,
        heading: 'Zawadi yako imefunguliwa',
        paragraphs: [`${recipientName} ameiona zawadi yako.`],
        note: 'Unaweza kuzima ujumbe huu kwenye wasifu wako.',
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Your gift was opened', sw: 'Zawadi yako imefunguliwa' },
      body: {
        en: ({ recipientName }) => `${smsName(recipientName, 'Your friend')} has seen your gift.`,
        sw: ({ recipientName }) => `${smsName(recipientName, 'Rafiki yako')} ameiona zawadi yako.`,
      },
    },
  }),
  'gift-claimed': message({
    title: 'A gift was added to a wallet',
    data: { recipientName: name('Brian Otieno') },
    email: {
      en: ({ recipientName }) => ({
        subject: `${recipientName} has added your gift to a wallet`,
        heading: 'Your gift has arrived',
        paragraphs: [`${recipientName} has added your gift to their Zawadi wallet.`],
        note: 'You can switch these messages off in your profile.',
      }),
      sw: ({ recipientName }) => ({
        subject: `${recipientName} ameweka zawadi yako kwenye pochi`,
        heading: 'Zawadi yako imefika',
        paragraphs: [`${recipientName} ameweka zawadi yako kwenye pochi yake ya Zawadi.`],
        note: 'Unaweza kuzima ujumbe huu kwenye wasifu wako.',
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Your gift was accepted', sw: 'Zawadi yako imepokelewa' },
      body: {
        en: ({ recipientName }) =>
          `${smsName(recipientName, 'Your friend')} has added your gift to a wallet.`,
        sw: ({ recipientName }) =>
          `${smsName(recipientName, 'Rafiki yako')} ameiweka zawadi yako kwenye pochi.`,
      },
    },
  }),
  'gift-thanks': message({
    title: 'The recipient says thanks',
    data: {
      recipientName: name('Brian Otieno'),
      message: quote(
        'Asante sana, rafiki yangu! We bought shoes for the children and had tea together on Sunday.',
      ),
    },
    sms: {
      en: ({ recipientName, message }) =>
        `${smsName(recipientName, 'Your friend')} says thanks for your Zawadi gift${quoted(message)}`,
      sw: ({ recipientName, message }) =>
        `${smsName(recipientName, 'Rafiki yako')} anakushukuru kwa zawadi yako ya Zawadi${quoted(message)}`,
    },
    email: {
      en: ({ recipientName, message }) => ({
        subject: `${recipientName} says thanks for your gift`,
        heading: `Thanks from ${recipientName}`,
        paragraphs: [message],
        note: 'These are the words of the person who got your gift, not ours.',
      }),
      sw: ({ recipientName, message }) => ({
        subject: `${recipientName} anakushukuru kwa zawadi yako`,
        heading: `Asante kutoka kwa ${recipientName}`,
        paragraphs: [message],
        note: 'Haya ni maneno ya aliyepokea zawadi yako, si yetu.',
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Thanks for your gift', sw: 'Asante kwa zawadi yako' },
      body: {
        en: ({ recipientName }) => `${smsName(recipientName, 'Your friend')} says thank you.`,
        sw: ({ recipientName }) => `${smsName(recipientName, 'Rafiki yako')} anakushukuru.`,
      },
    },
  }),
};

function ticketOf({ value, senderName, message, cloth }: VoucherFacts, labels: Ticket['labels']): Ticket {
  return { value, sender: senderName, message, cloth, labels };
}

/** The whole text is in the email and on the screen. */
function quoted(message: string): string {
  const start = smsQuote(message);
  return start === undefined ? '.' : `: "${start}"`;
}
