import type { EmailTemplate } from '../templates.ts';
import { accountLetters } from './account-emails.ts';
import { administrationLetters } from './administration-emails.ts';
import type { LettersFor } from './letter.ts';
import { merchantLetters } from './merchant-emails.ts';
import { moneyLetters } from './money-emails.ts';
import { securityLetters } from './security-emails.ts';
import { day, kes } from './phrases.ts';

type GiftTemplate = Extract<
  EmailTemplate,
  'voucher-expiring' | 'gift-opened' | 'gift-claimed' | 'gift-thanks'
>;

/** What becomes of a gift after it was sent. */
const giftLetters: LettersFor<GiftTemplate> = {
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

type SettlementTemplate = Extract<EmailTemplate, 'settlement-paid' | 'settlement-failed'>;

/** What a merchant is told about being paid. */
const settlementLetters: LettersFor<SettlementTemplate> = {
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

type WebhookTemplate = 'webhook-failing' | 'webhook-switched-off';

/** What the owner of a merchant must hear of when its system no longer listens. */
const webhookLetters: LettersFor<WebhookTemplate> = {
  'webhook-failing': {
    en: ({ businessName, url, link }) => ({
      subject: 'Your webhook has not worked for a day',
      heading: 'We cannot reach your system',
      paragraphs: [
        `For a day every message to the webhook of ${businessName} has failed. Vouchers and payments are not affected.`,
        'We keep trying. If nothing gets through for two more days, we switch the webhook off.',
      ],
      rows: [{ label: 'Address', value: url }],
      button: { label: 'See what it answers', url: link },
    }),
    sw: ({ businessName, url, link }) => ({
      subject: 'Webhook yako haijafanya kazi kwa siku moja',
      heading: 'Hatuwezi kufikia mfumo wako',
      paragraphs: [
        `Kwa siku moja kila ujumbe kwa webhook ya ${businessName} umeshindwa. Vocha na malipo hayajaathirika.`,
        'Tunaendelea kujaribu. Ikiwa hakuna kitakachofika kwa siku mbili zaidi, tutaizima webhook.',
      ],
      rows: [{ label: 'Anwani', value: url }],
      button: { label: 'Angalia inachojibu', url: link },
    }),
  },
  'webhook-switched-off': {
    en: ({ businessName, url, reason, link }) => ({
      subject: 'Your webhook is switched off',
      heading: 'We have stopped sending events',
      paragraphs: [
        reason === 'gone'
          ? `The system of ${businessName} answered 410, which means that it wants no more messages. So we switched the webhook off.`
          : `For three days every message to the webhook of ${businessName} has failed. So we switched it off. Vouchers and payments are not affected.`,
        'To switch it on, save its address again. What could not be delivered stands in the log, with “Send again”.',
      ],
      rows: [{ label: 'Address', value: url }],
      button: { label: 'Open API Access', url: link },
    }),
    sw: ({ businessName, url, reason, link }) => ({
      subject: 'Webhook yako imezimwa',
      heading: 'Tumeacha kutuma matukio',
      paragraphs: [
        reason === 'gone'
          ? `Mfumo wa ${businessName} umejibu 410, yaani hautaki ujumbe zaidi. Kwa hivyo tumeizima webhook.`
          : `Kwa siku tatu kila ujumbe kwa webhook ya ${businessName} umeshindwa. Kwa hivyo tumeizima. Vocha na malipo hayajaathirika.`,
        'Ili kuiwasha, hifadhi anwani yake tena. Ambacho hakikufika kiko kwenye orodha, pamoja na “Send again”.',
      ],
      rows: [{ label: 'Anwani', value: url }],
      button: { label: 'Fungua API Access', url: link },
    }),
  },
};

type OperatorTemplate = Extract<EmailTemplate, 'float-differs'>;

/** What the operator hears when something needs a look. */
const operatorLetters: LettersFor<OperatorTemplate> = {
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

export const emailWords: LettersFor<EmailTemplate> = {
  ...accountLetters,
  ...administrationLetters,
  ...securityLetters,
  ...merchantLetters,
  ...moneyLetters,
  ...operatorLetters,
  ...settlementLetters,
  ...giftLetters,
  ...webhookLetters,
};
