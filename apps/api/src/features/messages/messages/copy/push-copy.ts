import type { Facts, Language, PushTemplate } from '../templates.ts';
import { kes, smsName, whyFailed } from './phrases.ts';

export type PushText = { title: string; body: string };
type PushWords = {
  [T in PushTemplate]: { opens: string } & Record<Language, (facts: Facts<T>) => PushText>;
};

const WALLET = '/dashboard/wallet';
const HISTORY = '/dashboard/transactions';
const PROFILE = '/dashboard/profile';

const NOT_YOU = { en: 'Not you? Change your password.', sw: 'Si wewe? Badilisha nenosiri lako.' };

/** The same reasons where somebody pays. */
const whyUnpaid: typeof whyFailed = {
  en: { ...whyFailed.en, insufficient_funds: 'there was not enough in M-PESA' },
  sw: { ...whyFailed.sw, insufficient_funds: 'salio la M-PESA halikutosha' },
};

/** Short enough for a locked screen, and nothing in them that must not be read there. */
export const pushWords: PushWords = {
  'gift-arrived': {
    opens: WALLET,
    en: ({ voucher }) => ({
      title: 'A gift for you',
      body: `${smsName(voucher.senderName, 'Somebody')} sent you ${kes(voucher.value)}.`,
    }),
    sw: ({ voucher }) => ({
      title: 'Umepata zawadi',
      body: `${smsName(voucher.senderName, 'Rafiki')} amekutumia ${kes(voucher.value)}.`,
    }),
  },
  'gift-opened': {
    opens: WALLET,
    en: ({ recipientName }) => ({
      title: 'Your gift was opened',
      body: `${smsName(recipientName, 'Your friend')} has seen your gift.`,
    }),
    sw: ({ recipientName }) => ({
      title: 'Zawadi yako imefunguliwa',
      body: `${smsName(recipientName, 'Rafiki yako')} ameiona zawadi yako.`,
    }),
  },
  'gift-claimed': {
    opens: WALLET,
    en: ({ recipientName }) => ({
      title: 'Your gift was accepted',
      body: `${smsName(recipientName, 'Your friend')} has added your gift to a wallet.`,
    }),
    sw: ({ recipientName }) => ({
      title: 'Zawadi yako imepokelewa',
      body: `${smsName(recipientName, 'Rafiki yako')} ameiweka zawadi yako kwenye pochi.`,
    }),
  },
  'gift-thanks': {
    opens: WALLET,
    en: ({ recipientName }) => ({
      title: 'Thanks for your gift',
      body: `${smsName(recipientName, 'Your friend')} says thank you.`,
    }),
    sw: ({ recipientName }) => ({
      title: 'Asante kwa zawadi yako',
      body: `${smsName(recipientName, 'Rafiki yako')} anakushukuru.`,
    }),
  },
  'purchase-completed': {
    opens: HISTORY,
    en: ({ recipientName, value }) => ({
      title: 'Your gift is paid',
      body: `${kes(value)} for ${smsName(recipientName, 'your friend')}.`,
    }),
    sw: ({ recipientName, value }) => ({
      title: 'Zawadi yako imelipwa',
      body: `${kes(value)} kwa ${smsName(recipientName, 'rafiki yako')}.`,
    }),
  },
  'purchase-failed': {
    opens: HISTORY,
    en: ({ amount, reason }) => ({
      title: 'Your payment did not go through',
      body: `${kes(amount)}: ${whyUnpaid.en[reason]}.`,
    }),
    sw: ({ amount, reason }) => ({
      title: 'Malipo yako hayakufaulu',
      body: `${kes(amount)}: ${whyUnpaid.sw[reason]}.`,
    }),
  },
  'second-payment': {
    opens: WALLET,
    en: ({ amount }) => ({
      title: 'Money back in your wallet',
      body: `M-PESA charged you twice. The second ${kes(amount)} is in your wallet.`,
    }),
    sw: ({ amount }) => ({
      title: 'Pesa zimerudi kwenye pochi yako',
      body: `M-PESA imekutoza mara mbili. ${kes(amount)} za pili ziko kwenye pochi yako.`,
    }),
  },
  'refund-completed': {
    opens: WALLET,
    en: ({ amount, isInWallet }) => ({
      title: 'Your refund is here',
      body: isInWallet ? `${kes(amount)} is in your wallet.` : `${kes(amount)} went back to M-PESA.`,
    }),
    sw: ({ amount, isInWallet }) => ({
      title: 'Pesa zako zimerudi',
      body: isInWallet ? `${kes(amount)} ziko kwenye pochi yako.` : `${kes(amount)} zimerudi M-PESA.`,
    }),
  },
  'withdrawal-completed': {
    opens: WALLET,
    en: ({ paidOut }) => ({ title: 'Withdrawal completed', body: `${kes(paidOut)} went to your M-PESA.` }),
    sw: ({ paidOut }) => ({ title: 'Pesa zimetolewa', body: `${kes(paidOut)} zimeingia M-PESA yako.` }),
  },
  'withdrawal-failed': {
    opens: WALLET,
    en: ({ amount, reason }) => ({
      title: 'Withdrawal did not go through',
      body: `${capital(whyFailed.en[reason])}. ${kes(amount)} is back in your wallet.`,
    }),
    sw: ({ amount, reason }) => ({
      title: 'Kutoa pesa hakukufaulu',
      body: `${capital(whyFailed.sw[reason])}. ${kes(amount)} zimerudi kwenye pochi yako.`,
    }),
  },
  'new-sign-in': {
    opens: PROFILE,
    en: (device) => ({ title: 'New sign-in to your account', body: `${named(device)}${NOT_YOU.en}` }),
    sw: (device) => ({
      title: 'Kifaa kipya kimeingia kwenye akaunti',
      body: `${named(device)}${NOT_YOU.sw}`,
    }),
  },
  'password-changed': {
    opens: '/login',
    en: () => ({
      title: 'Your password was changed',
      body: 'This device was signed out. Not you? Use “Forgot password”.',
    }),
    sw: () => ({
      title: 'Nenosiri lako limebadilishwa',
      body: 'Kifaa hiki kimeondolewa. Si wewe? Tumia “Umesahau nenosiri”.',
    }),
  },
  'phone-changed': {
    opens: PROFILE,
    en: ({ phone }) => ({
      title: 'Your phone number was changed',
      body: `It is ${phone} now. ${NOT_YOU.en}`,
    }),
    sw: ({ phone }) => ({
      title: 'Nambari yako ya simu imebadilishwa',
      body: `Sasa ni ${phone}. ${NOT_YOU.sw}`,
    }),
  },
  'email-changed': {
    opens: PROFILE,
    en: ({ newEmail }) => ({ title: 'Your email was changed', body: `It is ${newEmail} now. ${NOT_YOU.en}` }),
    sw: ({ newEmail }) => ({
      title: 'Barua pepe yako imebadilishwa',
      body: `Sasa ni ${newEmail}. ${NOT_YOU.sw}`,
    }),
  },
  'two-factor-on': {
    opens: PROFILE,
    en: () => ({ title: 'Two-factor authentication is on', body: NOT_YOU.en }),
    sw: () => ({ title: 'Uthibitishaji wa hatua mbili umewashwa', body: NOT_YOU.sw }),
  },
  'two-factor-off': {
    opens: PROFILE,
    en: () => ({ title: 'Two-factor authentication is off', body: NOT_YOU.en }),
    sw: () => ({ title: 'Uthibitishaji wa hatua mbili umezimwa', body: NOT_YOU.sw }),
  },
  'recovery-codes-renewed': {
    opens: PROFILE,
    en: () => ({ title: 'You have new recovery codes', body: `The old ones are dead. ${NOT_YOU.en}` }),
    sw: () => ({ title: 'Una misimbo mipya ya dharura', body: `Ya zamani haitumiki tena. ${NOT_YOU.sw}` }),
  },
  'recovery-code-used': {
    opens: PROFILE,
    en: ({ left }) => ({ title: 'A recovery code was used', body: `${left} are left. ${NOT_YOU.en}` }),
    sw: ({ left }) => ({ title: 'Msimbo wa dharura umetumika', body: `Imebaki ${left}. ${NOT_YOU.sw}` }),
  },
  'passkey-added': {
    opens: PROFILE,
    en: ({ label }) => ({
      title: 'A passkey was added',
      body: `“${label}” opens your account now. ${NOT_YOU.en}`,
    }),
    sw: ({ label }) => ({
      title: 'Ufunguo wa siri umeongezwa',
      body: `“${label}” unafungua akaunti yako sasa. ${NOT_YOU.sw}`,
    }),
  },
  'passkey-removed': {
    opens: PROFILE,
    en: ({ label }) => ({
      title: 'A passkey was removed',
      body: `“${label}” opens nothing any more. ${NOT_YOU.en}`,
    }),
    sw: ({ label }) => ({
      title: 'Ufunguo wa siri umeondolewa',
      body: `“${label}” haufungui tena. ${NOT_YOU.sw}`,
    }),
  },
  'refresh-reuse': {
    opens: PROFILE,
    en: () => ({
      title: 'A sign-in of yours was ended',
      body: `An old one was used again. ${NOT_YOU.en}`,
    }),
    sw: () => ({
      title: 'Kikao chako kimefungwa',
      body: `Cha zamani kimetumika tena. ${NOT_YOU.sw}`,
    }),
  },
};

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function named({ browser, system }: { browser: string; system: string }): string {
  const name = [browser, system].filter((word) => word !== '').join(', ');
  return name === '' ? '' : `${name}. `;
}
