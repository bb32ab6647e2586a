import type { EmailTemplate } from '../templates.ts';
import type { LettersFor } from './letter.ts';

type OperatorTemplate = Extract<EmailTemplate, 'float-differs'>;

/** What the operator hears when something needs a look. */
export const operatorLetters: LettersFor<OperatorTemplate> = {
  'float-differs': {
    en: ({ collection, payout, link }) => ({
      subject: 'M-PESA and the ledger differ',
      heading: 'M-PESA holds another amount than the ledger says',
      paragraphs: [
        'Three checks in a row, ten minutes apart, found the same: this is no payment on its way.',
        'Below is what M-PESA holds more, or with a minus less, than the ledger says. Compare the statements of these days with the ledger to find out why.',
      ],
      rows: [
        { label: 'Collection', value: collection },
        { label: 'Pay-out', value: payout },
      ],
      button: { label: 'Open Reconciliation', url: link },
    }),
    sw: ({ collection, payout, link }) => ({
      subject: 'M-PESA na leja zinatofautiana',
      heading: 'Kiasi kilichopo M-PESA kinatofautiana na leja',
      paragraphs: [
        'Ukaguzi mara tatu mfululizo, kila baada ya dakika kumi, umeonyesha hivyo: si malipo yaliyo njiani.',
        'Hapa chini ni kiasi ambacho M-PESA ina zaidi ya leja, au pungufu ikiwa na alama ya kutoa. Linganisha taarifa za siku hizi na leja ili kujua sababu.',
      ],
      rows: [
        { label: 'Makusanyo', value: collection },
        { label: 'Malipo', value: payout },
      ],
      button: { label: 'Fungua ulinganisho', url: link },
    }),
  },
};
