import type { LettersFor } from './letter.ts';

type WebhookTemplate = 'webhook-failing' | 'webhook-switched-off';

/** What the owner of a merchant must hear of when its system no longer listens. */
export const webhookLetters: LettersFor<WebhookTemplate> = {
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
