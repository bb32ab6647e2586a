import { text } from '../fields.ts';
import { message } from '../message.ts';

/** Messages to a consumer who wrote to support. */
export const consumerSupportMessages = {
  'letter-answered': message({
    title: 'We answer a consumer’s letter',
    data: {
      subject: text('A gift did not come'),
      answer: text('We have sent it again to the number that you gave us.'),
      link: text('https://zawadi.example/dashboard/support'),
    },
    sms: {
      en: ({ link }) =>
        `Zawadi has answered your letter. We never ask for your PIN. Read the answer: ${link}`,
      sw: ({ link }) => `Zawadi imejibu barua yako. Hatuombi PIN yako kamwe. Soma jibu: ${link}`,
    },
    email: {
      en: ({ subject, answer, link }) => ({
        subject: `Our answer: ${subject}`,
        heading: subject,
        paragraphs: answer.split(/\n+/u),
        button: { label: 'See your letters', url: link },
        note: 'We never ask for your PIN, your password or the code of a voucher.',
      }),
      sw: ({ subject, answer, link }) => ({
        subject: `Jibu letu: ${subject}`,
        heading: subject,
        paragraphs: answer.split(/\n+/u),
        button: { label: 'Angalia barua zako', url: link },
        note: 'Hatuombi kamwe PIN yako, nenosiri lako wala msimbo wa vocha.',
      }),
    },
    push: {
      opens: '/dashboard/support',
      title: { en: 'Zawadi has answered you', sw: 'Zawadi imekujibu' },
      body: { en: () => 'Open your letters to read the answer.', sw: () => 'Fungua barua zako usome jibu.' },
    },
  }),
};
