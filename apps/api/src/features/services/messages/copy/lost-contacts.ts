import { moment, text } from '../fields.ts';
import { message } from '../message.ts';
import { dayAndHour } from './phrases.ts';

/** Messages about a new phone number for an account whose owner has lost both phone and email. */
export const lostContactMessages = {
  'contacts-replaced-asked': message({
    title: 'Support gives an account a new number: what the old contacts get',
    data: {
      /** Masked. */
      phone: text('2547****678'),
      effectiveAt: moment('2026-12-01T11:05:00.000Z'),
      /** Link that answers "this was not me". */
      link: text('https://zawadi.example/freeze#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'),
    },
    isUrgent: true,
    sms: {
      en: (facts) =>
        `Zawadi: in 72 hours your account gets a new phone, ${facts.phone}. Not you? Stop it: ${facts.link}`,
      sw: (facts) =>
        `Zawadi: baada ya saa 72 akaunti yako itapata simu ${facts.phone}. Si wewe? Izuie: ${facts.link}`,
    },
    email: {
      en: (facts) => ({
        subject: 'Your account gets a new phone number in 72 hours',
        heading: 'Have you lost your phone and email?',
        paragraphs: [
          `Someone told our support so, and two of us checked it. On ${dayAndHour(new Date(facts.effectiveAt), 'en')} the number of your account becomes ${facts.phone}.`,
          'Until then no money leaves your wallet. If it was you, there is nothing to do here.',
          'If it was not you, press the button and confirm on the page: your contacts stay as they are.',
        ],
        button: { label: 'This was not me', url: facts.link },
        note: 'The button works once, within 72 hours. It does not sign anyone in.',
      }),
      sw: (facts) => ({
        subject: 'Akaunti yako itapata namba mpya baada ya saa 72',
        heading: 'Je, umepoteza simu na barua pepe yako?',
        paragraphs: [
          `Mtu ameiambia huduma kwa wateja hivyo, na wawili wetu wamehakiki. Tarehe ${dayAndHour(new Date(facts.effectiveAt), 'sw')} namba ya akaunti yako itakuwa ${facts.phone}.`,
          'Hadi wakati huo pesa hazitatoka kwenye pochi yako. Kama ni wewe, huna la kufanya hapa.',
          'Kama si wewe, bonyeza kitufe na uthibitishe kwenye ukurasa: mawasiliano yako yatabaki yalivyo.',
        ],
        button: { label: 'Si mimi', url: facts.link },
        note: 'Kitufe kinafanya kazi mara moja, ndani ya saa 72. Hakifungui akaunti yoyote.',
      }),
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'Your account gets a new number', sw: 'Akaunti yako itapata namba mpya' },
      body: {
        en: () => 'In 72 hours. Not you? Use the link in our SMS or email.',
        sw: () => 'Baada ya saa 72. Si wewe? Tumia kiungo kwenye SMS au barua pepe yetu.',
      },
    },
  }),
  'contacts-replaced': message({
    title: 'A new number opens the account of an owner who had lost both contacts',
    data: {},
    isUrgent: true,
    sms: {
      en: () =>
        'Zawadi: this number is now the phone of your account. Set a new password with “Forgot password?” and your phone number.',
      sw: () =>
        'Zawadi: namba hii sasa ni simu ya akaunti yako. Weka nenosiri jipya kwa “Umesahau nenosiri?” na namba yako ya simu.',
    },
  }),
};
