import { MINUTE_MS } from '../../../../platform/durations.ts';
import { address, choice, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes, NOT_YOU, NOT_YOU_PUSH } from './phrases.ts';

/** Messages that verify an address or number, and notify its owner of a change. */
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
          'Open the page and confirm that this address is yours. Then your Zawadi account is ready.',
          'Where you are not signed in, it asks for your password.',
        ],
        button: { label: 'Confirm my address', url: link },
        note: 'If you did not sign up at Zawadi, ignore this email: without this step the address cannot be used.',
      }),
      sw: ({ link }) => ({
        subject: 'Thibitisha barua pepe yako',
        heading: 'Karibu Zawadi',
        paragraphs: [
          'Fungua ukurasa na uthibitishe kuwa anwani hii ni yako. Kisha akaunti yako ya Zawadi iko tayari.',
          'Pale ambapo hujaingia, utaulizwa nenosiri lako.',
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
        heading: 'One tap',
        paragraphs: ['This confirms your new address. Until then your account keeps the one it has.'],
        button: { label: 'Confirm my new address', url: link },
        note: 'If you did not ask for this, ignore this email: without this step the address cannot be used.',
      }),
      sw: ({ link }) => ({
        subject: 'Thibitisha barua pepe yako mpya',
        heading: 'Bonyeza mara moja',
        paragraphs: ['Hii inathibitisha anwani yako mpya. Hadi hapo akaunti yako itabaki na ile iliyo nayo.'],
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
          'Someone confirmed by SMS that the phone number of your account is theirs, so it no longer counts as yours.',
          'Your money is safe. To withdraw it, confirm a phone number in your profile.',
        ],
        note: 'If the number is still yours, confirm it again in your profile and change your password.',
      }),
      sw: () => ({
        subject: 'Nambari yako ya simu sasa ni ya akaunti nyingine',
        heading: 'Nambari yako imethibitishwa kwingine',
        paragraphs: [
          'Mtu amethibitisha kwa SMS kuwa nambari ya simu ya akaunti yako ni yake, kwa hiyo haihesabiwi tena kuwa yako.',
          'Pesa zako ziko salama. Ili kuzitoa, thibitisha nambari ya simu kwenye wasifu wako.',
        ],
        note: 'Kama nambari bado ni yako, ithibitishe tena kwenye wasifu wako na ubadilishe nenosiri lako.',
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
        `Zawadi: hukuthibitisha ${email}. Mwenyewe ameithibitisha, kwa hiyo si ya akaunti yako tena. Pesa ziko salama. Ingia kwa nambari hii.`,
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
      en: ({ contact, link }) =>
        `Zawadi: a new ${contact === 'email' ? 'email' : 'phone'} was asked for on your account. Not you? Stop it: ${link}`,
      sw: ({ contact, link }) =>
        `Zawadi: ${contact === 'email' ? 'barua pepe' : 'simu'} mpya imeombwa kwa akaunti yako. Si wewe? Izuie: ${link}`,
    },
    email: {
      en: ({ contact, wanted, link }) => ({
        subject:
          contact === 'email' ? 'A new email address was asked for' : 'A new phone number was asked for',
        heading: 'Was this you?',
        paragraphs: [
          `Someone who knows your password asked to make ${wanted} the ${contact === 'email' ? 'email address' : 'phone number'} of your account.`,
          'If it was you, there is nothing to do here.',
          'If it was not you, open the page and press its button. Your old contact stays or comes back, every device is signed out, and nothing can be withdrawn until you set a new password.',
        ],
        button: { label: 'This was not me', url: link },
        note: 'The button works for 72 hours. It does not sign anyone in.',
      }),
      sw: ({ contact, wanted, link }) => ({
        subject: contact === 'email' ? 'Barua pepe mpya imeombwa' : 'Nambari mpya ya simu imeombwa',
        heading: 'Je, ni wewe?',
        paragraphs: [
          `Mtu anayejua nenosiri lako ameomba ${wanted} iwe ${contact === 'email' ? 'barua pepe' : 'nambari ya simu'} ya akaunti yako.`,
          'Kama ni wewe, huna la kufanya hapa.',
          'Kama si wewe, fungua ukurasa na ubonyeze kitufe chake. Mawasiliano yako ya zamani yatabaki au kurudi, vifaa vyote vitaondolewa, na hakuna pesa zitakazotolewa hadi uweke nenosiri jipya.',
        ],
        button: { label: 'Si mimi', url: link },
        note: 'Kitufe kinafanya kazi kwa saa 72. Hakifungui akaunti yoyote.',
      }),
    },
  }),
  'email-changed': message({
    title: 'An email address was changed',
    data: {
      /** Masked, because this goes to the old address. */
      newEmail: address('a***@zawadi.example'),
    },
    email: {
      en: ({ newEmail }) => ({
        subject: 'Your email address was changed',
        heading: 'Your account has a new address',
        paragraphs: [`From now on you sign in with ${newEmail}, and our messages go there.`],
        note: 'If this was not you, use “This was not me” in our mail of the day it was asked for. It works for 72 hours.',
      }),
      sw: ({ newEmail }) => ({
        subject: 'Barua pepe yako imebadilishwa',
        heading: 'Akaunti yako ina anwani mpya',
        paragraphs: [`Kuanzia sasa unaingia kwa ${newEmail}, na ujumbe wetu utaenda huko.`],
        note: 'Kama si wewe, tumia “Si mimi” kwenye barua pepe yetu ya siku ilipoombwa. Inafanya kazi kwa saa 72.',
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
        subject: 'Nambari yako ya simu imebadilishwa',
        heading: 'Akaunti yako ina nambari mpya',
        paragraphs: [
          `Nambari ya akaunti yako sasa ni ${phone}.`,
          'Kwa saa 24 kutoa pesa kunahitaji msimbo tunaotuma kwa barua pepe hii.',
        ],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'Your phone number was changed', sw: 'Nambari yako ya simu imebadilishwa' },
      body: {
        en: ({ phone }) => `It is ${phone} now. ${NOT_YOU_PUSH.en}`,
        sw: ({ phone }) => `Sasa ni ${phone}. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
};
