import { business, choice, exampleVoucher, shillings, voucherId } from '../fields.ts';
import { message } from '../message.ts';
import { day, kes } from './phrases.ts';

const SHOP = { en: 'a shop', sw: 'duka' };

/** Messages to the holder of a voucher. */
export const voucherMessages = {
  'voucher-redeemed': message({
    cases: {
      'some-left': {
        title: 'A part of a gift was spent',
        when: ({ balance }) => balance > 0,
        example: { balance: 600 },
      },
      'used-up': {
        title: 'A gift was used up',
        when: ({ balance }) => balance === 0,
        example: { balance: 0 },
      },
    },
    data: {
      voucherId,
      amount: shillings(250_000),
      balance: shillings(600),
      businessName: business('Mama Mboga Groceries Ltd', SHOP),
    },
    about: { type: 'Redemption', dedupeKey: 'transaction' },
    sms: {
      en: ({ voucher, amount, balance, businessName }) => {
        const spent = `You spent ${kes(amount)} of your gift at ${businessName}.`;
        return balance === 0
          ? `${spent} It is used up. Enjoy!`
          : `${spent} ${kes(balance)} is left: ${voucher.link}`;
      },
      sw: ({ voucher, amount, balance, businessName }) => {
        const spent = `Umetumia ${kes(amount)} za zawadi yako katika ${businessName}.`;
        return balance === 0
          ? `${spent} Imetumika yote. Furahia!`
          : `${spent} Salio ni ${kes(balance)}: ${voucher.link}`;
      },
    },
    email: {
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
        note: 'If you were not at this shop, tell us at once: someone may know your code.',
      }),
      sw: ({ voucher, amount, balance, businessName }) => ({
        subject: `${kes(amount)} za zawadi yako zimetumika katika ${businessName}`,
        heading: 'Imetumika vyema',
        paragraphs: [
          balance === 0
            ? 'Zawadi yako imetumika yote. Tunatumaini umeifurahia.'
            : `Unaweza kutumia salio hadi ${day(voucher.expiresAt, 'sw')}.`,
        ],
        rows: [
          { label: 'Duka', value: businessName },
          { label: 'Umetumia', value: kes(amount) },
          { label: 'Salio', value: kes(balance) },
        ],
        ...(balance > 0 && { button: { label: 'Fungua zawadi yako', url: voucher.link } }),
        note: 'Kama hukuwa kwenye duka hili, tuambie mara moja: huenda mtu anajua msimbo wako.',
      }),
    },
  }),
  'redemption-reversed': message({
    cases: {
      'to-voucher': { title: 'A redemption was reversed', example: { returnedTo: 'voucher' } },
      'to-wallet': {
        title: 'A redemption was reversed, and the rest was already in a wallet',
        example: { returnedTo: 'wallet' },
      },
    },
    data: {
      voucherId,
      amount: shillings(250_000),
      balance: shillings(250_000),
      businessName: business('Mama Mboga Groceries Ltd', SHOP),
      /** Where the rest of the voucher's value is. */
      returnedTo: choice<'voucher' | 'wallet'>('voucher'),
    },
    about: { type: 'Redemption', dedupeKey: 'transaction' },
    sms: {
      en: ({ voucher, amount, balance, businessName, returnedTo }) => {
        const undone = `${businessName} gave back ${kes(amount)} of your gift.`;
        return returnedTo === 'wallet'
          ? `${undone} The money is in your Zawadi wallet.`
          : `${undone} ${kes(balance)} is left: ${voucher.link}`;
      },
      sw: ({ voucher, amount, balance, businessName, returnedTo }) => {
        const undone = `Matumizi ya ${kes(amount)} katika ${businessName} yamebatilishwa.`;
        return returnedTo === 'wallet'
          ? `${undone} Pesa ziko kwenye pochi yako ya Zawadi.`
          : `${undone} Salio ni ${kes(balance)}: ${voucher.link}`;
      },
    },
  }),
  'voucher-expiring': message({
    cases: {
      'all-shops': { title: 'A gift is about to expire', when: ({ voucher }) => !voucher.isOfOneShop },
      'one-shop': {
        title: 'A gift of a merchant is about to expire',
        when: ({ voucher }) => voucher.isOfOneShop === true,
        example: { voucher: { ...exampleVoucher, isOfOneShop: true } },
      },
    },
    data: { voucherId },
    sms: {
      en: ({ voucher }) =>
        `${kes(voucher.balance)} is left on your gift. Spend it by ${day(voucher.expiresAt, 'en')}: ${voucher.link}`,
      sw: ({ voucher }) =>
        `Zawadi yako ina salio la ${kes(voucher.balance)} na inatumika hadi ${day(voucher.expiresAt, 'sw')}: ${voucher.link}`,
    },
    email: {
      en: ({ voucher }) => ({
        subject: `Your gift of ${kes(voucher.balance)} is valid until ${day(voucher.expiresAt, 'en')}`,
        heading: 'Spend your gift in time',
        paragraphs: [
          voucher.isOfOneShop
            ? `There is still ${kes(voucher.balance)} on the gift from ${voucher.senderName}. Spend it there before that day.`
            : `There is still ${kes(voucher.balance)} on the gift from ${voucher.senderName}. Spend it at a Zawadi shop or add it to your wallet, where it does not expire.`,
        ],
        rows: [
          { label: 'Left', value: kes(voucher.balance) },
          { label: 'Valid until', value: day(voucher.expiresAt, 'en') },
        ],
        button: { label: 'Open your gift', url: voucher.link },
      }),
      sw: ({ voucher }) => ({
        subject: `Zawadi yako ya ${kes(voucher.balance)} inatumika hadi ${day(voucher.expiresAt, 'sw')}`,
        heading: 'Tumia zawadi yako kwa wakati',
        paragraphs: [
          voucher.isOfOneShop
            ? `Bado kuna ${kes(voucher.balance)} kwenye zawadi kutoka kwa ${voucher.senderName}. Itumie huko kabla ya siku hiyo.`
            : `Bado kuna ${kes(voucher.balance)} kwenye zawadi kutoka kwa ${voucher.senderName}. Itumie kwenye duka la Zawadi au iweke kwenye pochi yako, ambako muda wake hauishi.`,
        ],
        rows: [
          { label: 'Salio', value: kes(voucher.balance) },
          { label: 'Inatumika hadi', value: day(voucher.expiresAt, 'sw') },
        ],
        button: { label: 'Fungua zawadi yako', url: voucher.link },
      }),
    },
  }),
};
