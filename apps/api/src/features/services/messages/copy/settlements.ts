import { business, choice, month, optional, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes, minusKes, monthText, present, receipt } from './phrases.ts';

/** Messages to a merchant about its settlements and its balance. */
export const settlementMessages = {
  'settlement-paid': message({
    title: 'A settlement is paid out',
    data: {
      batchId: text('ST-20261120-7KQ2M'),
      amount: shillings(250_000),
      paidOut: shillings(247_500),
      destination: text('Equity Bank ••••4321'),
      reference: optional(text('QKL8ABC123')),
    },
    about: { type: 'Settlement', dedupeKey: 'transaction' },
    sms: {
      en: ({ paidOut, batchId, reference }) =>
        `Zawadi has paid you ${kes(paidOut)} for batch ${batchId}.${receipt('Reference', reference)}`,
      sw: ({ paidOut, batchId, reference }) =>
        `Zawadi imekulipa ${kes(paidOut)} za fungu ${batchId}.${receipt('Rejeleo', reference)}`,
    },
    email: {
      en: ({ batchId, amount, paidOut, destination, reference }) => ({
        subject: `${kes(paidOut)} paid to you: batch ${batchId}`,
        heading: 'Your settlement is paid',
        paragraphs: [`We have sent the money to ${destination}.`],
        rows: [
          { label: 'Batch', value: batchId },
          { label: 'Amount', value: kes(amount) },
          { label: 'Processing fee', value: minusKes(amount - paidOut) },
          ...present('Reference', reference),
        ],
        total: { label: 'Sent to you', value: kes(paidOut) },
      }),
      sw: ({ batchId, amount, paidOut, destination, reference }) => ({
        subject: `Umelipwa ${kes(paidOut)}: fungu ${batchId}`,
        heading: 'Malipo yako yamekamilika',
        paragraphs: [`Tumetuma pesa kwenda ${destination}.`],
        rows: [
          { label: 'Fungu', value: batchId },
          { label: 'Kiasi', value: kes(amount) },
          { label: 'Ada ya huduma', value: minusKes(amount - paidOut) },
          ...present('Rejeleo', reference),
        ],
        total: { label: 'Umetumiwa', value: kes(paidOut) },
      }),
    },
  }),
  'invoice-issued': message({
    title: 'An invoice for settlement fees was issued',
    data: {
      number: text('INV-000123'),
      /** `yyyy-MM` */
      month: month('2026-10'),
      amount: shillings(250_000),
      link: text('https://zawadi.example/merchant/dashboard/invoices'),
    },
    email: {
      en: (said) => ({
        subject: `Invoice ${said.number} for ${monthText(said.month, 'en')}`,
        heading: 'Your invoice is ready',
        paragraphs: [
          'It shows the fees of your settlements. You have already paid them, so there is nothing to pay.',
        ],
        rows: [
          { label: 'Invoice', value: said.number },
          { label: 'Month', value: monthText(said.month, 'en') },
        ],
        total: { label: 'Fees, VAT included', value: kes(said.amount) },
        button: { label: 'Open the invoice', url: said.link },
      }),
      sw: (said) => ({
        subject: `Ankara ${said.number} ya ${monthText(said.month, 'sw')}`,
        heading: 'Ankara yako iko tayari',
        paragraphs: ['Inaonyesha ada za malipo yako. Umeshazilipa, kwa hiyo huna la kulipa.'],
        rows: [
          { label: 'Ankara', value: said.number },
          { label: 'Mwezi', value: monthText(said.month, 'sw') },
        ],
        total: { label: 'Ada, pamoja na VAT', value: kes(said.amount) },
        button: { label: 'Fungua ankara', url: said.link },
      }),
    },
  }),
  'settlement-failed': message({
    title: 'A settlement could not be paid out yet',
    data: {
      batchId: text('ST-20261120-7KQ2M'),
      amount: shillings(250_000),
      /** A whole sentence. */
      reason: text('The number is not registered with M-PESA. Please check where we pay you.'),
    },
    sms: {
      en: ({ amount, batchId }) =>
        `Zawadi could not pay batch ${batchId} of ${kes(amount)}. Your money is safe. See Settlements for the reason.`,
      sw: ({ amount, batchId }) =>
        `Zawadi haikuweza kulipa fungu ${batchId} la ${kes(amount)}. Pesa zako ziko salama. Sababu iko kwenye Malipo.`,
    },
    email: {
      en: ({ batchId, amount, reason }) => ({
        subject: `Batch ${batchId} of ${kes(amount)} could not be paid yet`,
        heading: 'This pay-out did not go through',
        paragraphs: [reason, 'Nothing is lost: we keep the money for you, and try again.'],
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
  }),
  'balance-adjusted': message({
    cases: {
      added: { title: 'The balance of a merchant was increased', example: { direction: 'credit' } },
      taken: { title: 'The balance of a merchant was decreased', example: { direction: 'debit' } },
    },
    data: {
      businessName: business('Duka Moja'),
      direction: choice<'credit' | 'debit'>('credit'),
      amount: shillings(250_000),
      /** The reason that the administrator entered. */
      reason: text('A redemption of 12 November was counted twice'),
    },
    email: {
      en: ({ businessName, direction, amount, reason }) => ({
        subject: direction === 'credit' ? 'We added to your balance' : 'We took from your balance',
        heading: 'Your balance was corrected',
        paragraphs: [
          direction === 'credit'
            ? `We have added ${kes(amount)} to the balance of ${businessName} by hand.`
            : `We have taken ${kes(amount)} from the balance of ${businessName} by hand.`,
        ],
        rows: [{ label: 'Reason', value: reason }],
        note: 'It is part of your next settlement. If something is not right, please write to support.',
      }),
      sw: ({ businessName, direction, amount, reason }) => ({
        subject: direction === 'credit' ? 'Tumeongeza salio lako' : 'Tumepunguza salio lako',
        heading: 'Salio lako limerekebishwa',
        paragraphs: [
          direction === 'credit'
            ? `Tumeongeza ${kes(amount)} kwenye salio la ${businessName}.`
            : `Tumetoa ${kes(amount)} kwenye salio la ${businessName}.`,
        ],
        rows: [{ label: 'Sababu', value: reason }],
        note: 'Itakuwa sehemu ya malipo yako yajayo. Kama kuna kosa, tafadhali andikia huduma kwa wateja.',
      }),
    },
  }),
};
