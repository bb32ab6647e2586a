import type { EmailTemplate } from '../templates.ts';
import type { LettersFor } from './letter.ts';
import { kes } from './phrases.ts';

type SettlementTemplate = Extract<EmailTemplate, 'settlement-paid' | 'settlement-failed'>;

/** What a merchant is told about being paid. */
export const settlementLetters: LettersFor<SettlementTemplate> = {
  'settlement-paid': {
    en: ({ batchId, amount, paidOut, destination, reference }) => ({
      subject: `${kes(paidOut)} paid to you: batch ${batchId}`,
      heading: 'Your settlement is paid',
      paragraphs: [`We have sent the money to ${destination}.`],
      rows: [
        { label: 'Batch', value: batchId },
        { label: 'Amount', value: kes(amount) },
        { label: 'Processing fee', value: kes(amount - paidOut) },
        { label: 'Sent to you', value: kes(paidOut) },
        ...(reference === undefined ? [] : [{ label: 'Reference', value: reference }]),
      ],
    }),
    sw: ({ batchId, amount, paidOut, destination, reference }) => ({
      subject: `${kes(paidOut)} umelipwa: fungu ${batchId}`,
      heading: 'Malipo yako yamekamilika',
      paragraphs: [`Tumetuma pesa kwa ${destination}.`],
      rows: [
        { label: 'Fungu', value: batchId },
        { label: 'Kiasi', value: kes(amount) },
        { label: 'Ada', value: kes(amount - paidOut) },
        { label: 'Umetumiwa', value: kes(paidOut) },
        ...(reference === undefined ? [] : [{ label: 'Kumbukumbu', value: reference }]),
      ],
    }),
  },
  'settlement-failed': {
    en: ({ batchId, amount, reason }) => ({
      subject: `Batch ${batchId} of ${kes(amount)} could not be paid yet`,
      heading: 'This pay-out did not go through',
      paragraphs: [reason, 'Nothing is lost: the money stays set aside for you, and we try again.'],
      rows: [
        { label: 'Batch', value: batchId },
        { label: 'Amount', value: kes(amount) },
      ],
    }),
    sw: ({ batchId, amount, reason }) => ({
      subject: `Fungu ${batchId} la ${kes(amount)} halijalipwa bado`,
      heading: 'Malipo haya hayakufaulu',
      paragraphs: [
        `Sababu: ${reason}`,
        'Hakuna kilichopotea: pesa zimetengwa kwa ajili yako, na tutajaribu tena.',
      ],
      rows: [
        { label: 'Fungu', value: batchId },
        { label: 'Kiasi', value: kes(amount) },
      ],
    }),
  },
};
