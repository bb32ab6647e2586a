import { MINUTE_MS } from '../../../../platform/durations.ts';
import { address, choice, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes, NOT_YOU, NOT_YOU_PUSH } from './phrases.ts';

/** Messages that verify an email address or phone number, or notify its owner of a change. */
export const contactMessages = {
  'verify-email': message({
    title: 'A consumer signs up',
    data: { link: text('https://zawadi.example/verify-email#token=abc') },
    isUrgent: true,
    email: {
      en: ({ link }) => ({
        subject: 'Confirm your email address',
        heading: 'Karibu Zawadi',
        paragraphs: [
          'Tap the button to confirm that this is your email address.',
          'If you are not signed in, you also need your password.',
        ],
        button: { label: 'Confirm my address', url: link },
        note: 'If you did not sign up at Zawadi, ignore this email: without this step the address cannot be used.',
      }),
      sw: ({ link }) => ({
        subject: 'Thibitisha barua pepe yako',
        heading: 'Karibu Zawadi',
        paragraphs: [
          'Bonyeza kitufe ili uthibitishe kuwa barua pepe hii ni yako.',
          'Kama hujaingia, utahitaji pia nenosiri lako.',
        ],
        button: { label: 'Thibitisha anwani yangu', url: link },
        note: 'Kama hukujisajili Zawadi, usifanye lolote: bila hatua hii hakuna anayeweza kutumia anwani hii.',
      }),
    },
  }),
  'confirm-new-email': message({
    title: 'A new email address is to be confirmed',
    data: { link: text('https://zawadi.example/verify-email#token=def') },
    isUrgent: true,
    email: {
      en: ({ link }) => ({
        subject: 'Confirm your new email address',
        heading: 'Confirm your new address',
        paragraphs: [
          'Tap the button to confirm your new address. Until then your account keeps the old one.',
        ],
        button: { label: 'Confirm my new address', url: link },
        note: 'If you did not ask for this, ignore this email: without this step the address cannot be used.',
      }),
      sw: ({ link }) => ({
        subject: 'Thibitisha barua pepe yako mpya',
        heading: 'Thibitisha anwani yako mpya',
        paragraphs: [
          'Bonyeza kitufe ili uthibitishe anwani yako mpya. Hadi hapo akaunti yako itabaki na ya zamani.',
        ],
        button: { label: 'Thibitisha anwani mpya', url: link },
        note: 'Kama hukuomba hili, usifanye lolote: bila hatua hii hakuna anayeweza kutumia anwani hii.',
      }),
    },
  }),
  'phone-otp': message({
    title: 'A phone number is to be confirmed',
    data: { code: text('402913') },
    isUrgent: true,
    usefulForMs: 10 * MINUTE_MS,
    sms: {
      en: ({ code }) => `${code} is your Zawadi code. It works for 10 minutes. We never ask you for it.`,
      sw: ({ code }) =>
        `${code} ni msimbo wako wa Zawadi. Unatumika kwa dakika 10. Hatutakuuliza msimbo huu kamwe.`,
    },
  }),
  'claim-otp': message({
    title: 'A new person adds a gift to a wallet',
    data: { code: text('402913'), amount: shillings(237_500) },
    isUrgent: true,
    usefulForMs: 10 * MINUTE_MS,
    sms: {
      en: ({ code, amount }) =>
        `${code} adds your gift of ${kes(amount)} to a Zawadi wallet. It works for 10 minutes. We never ask you for it.`,
      sw: ({ code, amount }) =>
        `${code} ni msimbo wa kuweka zawadi yako ya ${kes(amount)} kwenye pochi ya Zawadi. Unatumika kwa dakika 10. Hatutakuuliza msimbo huu kamwe.`,
    },
  }),
  'phone-taken': message({
    title: 'A phone number now belongs to another account',
    data: {},
    email: {
      en: () => ({
        subject: 'Your phone number now belongs to another account',
        heading: 'Your number was confirmed elsewhere',
        paragraphs: [
          'Someone confirmed by SMS that the phone number of your account is theirs, so we removed it from your account.',
          'Your money is safe. To withdraw it, confirm a phone number in your profile.',
        ],
        note: 'If the number is still yours, confirm it again in your profile and change your password.',
      }),
      sw: () => ({
        subject: 'Namba yako ya simu sasa ni ya akaunti nyingine',
        heading: 'Namba yako imethibitishwa kwingine',
        paragraphs: [
          'Mtu amethibitisha kwa SMS kuwa namba ya simu ya akaunti yako ni yake, kwa hiyo tumeiondoa kwenye akaunti yako.',
          'Pesa zako ziko salama. Ili kuzitoa, thibitisha namba ya simu kwenye wasifu wako.',
        ],
        note: 'Kama namba bado ni yako, ithibitishe tena kwenye wasifu wako na ubadilishe nenosiri lako.',
      }),
    },
  }),
  'email-taken': message({
    title: 'An address that was never confirmed now belongs to another account',
    data: {
      /** Masked. */
      email: address('w***@zawadi.example'),
    },
    sms: {
      en: ({ email }) =>
        `Zawadi: you never confirmed ${email}. Its owner has, so it is no longer on your account. Your money is safe. Sign in with this number.`,
      sw: ({ email }) =>
        `Zawadi: hukuthibitisha ${email}. Mwenyewe ameithibitisha, kwa hiyo si ya akaunti yako tena. Pesa ziko salama. Ingia kwa namba hii.`,
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'An email has left your account', sw: 'Barua pepe imeondoka kwenye akaunti yako' },
      body: {
        en: ({ email }) => `You never confirmed ${email}. Its owner has. Add an email of your own.`,
        sw: ({ email }) => `Hukuthibitisha ${email}. Mwenyewe ameithibitisha. Ongeza barua pepe yako.`,
      },
    },
  }),
  'contact-change-asked': message({
    cases: {
      email: {
        title: 'A new email address was asked for: what the old contacts get',
        example: { contact: 'email' },
      },
      phone: {
        title: 'A new phone number was asked for: what the old contacts get',
        when: ({ contact }) => contact === 'phone',
        example: { contact: 'phone', wanted: '2547****678' },
      },
    },
    data: {
      contact: choice<'email' | 'phone'>('email'),
      /** Masked. */
      wanted: address('n***@zawadi.example'),
      /** Link that answers "this was not me". */
      link: text('https://zawadi.example/not-me#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'),
    },
    isUrgent: true,
    sms: {
      en: ({ contact, wanted, link }) =>
        `Zawadi: someone is changing your ${contact === 'email' ? 'email' : `phone number to ${wanted}`}. Not you? Stop it: ${link}`,
      sw: ({ contact, wanted, link }) =>
        `Zawadi: mtu anabadilisha ${contact === 'email' ? 'barua pepe yako' : `namba yako ya simu iwe ${wanted}`}. Si wewe? Izuie: ${link}`,
    },
    email: {
      en: ({ contact, wanted, link }) => ({
        subject:
          contact === 'email'
            ? 'Someone is changing your email address'
            : 'Someone is changing your phone number',
        heading: 'Was this you?',
        paragraphs: [
          `Someone who knows your password asked to make ${wanted} the ${contact === 'email' ? 'email address' : 'phone number'} of your account.`,
          'If it was you, there is nothing to do here.',
          'If it was not you, press the button and confirm on the page. We keep or restore your old contact, sign out every device, and stop withdrawals until you set a new password.',
        ],
        button: { label: 'This was not me', url: link },
        note: 'The button works for 72 hours. It does not sign anyone in.',
      }),
      sw: ({ contact, wanted, link }) => ({
        subject:
          contact === 'email' ? 'Mtu anabadilisha barua pepe yako' : 'Mtu anabadilisha namba yako ya simu',
        heading: 'Je, ni wewe?',
        paragraphs: [
          `Mtu anayejua nenosiri lako ameomba ${wanted} iwe ${contact === 'email' ? 'barua pepe' : 'namba ya simu'} ya akaunti yako.`,
          'Kama ni wewe, huna la kufanya hapa.',
          'Kama si wewe, bonyeza kitufe na uthibitishe kwenye ukurasa. Tutabakisha au kurudisha mawasiliano yako ya zamani, tutaondoa vifaa vyote, na tutazuia utoaji wa pesa hadi uweke nenosiri jipya.',
        ],
        button: { label: 'Si mimi', url: link },
        note: 'Kitufe kinafanya kazi kwa saa 72. Hakifungui akaunti yoyote.',
      }),
    },
  }),
  'email-changed': message({
    title: 'An email address was changed',
    data: {
      /** Masked, because this message goes to the old address. */
      newEmail: address('a***@zawadi.example'),
    },
    email: {
      en: ({ newEmail }) => ({
        subject: 'Your email address was changed',
        heading: 'Your account has a new address',
        paragraphs: [`From now on you sign in with ${newEmail}, and our messages go there.`],
        note: 'If this was not you, use “This was not me” in the email we sent when the change was requested. It works for 72 hours.',
      }),
      sw: ({ newEmail }) => ({
        subject: 'Barua pepe yako imebadilishwa',
        heading: 'Akaunti yako ina anwani mpya',
        paragraphs: [`Kuanzia sasa unaingia kwa ${newEmail}, na ujumbe wetu utaenda huko.`],
        note: 'Kama si wewe, tumia “Si mimi” kwenye barua pepe tuliyotuma badiliko lilipoombwa. Inafanya kazi kwa saa 72.',
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'Your email was changed', sw: 'Barua pepe yako imebadilishwa' },
      body: {
        en: ({ newEmail }) => `It is ${newEmail} now. ${NOT_YOU_PUSH.en}`,
        sw: ({ newEmail }) => `Sasa ni ${newEmail}. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
  'phone-changed': message({
    title: 'A phone number was changed',
    data: { phone: text('2547****678') },
    email: {
      en: ({ phone }) => ({
        subject: 'Your phone number was changed',
        heading: 'Your account has a new number',
        paragraphs: [
          `The number of your account is ${phone} now.`,
          'For 24 hours a withdrawal needs a code that we send to this email address.',
        ],
        note: NOT_YOU.en,
      }),
      sw: ({ phone }) => ({
        subject: 'Namba yako ya simu imebadilishwa',
        heading: 'Akaunti yako ina namba mpya',
        paragraphs: [
          `Namba ya akaunti yako sasa ni ${phone}.`,
          'Kwa saa 24 kutoa pesa kunahitaji msimbo tunaotuma kwa barua pepe hii.',
        ],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'Your phone number was changed', sw: 'Namba yako ya simu imebadilishwa' },
      body: {
        en: ({ phone }) => `It is ${phone} now. ${NOT_YOU_PUSH.en}`,
        sw: ({ phone }) => `Sasa ni ${phone}. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
};
