import { address, business, choice, optional, person, text } from '../fields.ts';
import { message } from '../message.ts';

/** Messages that carry a merchant's request to support, and notices to a merchant's owner about a failing webhook. */
export const merchantSupportMessages = {
  'support-request': message({
    title: 'A merchant writes to us: what we get',
    data: {
      businessName: business('Duka Moja'),
      merchantCode: text('DUKA001'),
      writer: person('Juma Otieno'),
      email: address('juma@zawadi.example'),
      subject: text('A voucher does not scan'),
      message: text('Since this morning. What can I do?'),
      reference: optional(text('ST-20261120-1')),
    },
    email: {
      en: ({ businessName, merchantCode, writer, email, subject, message, reference }) => ({
        subject: `${merchantCode}: ${subject}`,
        heading: subject,
        paragraphs: message.split(/\n+/u),
        rows: [
          { label: 'Merchant', value: `${businessName} (${merchantCode})` },
          { label: 'Written by', value: `${writer}, ${email}` },
          ...(reference === undefined ? [] : [{ label: 'About', value: reference }]),
        ],
        note: 'Reply to the address above, and mark the letter as answered in the admin area.',
      }),
      sw: ({ businessName, merchantCode, writer, email, subject, message, reference }) => ({
        subject: `${merchantCode}: ${subject}`,
        heading: subject,
        paragraphs: message.split(/\n+/u),
        rows: [
          { label: 'Duka', value: `${businessName} (${merchantCode})` },
          { label: 'Mwandishi', value: `${writer}, ${email}` },
          ...(reference === undefined ? [] : [{ label: 'Kuhusu', value: reference }]),
        ],
        note: 'Jibu kwa anwani iliyo juu, na uweke alama kuwa limejibiwa kwenye eneo la wasimamizi.',
      }),
    },
  }),
  'support-received': message({
    title: 'A merchant writes to us: what it gets',
    data: { subject: text('A voucher does not scan'), message: text('Since this morning.') },
    email: {
      en: ({ subject, message }) => ({
        subject: `We have your message: ${subject}`,
        heading: 'Thank you for writing',
        paragraphs: ['We will answer by email. This is what you wrote:', subject, ...message.split(/\n+/u)],
      }),
      sw: ({ subject, message }) => ({
        subject: `Tumepokea ujumbe wako: ${subject}`,
        heading: 'Asante kwa kuandika',
        paragraphs: ['Tutakujibu kwa barua pepe. Huu ndio ujumbe wako:', subject, ...message.split(/\n+/u)],
      }),
    },
  }),
  'support-answer': message({
    title: 'We answer a merchant’s letter',
    data: {
      subject: text('A voucher does not scan'),
      answer: text('Please clean the camera and try again.'),
      link: text('https://zawadi.example/merchant/dashboard/support'),
    },
    email: {
      en: ({ subject, answer, link }) => ({
        subject: `Our answer: ${subject}`,
        heading: subject,
        paragraphs: answer.split(/\n+/u),
        button: { label: 'See your letters', url: link },
      }),
      sw: ({ subject, answer, link }) => ({
        subject: `Jibu letu: ${subject}`,
        heading: subject,
        paragraphs: answer.split(/\n+/u),
        button: { label: 'Angalia barua zako', url: link },
      }),
    },
  }),
  'webhook-failing': message({
    title: 'A webhook has failed for a day',
    data: {
      businessName: business('Duka Moja'),
      url: text('https://till.duka.example/zawadi'),
      link: text('https://zawadi.example/merchant/dashboard/api/webhooks'),
    },
    email: {
      en: ({ businessName, url, link }) => ({
        subject: 'Your webhook has not worked for a day',
        heading: 'We cannot reach your system',
        paragraphs: [
          `For a day every message to the webhook of ${businessName} has failed. Vouchers and payments are not affected.`,
          'We keep trying. If every message fails for two more days, we switch the webhook off.',
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
  }),
  'webhook-switched-off': message({
    cases: {
      gone: {
        title: 'A webhook was switched off because its system wants nothing more',
        example: { reason: 'gone' },
      },
      failing: {
        title: 'A webhook was switched off because it has failed for days',
        example: { reason: 'failing' },
      },
    },
    data: {
      businessName: business('Duka Moja'),
      url: text('https://till.duka.example/zawadi'),
      reason: choice<'gone' | 'failing'>('failing'),
      link: text('https://zawadi.example/merchant/dashboard/api/webhooks'),
    },
    email: {
      en: ({ businessName, url, reason, link }) => ({
        subject: 'Your webhook is switched off',
        heading: 'We have stopped sending events',
        paragraphs: [
          reason === 'gone'
            ? `The system of ${businessName} answered 410: it wants no more messages. So we switched the webhook off.`
            : `For three days every message to the webhook of ${businessName} has failed. So we switched it off. Vouchers and payments are not affected.`,
          'To switch it on, save its address again. Undelivered events stay in the event log: press “Send again”.',
        ],
        rows: [{ label: 'Address', value: url }],
        button: { label: 'Open API Access', url: link },
      }),
      sw: ({ businessName, url, reason, link }) => ({
        subject: 'Webhook yako imezimwa',
        heading: 'Tumeacha kutuma matukio',
        paragraphs: [
          reason === 'gone'
            ? `Mfumo wa ${businessName} umejibu 410, yaani hautaki ujumbe zaidi. Kwa hiyo tumeizima webhook.`
            : `Kwa siku tatu kila ujumbe kwa webhook ya ${businessName} umeshindwa. Kwa hiyo tumeizima. Vocha na malipo hayajaathirika.`,
          'Ili kuiwasha, hifadhi anwani yake tena. Matukio ambayo hayakufika yako kwenye kumbukumbu za matukio: bonyeza “Tuma tena”.',
        ],
        rows: [{ label: 'Anwani', value: url }],
        button: { label: 'Fungua Ufikiaji wa API', url: link },
      }),
    },
  }),
};
