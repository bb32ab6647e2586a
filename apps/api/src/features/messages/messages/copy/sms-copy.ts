import type { Facts, Language, SmsTemplate } from '../templates.ts';
import { day, kes, smsName, smsWordsOf, whyFailed } from './phrases.ts';

type SmsWords = { [T in SmsTemplate]: Record<Language, (facts: Facts<T>) => string> };

/** Short enough for one part with ordinary names; a link comes last, so that nothing sticks to it. */
export const smsWords: SmsWords = {
  'phone-otp': {
    en: ({ code }) => `${code} is your Zawadi code. It works for 10 minutes. We never ask you for it.`,
    sw: ({ code }) =>
      `${code} ni msimbo wako wa Zawadi. Unatumika kwa dakika 10. Hatutakuuliza msimbo huu kamwe.`,
  },
  'withdrawal-otp': {
    en: ({ code, amount, phone }) =>
      `${code} confirms your Zawadi withdrawal of ${kes(amount)} to ${phone}. It works for 10 minutes. Never share it. Not you? Change your password.`,
    sw: ({ code, amount, phone }) =>
      `${code} inathibitisha kutoa ${kes(amount)} Zawadi kwenda ${phone}. Inatumika kwa dakika 10. Usimwambie mtu. Si wewe? Badilisha nenosiri lako.`,
  },
  'contact-change-asked': {
    en: ({ contact, link }) =>
      `Zawadi: a new ${contact === 'email' ? 'e-mail' : 'phone'} was asked for on your account. Not you? Stop it: ${link}`,
    sw: ({ contact, link }) =>
      `Zawadi: ${contact === 'email' ? 'barua pepe' : 'simu'} mpya imeombwa kwa akaunti yako. Si wewe? Izuie: ${link}`,
  },
  'refresh-reuse': {
    en: () =>
      'Zawadi: an old sign-in of yours was used again, so we ended it. Not you? Change your password.',
    sw: () =>
      'Zawadi: kikao chako cha zamani kimetumika tena, tumekifunga. Si wewe? Badilisha nenosiri lako.',
  },
  'voucher-gift': {
    en: ({ voucher }) =>
      `${smsName(voucher.senderName, 'Somebody')} sent you a Zawadi gift of ${kes(voucher.value)}. Code ${voucher.code}. Open it: ${voucher.link}`,
    sw: ({ voucher }) =>
      `${smsName(voucher.senderName, 'Rafiki')} amekutumia zawadi ya ${kes(voucher.value)}. Msimbo ${voucher.code}. Ifungue: ${voucher.link}`,
  },
  'voucher-redeemed': {
    en: ({ voucher, amount, balance, businessName }) => {
      const spent = `You spent ${kes(amount)} of your gift at ${smsName(businessName, 'a shop')}.`;
      return balance === 0
        ? `${spent} It is used up. Enjoy!`
        : `${spent} ${kes(balance)} is left: ${voucher.link}`;
    },
    sw: ({ voucher, amount, balance, businessName }) => {
      const spent = `Umetumia ${kes(amount)} ya zawadi yako kwa ${smsName(businessName, 'duka')}.`;
      return balance === 0
        ? `${spent} Imekwisha. Furahia!`
        : `${spent} Salio ni ${kes(balance)}: ${voucher.link}`;
    },
  },
  'redemption-reversed': {
    en: ({ voucher, amount, balance, businessName, returnedTo }) => {
      const undone = `${smsName(businessName, 'A shop')} has undone the spending of ${kes(amount)} of your gift.`;
      return returnedTo === 'wallet'
        ? `${undone} The money is in your Zawadi wallet.`
        : `${undone} ${kes(balance)} is left: ${voucher.link}`;
    },
    sw: ({ voucher, amount, balance, businessName, returnedTo }) => {
      const undone = `${smsName(businessName, 'Duka')} imebatilisha matumizi ya ${kes(amount)} ya zawadi yako.`;
      return returnedTo === 'wallet'
        ? `${undone} Pesa ziko kwenye pochi yako ya Zawadi.`
        : `${undone} Salio ni ${kes(balance)}: ${voucher.link}`;
    },
  },
  'voucher-expiring': {
    en: ({ voucher }) =>
      `${kes(voucher.balance)} is left on your Zawadi gift, valid until ${day(voucher.expiresAt, 'en')}: ${voucher.link}`,
    sw: ({ voucher }) =>
      `Zawadi yako ina salio la ${kes(voucher.balance)}, inatumika hadi ${day(voucher.expiresAt, 'sw')}: ${voucher.link}`,
  },
  'gift-thanks': {
    en: ({ recipientName, message }) =>
      `${smsName(recipientName, 'Your friend')} says thanks for your Zawadi gift${quoted(message)}`,
    sw: ({ recipientName, message }) =>
      `${smsName(recipientName, 'Rafiki yako')} anakushukuru kwa zawadi yako ya Zawadi${quoted(message)}`,
  },
  'purchase-completed': {
    en: ({ recipientName, value, mpesaReceipt }) =>
      `Your Zawadi gift of ${kes(value)} for ${smsName(recipientName, 'your friend')} is paid and on its way.${receipt('M-PESA receipt', mpesaReceipt)}`,
    sw: ({ recipientName, value, mpesaReceipt }) =>
      `Zawadi yako ya ${kes(value)} kwa ${smsName(recipientName, 'rafiki yako')} imelipwa na iko njiani.${receipt('Risiti ya M-PESA', mpesaReceipt)}`,
  },
  'second-payment': {
    en: ({ amount }) =>
      `M-PESA charged you twice for one gift. The second ${kes(amount)} is in your Zawadi wallet, without a fee.`,
    sw: ({ amount }) =>
      `M-PESA imekutoza mara mbili kwa zawadi moja. ${kes(amount)} za pili ziko kwenye pochi yako ya Zawadi, bila ada.`,
  },
  'refund-completed': {
    en: ({ amount, isInWallet }) =>
      isInWallet
        ? `Zawadi has refunded you ${kes(amount)}. It is in your Zawadi wallet; withdraw it whenever you like.`
        : `Zawadi has refunded you ${kes(amount)} to the M-PESA number that paid for the gift.`,
    sw: ({ amount, isInWallet }) =>
      isInWallet
        ? `Zawadi imekurudishia ${kes(amount)}. Ziko kwenye pochi yako ya Zawadi; zitoe wakati wowote.`
        : `Zawadi imekurudishia ${kes(amount)} kwenye namba ya M-PESA iliyolipia zawadi.`,
  },
  'withdrawal-completed': {
    en: ({ amount, paidOut, transactionCode }) =>
      `${kes(paidOut)} went to your M-PESA from your Zawadi wallet: ${kes(amount)} less the fee.${receipt('M-PESA receipt', transactionCode)}`,
    sw: ({ amount, paidOut, transactionCode }) =>
      `${kes(paidOut)} zimeingia M-PESA yako kutoka pochi ya Zawadi: ${kes(amount)} ukitoa ada.${receipt('Risiti ya M-PESA', transactionCode)}`,
  },
  'withdrawal-failed': {
    en: ({ amount, reason }) =>
      `Your Zawadi withdrawal of ${kes(amount)} did not go through: ${whyFailed.en[reason]}. The money is back in your wallet.`,
    sw: ({ amount, reason }) =>
      `Kutoa ${kes(amount)} kutoka Zawadi hakukufaulu: ${whyFailed.sw[reason]}. Pesa zimerudi kwenye pochi yako.`,
  },
  'settlement-paid': {
    en: ({ paidOut, batchId, reference }) =>
      `Zawadi has paid you ${kes(paidOut)} for batch ${batchId}.${receipt('Reference', reference)}`,
    sw: ({ paidOut, batchId, reference }) =>
      `Zawadi imekulipa ${kes(paidOut)} za fungu ${batchId}.${receipt('Kumbukumbu', reference)}`,
  },
  'settlement-failed': {
    en: ({ amount, batchId }) =>
      `Zawadi could not pay batch ${batchId} of ${kes(amount)}. Your money is safe. See Settlements for the reason.`,
    sw: ({ amount, batchId }) =>
      `Zawadi haikuweza kulipa fungu ${batchId} la ${kes(amount)}. Pesa zako ziko salama. Sababu iko kwenye Settlements.`,
  },
};

const QUOTE_LENGTH = 70;

/** The whole text is in the e-mail and on the screen. */
function quoted(message: string): string {
  const words = smsWordsOf(message, QUOTE_LENGTH);
  return words === undefined ? '.' : `: "${words}"`;
}

function receipt(label: string, code: string | undefined): string {
  return code === undefined ? '' : ` ${label} ${code}.`;
}
