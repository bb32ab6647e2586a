import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { moment, text } from '../fields.ts';
import { message } from '../message.ts';
import { dayAndHour } from './phrases.ts';

/** Link that answers "this was not me" and freezes the wallet. */
const link = text('https://zawadi.example/freeze#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4');

/** Messages about a wallet that its owner freezes or unfreezes. */
export const walletFreezeMessages = {
  'wallet-freeze-code': message({
    title: 'An owner without a session freezes the wallet',
    data: { code: text('402913'), link },
    isUrgent: true,
    usefulForMs: HOUR_MS,
    sms: {
      en: (facts) =>
        `${facts.code} freezes your Zawadi wallet. Or press the button at ${facts.link} Not you? Do nothing.`,
      sw: (facts) =>
        `${facts.code} ni msimbo wa kufunga pochi ya Zawadi. Au bonyeza kitufe: ${facts.link} Si wewe? Usifanye kitu.`,
    },
  }),
  'wallet-frozen': message({
    title: 'An owner has frozen the wallet',
    data: {},
    isUrgent: true,
    sms: {
      en: () =>
        'Zawadi: your wallet is frozen. No money leaves it; gifts still come in. Open it again in your profile.',
      sw: () =>
        'Zawadi: pochi yako imefungwa. Pesa hazitoki; zawadi bado zinaingia. Ifungue tena kwenye wasifu wako.',
    },
    email: {
      en: () => ({
        subject: 'Your Zawadi wallet is frozen',
        heading: 'Your wallet is frozen',
        paragraphs: [
          'No money leaves your wallet. Gifts still come in, and payments that were on their way are finished.',
          'You can open it again in your profile: at once with your password and a code to your second contact, or 24 hours after you ask.',
        ],
        note: 'If this was not you, sign in and check your devices. Your money is safe.',
      }),
      sw: () => ({
        subject: 'Pochi yako ya Zawadi imefungwa',
        heading: 'Pochi yako imefungwa',
        paragraphs: [
          'Pesa hazitoki kwenye pochi yako. Zawadi bado zinaingia, na malipo yaliyokuwa njiani yanakamilishwa.',
          'Unaweza kuifungua tena kwenye wasifu wako: mara moja kwa nenosiri lako na msimbo kwa mawasiliano yako ya pili, au saa 24 baada ya kuomba.',
        ],
        note: 'Kama si wewe, ingia uangalie vifaa vyako. Pesa zako ziko salama.',
      }),
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'Your wallet is frozen', sw: 'Pochi yako imefungwa' },
      body: {
        en: () => 'No money leaves it. Gifts still come in.',
        sw: () => 'Pesa hazitoki. Zawadi bado zinaingia.',
      },
    },
  }),
  'wallet-open-code': message({
    title: 'An owner opens a frozen wallet',
    data: { code: text('402913') },
    isUrgent: true,
    usefulForMs: 10 * MINUTE_MS,
    sms: {
      en: ({ code }) =>
        `${code} opens your frozen Zawadi wallet. It works for 10 minutes. We never ask you for it. Not you? Change your password.`,
      sw: ({ code }) =>
        `${code} ni msimbo wa kufungua pochi yako ya Zawadi. Unatumika kwa dakika 10. Hatutakuuliza kamwe. Si wewe? Badilisha nenosiri lako.`,
    },
    email: {
      en: ({ code }) => ({
        subject: 'Your code to open your wallet',
        heading: 'Open your wallet',
        paragraphs: ['Enter this code in your profile. It works for 10 minutes.'],
        code,
        note: 'If this was not you, do not share the code, and change your password now. We never ask you for it.',
      }),
      sw: ({ code }) => ({
        subject: 'Msimbo wako wa kufungua pochi',
        heading: 'Fungua pochi yako',
        paragraphs: ['Andika msimbo huu kwenye wasifu wako. Unatumika kwa dakika 10.'],
        code,
        note: 'Kama si wewe, usimpe mtu msimbo huu, na ubadilishe nenosiri lako sasa. Hatutakuuliza kamwe.',
      }),
    },
  }),
  'wallet-opens': message({
    title: 'A frozen wallet opens in 24 hours',
    data: { opensAt: moment('2026-11-29T11:05:00.000Z'), link },
    isUrgent: true,
    sms: {
      en: (facts) => `Zawadi: your frozen wallet opens in 24 hours. Not you? Keep it closed: ${facts.link}`,
      sw: (facts) => `Zawadi: pochi yako itafunguka baada ya saa 24. Si wewe? Izuie: ${facts.link}`,
    },
    email: {
      en: (facts) => ({
        subject: 'Your frozen wallet opens in 24 hours',
        heading: 'Was this you?',
        paragraphs: [
          `Your wallet opens on ${dayAndHour(new Date(facts.opensAt), 'en')}, as asked for in your account. If it was you, there is nothing to do here.`,
          'If it was not you, press the button and confirm on the page. The wallet stays frozen, we sign out every device, and you set a new password.',
        ],
        button: { label: 'This was not me', url: facts.link },
        note: 'The button works once, within 72 hours. It does not sign anyone in.',
      }),
      sw: (facts) => ({
        subject: 'Pochi yako itafunguka baada ya saa 24',
        heading: 'Je, ni wewe?',
        paragraphs: [
          `Pochi yako itafunguka tarehe ${dayAndHour(new Date(facts.opensAt), 'sw')}, kama ilivyoombwa kwenye akaunti yako. Kama ni wewe, huna la kufanya hapa.`,
          'Kama si wewe, bonyeza kitufe na uthibitishe kwenye ukurasa. Pochi itabaki imefungwa, tutaondoa vifaa vyote, na utaweka nenosiri jipya.',
        ],
        button: { label: 'Si mimi', url: facts.link },
        note: 'Kitufe kinafanya kazi mara moja, ndani ya saa 72. Hakifungui akaunti yoyote.',
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'Your wallet opens in 24 hours', sw: 'Pochi itafunguka baada ya saa 24' },
      body: {
        en: () => 'Not you? Use the link in our SMS or email.',
        sw: () => 'Si wewe? Tumia kiungo kwenye SMS au barua pepe yetu.',
      },
    },
  }),
  'wallet-opened': message({
    title: 'An owner has opened a frozen wallet',
    data: {},
    isUrgent: true,
    sms: {
      en: () => 'Zawadi: your wallet is open again. Not you? Freeze it at once with “Freeze my wallet”.',
      sw: () => 'Zawadi: pochi yako imefunguliwa tena. Si wewe? Ifunge mara moja kwa “Funga pochi yangu”.',
    },
    email: {
      en: () => ({
        subject: 'Your wallet is open again',
        heading: 'Your wallet is open again',
        paragraphs: ['It was opened with your password and a code to your second contact.'],
        note: 'If this was not you, choose “Freeze my wallet” on the sign-in page at once.',
      }),
      sw: () => ({
        subject: 'Pochi yako imefunguliwa tena',
        heading: 'Pochi yako imefunguliwa tena',
        paragraphs: ['Imefunguliwa kwa nenosiri lako na msimbo uliotumwa kwa mawasiliano yako ya pili.'],
        note: 'Kama si wewe, chagua “Funga pochi yangu” kwenye ukurasa wa kuingia mara moja.',
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'Your wallet is open again', sw: 'Pochi yako imefunguliwa tena' },
      body: {
        en: () => 'Not you? Freeze it at once.',
        sw: () => 'Si wewe? Ifunge mara moja.',
      },
    },
  }),
  'password-reset-done': message({
    title: 'A consumer’s password was reset',
    data: { link },
    isUrgent: true,
    sms: {
      en: (facts) =>
        `Zawadi: your password was reset and every device signed out. Not you? Stop it: ${facts.link}`,
      sw: (facts) =>
        `Zawadi: nenosiri lako limewekwa upya, vifaa vimeondolewa. Si wewe? Izuie: ${facts.link}`,
    },
    email: {
      en: (facts) => ({
        subject: 'Your password was reset',
        heading: 'You have a new password',
        paragraphs: [
          'It works from now on. Every device was signed out.',
          'If it was not you, press the button and confirm on the page. We then freeze your wallet, and the new password cannot open it.',
        ],
        button: { label: 'This was not me', url: facts.link },
        note: 'The button works once, within 72 hours. It does not sign anyone in.',
      }),
      sw: (facts) => ({
        subject: 'Nenosiri lako limewekwa upya',
        heading: 'Una nenosiri jipya',
        paragraphs: [
          'Linatumika kuanzia sasa. Vifaa vyote vimeondolewa.',
          'Kama si wewe, bonyeza kitufe na uthibitishe kwenye ukurasa. Kisha tutafunga pochi yako, na nenosiri jipya halitaweza kuifungua.',
        ],
        button: { label: 'Si mimi', url: facts.link },
        note: 'Kitufe kinafanya kazi mara moja, ndani ya saa 72. Hakifungui akaunti yoyote.',
      }),
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'Your password was reset', sw: 'Nenosiri lako limewekwa upya' },
      body: {
        en: () => 'This device was signed out. Not you? Use the link in our SMS or email.',
        sw: () => 'Kifaa hiki kimeondolewa. Si wewe? Tumia kiungo kwenye SMS au barua pepe yetu.',
      },
    },
  }),
};
