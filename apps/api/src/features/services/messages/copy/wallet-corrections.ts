import { choice, shillings } from '../fields.ts';
import { message } from '../message.ts';
import { kes } from './phrases.ts';

type Correction = { direction: 'credit' | 'debit'; amount: number };

const said = {
  en: ({ direction, amount }: Correction) =>
    direction === 'credit'
      ? `Zawadi has added ${kes(amount)} to your wallet as goodwill.`
      : `Zawadi has taken ${kes(amount)} out of your wallet: it was added by mistake.`,
  sw: ({ direction, amount }: Correction) =>
    direction === 'credit'
      ? `Zawadi imekuongezea ${kes(amount)} kwenye pochi yako kama fidia.`
      : `Zawadi imetoa ${kes(amount)} kwenye pochi yako: ziliwekwa kwa makosa.`,
};

const titles = {
  en: ({ direction }: Correction) =>
    direction === 'credit' ? 'Goodwill from Zawadi' : 'A wrong credit was taken back',
  sw: ({ direction }: Correction) =>
    direction === 'credit' ? 'Fidia kutoka Zawadi' : 'Pesa zilizowekwa kwa makosa',
};

const note = {
  en: 'If something is not right, please write to support.',
  sw: 'Kama kuna kosa, tafadhali andikia huduma kwa wateja.',
};

type Order = { amount: number; isReturned: boolean };

const ofOrder = {
  en: ({ amount, isReturned }: Order) =>
    isReturned
      ? `An order on your Zawadi wallet was not paid. ${kes(amount)} is back in your wallet.`
      : `Zawadi has set aside ${kes(amount)} of your wallet to pay it out by an order of an estate, a court or the tax authority.`,
  sw: ({ amount, isReturned }: Order) =>
    isReturned
      ? `Amri juu ya pochi yako ya Zawadi haikulipwa. ${kes(amount)} zimerudi kwenye pochi yako.`
      : `Zawadi imetenga ${kes(amount)} za pochi yako ili kuzilipa kwa amri ya mirathi, mahakama au KRA.`,
};

/** Messages to a consumer whose wallet an administrator has corrected, or that an order of the law concerns. */
export const walletCorrectionMessages = {
  'wallet-corrected': message({
    cases: {
      goodwill: { title: 'Goodwill was added to a wallet', example: { direction: 'credit' } },
      'taken-back': { title: 'A wrong credit was taken back from a wallet', example: { direction: 'debit' } },
    },
    data: { direction: choice<Correction['direction']>('credit'), amount: shillings(250_000) },
    sms: { en: said.en, sw: said.sw },
    email: {
      en: (correction) => ({
        subject: titles.en(correction),
        heading: titles.en(correction),
        paragraphs: [said.en(correction)],
        note: note.en,
      }),
      sw: (correction) => ({
        subject: titles.sw(correction),
        heading: titles.sw(correction),
        paragraphs: [said.sw(correction)],
        note: note.sw,
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Your wallet was corrected', sw: 'Pochi yako imerekebishwa' },
      body: { en: said.en, sw: said.sw },
    },
  }),
  'legal-order': message({
    cases: {
      reserved: { title: 'Wallet money was set aside for a legal order', example: { isReturned: false } },
      returned: { title: 'A legal order was not paid', example: { isReturned: true } },
    },
    data: { amount: shillings(250_000), isReturned: choice<boolean>(false) },
    sms: { en: ofOrder.en, sw: ofOrder.sw },
    email: {
      en: (order) => ({
        subject: 'A legal order on your wallet',
        heading: 'A legal order on your wallet',
        paragraphs: [ofOrder.en(order)],
        note: note.en,
      }),
      sw: (order) => ({
        subject: 'Amri ya kisheria juu ya pochi yako',
        heading: 'Amri ya kisheria juu ya pochi yako',
        paragraphs: [ofOrder.sw(order)],
        note: note.sw,
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'A legal order on your wallet', sw: 'Amri ya kisheria juu ya pochi yako' },
      body: { en: ofOrder.en, sw: ofOrder.sw },
    },
  }),
};
