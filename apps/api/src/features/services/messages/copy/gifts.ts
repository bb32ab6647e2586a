import type { Cloth } from '@zawadi/contract';
import {
  choice,
  exampleVoucher,
  optional,
  person,
  quote,
  shillings,
  text,
  type VoucherFacts,
  voucherId,
} from '../fields.ts';
import { message, type Ticket } from '../message.ts';
import { day, kes, NEVER_ASK } from './phrases.ts';

const FRIEND = { en: 'Your friend', sw: 'Rafiki yako' };

/** Messages that deliver a gift, and messages to its buyer afterwards. */
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
        `${voucher.senderName} sent you a gift of ${kes(voucher.value)}. Show code ${voucher.code}${orNumber('or number', voucher)} at ${voucher.isOfOneShop ? 'its till. ' : 'any Zawadi shop. It is not a payment until it is in your wallet. '}${openBy({ link: 'Open it:', dial: 'Dial', or: 'or open' }, voucher)}`,
      sw: ({ voucher }) =>
        `${voucher.senderName} amekutumia zawadi ya ${kes(voucher.value)}. Onyesha msimbo ${voucher.code}${orNumber('au namba', voucher)} kwenye duka ${voucher.isOfOneShop ? 'hilo. ' : 'lolote la Zawadi. Si malipo hadi iwe pochini mwako. '}${openBy({ link: 'Ifungue:', dial: 'Piga', or: 'au fungua' }, voucher)}`,
    },
    email: {
      en: ({ voucher }) => ({
        subject: `${voucher.senderName} sent you a gift of ${kes(voucher.value)}`,
        preheader: preheaderOf(voucher, `For ${voucher.recipientName}`),
        heading: `${voucher.senderName} sent you a gift`,
        paragraphs: [
          `Show the code at the till of ${voucher.isOfOneShop ? voucher.senderName : 'any Zawadi shop'}.`,
          'Spend it all at once, or bit by bit.',
          ...(voucher.isOfOneShop ? [] : ['Or add it to your wallet and withdraw to M-PESA.']),
        ],
        ticket: ticketOf(voucher, {
          for: 'Zawadi for',
          from: 'from',
          code: 'Code',
          until: `Spend by ${day(voucher.expiresAt, 'en')}`,
        }),
        button: { label: 'Open your gift', url: voucher.link },
        note: `${NEVER_ASK.en} This code is money: never send it to anyone who calls you.`,
      }),
      sw: ({ voucher }) => ({
        subject: `${voucher.senderName} amekutumia zawadi ya ${kes(voucher.value)}`,
        preheader: preheaderOf(voucher, `Kwa ${voucher.recipientName}`),
        heading: `${voucher.senderName} amekutumia zawadi`,
        paragraphs: [
          `Onyesha msimbo kwenye ${voucher.isOfOneShop ? `duka la ${voucher.senderName}` : 'duka lolote la Zawadi'}.`,
          'Itumie yote mara moja, au kidogo kidogo.',
          ...(voucher.isOfOneShop ? [] : ['Au iweke kwenye pochi yako na uitoe kwenda M-PESA.']),
        ],
        ticket: ticketOf(voucher, {
          for: 'Zawadi ya',
          from: 'kutoka kwa',
          code: 'Msimbo',
          until: `Itumie hadi ${day(voucher.expiresAt, 'sw')}`,
        }),
        button: { label: 'Fungua zawadi yako', url: voucher.link },
        note: `${NEVER_ASK.sw} Msimbo huu ni pesa: usimpe mtu yeyote anayekupigia simu.`,
      }),
    },
  }),
  'gift-arrived': message({
    title: 'A gift arrives for a person with an account',
    data: {
      voucherId,
      /**
       * The contact that the gift was sent to. If the buyer corrects the recipient, a push to the former contact is
       * dropped.
       */
      address: text('254712000001'),
    },
    isUrgent: true,
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'A gift for you', sw: 'Umepata zawadi' },
      body: {
        en: ({ voucher }) => `${voucher.senderName} sent you ${kes(voucher.value)}.`,
        sw: ({ voucher }) => `${voucher.senderName} amekutumia ${kes(voucher.value)}.`,
      },
    },
  }),
  'gift-moved-away': message({
    title: 'A gift was corrected, for its former recipient',
    data: {
      senderName: person('Amina Wanjiku Kamau', { en: 'Someone', sw: 'Mtumaji' }),
      value: shillings(237_500),
    },
    isUrgent: true,
    sms: {
      en: ({ senderName, value }) =>
        `${senderName} gave the gift of ${kes(value)} to another number. Its code and link no longer work. A gift is not a payment until it is in your wallet.`,
      sw: ({ senderName, value }) =>
        `${senderName} ameituma zawadi ya ${kes(value)} kwa namba nyingine. Msimbo na kiungo havifanyi kazi tena. Zawadi si malipo hadi iwe pochini.`,
    },
  }),
  'gift-opened': message({
    title: 'A gift was opened',
    data: { recipientName: person('Brian Otieno', FRIEND) },
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
        en: ({ recipientName }) => `${recipientName} has seen your gift.`,
        sw: ({ recipientName }) => `${recipientName} ameiona zawadi yako.`,
      },
    },
  }),
  'gift-claimed': message({
    title: 'A gift was added to a wallet',
    data: { recipientName: person('Brian Otieno', FRIEND) },
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
        en: ({ recipientName }) => `${recipientName} has added your gift to a wallet.`,
        sw: ({ recipientName }) => `${recipientName} ameiweka zawadi yako kwenye pochi.`,
      },
    },
  }),
  'gift-in-wallet': message({
    title: 'A gift was added to a wallet by USSD, for its recipient',
    data: { voucherId, amount: shillings(237_500), link: text('https://zawadi.example/login') },
    sms: {
      en: ({ voucher, amount, link }) =>
        `Zawadi: ${kes(amount)} from ${voucher.senderName} is in your wallet. To use it, ${openBy({ link: 'open', dial: 'dial', or: 'and choose 2, or open' }, { dial: voucher.dial, link })}`,
      sw: ({ voucher, amount, link }) =>
        `Zawadi: ${kes(amount)} kutoka kwa ${voucher.senderName} ziko pochini mwako. Kuzitumia, ${openBy({ link: 'fungua', dial: 'piga', or: 'na uchague 2, au fungua' }, { dial: voucher.dial, link })}`,
    },
  }),
  'gift-thanks': message({
    title: 'The recipient says thanks',
    data: {
      recipientName: person('Brian Otieno', FRIEND),
      message: quote(
        'Asante sana, rafiki yangu! We bought shoes for the children and had tea together on Sunday.',
      ),
      cloth: optional(choice<Cloth>('birthday')),
    },
    sms: {
      en: ({ recipientName, message }) =>
        `${recipientName} says thanks for your gift${quoted(message)} ${NEVER_ASK.en}`,
      sw: ({ recipientName, message }) =>
        `${recipientName} anakushukuru kwa zawadi yako${quoted(message)} ${NEVER_ASK.sw}`,
    },
    email: {
      en: ({ recipientName, message, cloth }) => ({
        cloth,
        subject: `${recipientName} says thanks for your gift`,
        heading: `Thanks from ${recipientName}`,
        paragraphs: message === '' ? [] : [`“${message}”`],
        note: `These are the words of the person who got your gift, not ours. ${NEVER_ASK.en}`,
      }),
      sw: ({ recipientName, message, cloth }) => ({
        cloth,
        subject: `${recipientName} anakushukuru kwa zawadi yako`,
        heading: `Asante kutoka kwa ${recipientName}`,
        paragraphs: message === '' ? [] : [`“${message}”`],
        note: `Haya ni maneno ya aliyepokea zawadi yako, si yetu. ${NEVER_ASK.sw}`,
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Thanks for your gift', sw: 'Asante kwa zawadi yako' },
      body: {
        en: ({ recipientName }) => `${recipientName} says thank you.`,
        sw: ({ recipientName }) => `${recipientName} anakushukuru.`,
      },
    },
  }),
};

function ticketOf(voucher: VoucherFacts, labels: Ticket['labels']): Ticket {
  const { value, recipientName: recipient, senderName: sender, cloth, code } = voucher;
  const message = voucher.message === '' ? '' : `“${voucher.message}”`;
  return { value, recipient, sender, message, cloth, code, labels };
}

/** Returns the alias for an SMS, in the given words. */
function orNumber(words: string, { alias }: VoucherFacts): string {
  return alias === undefined ? '' : ` ${words} ${alias}`;
}

/** Returns how to open a gift in an SMS, in the given words: by its link, which comes last, or by dialling. */
function openBy(
  words: { link: string; dial: string; or: string },
  { dial, link }: Pick<VoucherFacts, 'dial' | 'link'>,
): string {
  return dial === undefined ? `${words.link} ${link}` : `${words.dial} ${dial} ${words.or} ${link}`;
}

/** Returns value and message without the code, because others may see a list of emails. */
function preheaderOf({ value, message }: VoucherFacts, forWhom: string): string {
  return [kes(value), forWhom, ...(message === '' ? [] : [`“${message}”`])].join(' · ');
}

/** Quotes a short message in an SMS; the full text is in the email and on the screen. */
function quoted(message: string): string {
  return message === '' ? '.' : `: "${message}".`;
}
