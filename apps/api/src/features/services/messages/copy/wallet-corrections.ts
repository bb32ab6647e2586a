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

/** Messages to a consumer whose wallet an administrator has corrected. */
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
};
