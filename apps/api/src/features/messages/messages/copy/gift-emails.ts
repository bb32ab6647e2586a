import type { EmailTemplate } from '../templates.ts';
import type { LettersFor } from './letter.ts';
import { day, kes } from './phrases.ts';

type GiftTemplate = Extract<
  EmailTemplate,
  'voucher-expiring' | 'gift-opened' | 'gift-claimed' | 'gift-thanks'
>;

/** What becomes of a gift after it was sent. */
export const giftLetters: LettersFor<GiftTemplate> = {
  'voucher-expiring': {
    en: ({ voucher }) => ({
      subject: `Your gift of ${kes(voucher.balance)} is valid until ${day(voucher.expiresAt, 'en')}`,
      heading: 'Do not forget your gift',
      paragraphs: [
        voucher.isOfOneShop
          ? `There is still ${kes(voucher.balance)} on the gift from ${voucher.senderName}. Spend it there before that day.`
          : `There is still ${kes(voucher.balance)} on the gift from ${voucher.senderName}. Spend it in a shop of Zawadi or add it to your wallet, where it does not expire.`,
      ],
      rows: [
        { label: 'Left', value: kes(voucher.balance) },
        { label: 'Valid until', value: day(voucher.expiresAt, 'en') },
      ],
      button: { label: 'Open your gift', url: voucher.link },
    }),
    sw: ({ voucher }) => ({
      subject: `Zawadi yako ya ${kes(voucher.balance)} inatumika hadi ${day(voucher.expiresAt, 'sw')}`,
      heading: 'Usisahau zawadi yako',
      paragraphs: [
        voucher.isOfOneShop
          ? `Bado kuna ${kes(voucher.balance)} kwenye zawadi kutoka kwa ${voucher.senderName}. Itumie huko kabla ya siku hiyo.`
          : `Bado kuna ${kes(voucher.balance)} kwenye zawadi kutoka kwa ${voucher.senderName}. Itumie kwenye duka la Zawadi au iweke kwenye pochi yako, ambako haiishi muda.`,
      ],
      rows: [
        { label: 'Salio', value: kes(voucher.balance) },
        { label: 'Inatumika hadi', value: day(voucher.expiresAt, 'sw') },
      ],
      button: { label: 'Fungua zawadi yako', url: voucher.link },
    }),
  },
  'gift-opened': {
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
  'gift-claimed': {
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
  'gift-thanks': {
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
};
