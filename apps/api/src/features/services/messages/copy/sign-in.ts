import { MINUTE_MS } from '../../../../platform/durations.ts';
import { address, moment, optional, text } from '../fields.ts';
import { message } from '../message.ts';
import { dayAndHour, NOT_YOU, NOT_YOU_PUSH } from './phrases.ts';

/** Messages about passwords and sessions. */
export const signInMessages = {
  'account-exists': message({
    title: 'A sign-up with an address that has an account',
    data: {},
    email: {
      en: () => ({
        subject: 'You already have a Zawadi account',
        heading: 'Just sign in',
        paragraphs: [
          'Someone, probably you, tried to sign up with this address. You already have an account: just sign in.',
          'If you have forgotten your password, choose “Forgot password?” on the sign-in page.',
        ],
        note: 'If this was not you, do nothing: your account has not changed.',
      }),
      sw: () => ({
        subject: 'Tayari una akaunti ya Zawadi',
        heading: 'Ingia tu',
        paragraphs: [
          'Mtu fulani, huenda ni wewe, alijaribu kujisajili kwa anwani hii. Tayari una akaunti: ingia tu.',
          'Kama umesahau nenosiri lako, chagua “Umesahau nenosiri?” kwenye ukurasa wa kuingia.',
        ],
        note: 'Kama si wewe, usifanye lolote: akaunti yako haijabadilika.',
      }),
    },
  }),
  'password-reset': message({
    cases: {
      'code-and-link': { title: 'A password reset was asked for', when: ({ code }) => code !== undefined },
      'link-only': {
        title: 'A password reset after too many wrong codes in one day',
        when: ({ code }) => code === undefined,
        example: { code: undefined },
      },
    },
    data: {
      /** Absent after too many wrong codes today. */
      code: optional(text('402913')),
      link: text('https://zawadi.example/reset-password#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'),
    },
    isUrgent: true,
    usefulForMs: 10 * MINUTE_MS,
    sms: {
      en: ({ code, link }) =>
        code === undefined
          ? `Set a new Zawadi password within 2 hours: ${link} We never ask you for this link.`
          : `${code} sets a new Zawadi password. It works for 10 minutes. We never ask you for it.`,
      sw: ({ code, link }) =>
        code === undefined
          ? `Weka nenosiri jipya la Zawadi ndani ya saa 2: ${link} Hatutakuuliza kiungo hiki kamwe.`
          : `${code} ni msimbo wa nenosiri jipya la Zawadi. Unatumika kwa dakika 10. Hatutakuuliza msimbo huu kamwe.`,
    },
    email: {
      en: ({ code, link }) => ({
        subject: code === undefined ? 'Your link to set a new password' : 'Your code to set a new password',
        heading: 'Set a new password',
        paragraphs:
          code === undefined
            ? [
                'Open the link to set a new password. It works for two hours. You cannot use a code today, because there were too many wrong ones.',
              ]
            : [
                'Enter this code where you asked for it. It works for 10 minutes. Or open the link, which works for two hours.',
              ],
        ...(code !== undefined && { code }),
        button: { label: 'Set a new password', url: link },
        note: 'If you did not ask for it, do nothing: your password stays as it is. We never ask you for the code or the link.',
      }),
      sw: ({ code, link }) => ({
        subject:
          code === undefined
            ? 'Kiungo chako cha kuweka nenosiri jipya'
            : 'Msimbo wako wa kuweka nenosiri jipya',
        heading: 'Weka nenosiri jipya',
        paragraphs:
          code === undefined
            ? [
                'Fungua kiungo uweke nenosiri jipya. Kinafanya kazi kwa saa mbili. Huwezi kutumia msimbo leo, kwa sababu misimbo mingi isiyo sahihi imeandikwa.',
              ]
            : [
                'Andika msimbo huu pale ulipouomba. Unatumika kwa dakika 10. Au fungua kiungo, kinachofanya kazi kwa saa mbili.',
              ],
        ...(code !== undefined && { code }),
        button: { label: 'Weka nenosiri jipya', url: link },
        note: 'Kama hukuuomba, usifanye lolote: nenosiri lako halibadiliki. Hatutakuuliza msimbo huu kamwe.',
      }),
    },
  }),
  'password-reset-later': message({
    cases: {
      'former-may': {
        title: 'A password reset to an address less than a day old',
        when: ({ formerEmail }) => formerEmail !== undefined,
      },
      'nobody-may': {
        title: 'A password reset after support changed the address less than a day ago',
        when: ({ formerEmail }) => formerEmail === undefined,
        example: { formerEmail: undefined },
      },
    },
    data: {
      /** When the new address may first reset the password. */
      effectiveAt: moment('2026-11-21T09:00:00Z'),
      /** Masked former address, which may still reset the password. */
      formerEmail: optional(address('a***@zawadi.example')),
    },
    isUrgent: true,
    email: {
      en: ({ effectiveAt, formerEmail }) => ({
        subject: 'You can set a new password later',
        heading: 'Your address is too new for this',
        paragraphs: [
          `Your account has had this address for less than a day. For your safety it can set a new password from ${dayAndHour(new Date(effectiveAt), 'en')}.`,
          formerEmail === undefined
            ? 'Until then our support can help you.'
            : `Your former address ${formerEmail} can do it now: choose “Forgot password?” and type it there. It then becomes the address of your account again.`,
        ],
        note: 'If you did not ask for it, do nothing: your password stays as it is.',
      }),
      sw: ({ effectiveAt, formerEmail }) => ({
        subject: 'Unaweza kuweka nenosiri jipya baadaye',
        heading: 'Anwani yako ni mpya mno kwa hili',
        paragraphs: [
          `Akaunti yako imekuwa na anwani hii kwa chini ya siku moja. Kwa usalama wako itaweza kuweka nenosiri jipya kuanzia ${dayAndHour(new Date(effectiveAt), 'sw')}.`,
          formerEmail === undefined
            ? 'Hadi hapo huduma kwa wateja inaweza kukusaidia.'
            : `Anwani yako ya zamani ${formerEmail} inaweza sasa: chagua “Umesahau nenosiri?” na uiandike hapo. Kisha itakuwa tena anwani ya akaunti yako.`,
        ],
        note: 'Kama hukuomba hili, usifanye lolote: nenosiri lako halibadiliki.',
      }),
    },
  }),
  'password-changed': message({
    title: 'A password was changed',
    data: {},
    sms: {
      en: () =>
        'Zawadi: your password was changed and other devices signed out. Not you? Use Forgot password now.',
      sw: () =>
        'Zawadi: nenosiri lako limebadilishwa, vifaa vingine vimeondolewa. Si wewe? Tumia Umesahau nenosiri sasa.',
    },
    email: {
      en: () => ({
        subject: 'Your password was changed',
        heading: 'You have a new password',
        paragraphs: ['It works from now on. Every other device was signed out.'],
        note: NOT_YOU.en,
      }),
      sw: () => ({
        subject: 'Nenosiri lako limebadilishwa',
        heading: 'Una nenosiri jipya',
        paragraphs: ['Linatumika kuanzia sasa. Vifaa vingine vyote vimeondolewa.'],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'Your password was changed', sw: 'Nenosiri lako limebadilishwa' },
      body: {
        en: () => 'This device was signed out. Not you? Use “Forgot password”.',
        sw: () => 'Kifaa hiki kimeondolewa. Si wewe? Tumia “Umesahau nenosiri”.',
      },
    },
  }),
  'refresh-reuse': message({
    title: 'An old sign-in was used again',
    data: {},
    sms: {
      en: () =>
        'Zawadi: an old sign-in of yours was used again, so we ended it. Not you? Change your password.',
      sw: () =>
        'Zawadi: kikao chako cha zamani kimetumika tena, tumekifunga. Si wewe? Badilisha nenosiri lako.',
    },
    email: {
      en: () => ({
        subject: 'We ended one of your sign-ins',
        heading: 'An old sign-in was used again',
        paragraphs: [
          'Someone used an old sign-in of your account. It may be a copy, so we signed that device out.',
          'Please sign in again. If you do not know who this was, change your password.',
        ],
      }),
      sw: () => ({
        subject: 'Tumefunga kikao chako kimoja',
        heading: 'Kikao cha zamani kimetumika tena',
        paragraphs: [
          'Mtu ametumia kikao cha zamani cha akaunti yako. Huenda ni nakala, kwa hiyo tumeondoa kifaa hicho.',
          'Tafadhali ingia tena. Kama hujui hili lilitoka wapi, badilisha nenosiri lako.',
        ],
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'A sign-in of yours was ended', sw: 'Kikao chako kimefungwa' },
      body: {
        en: () => `An old one was used again. ${NOT_YOU_PUSH.en}`,
        sw: () => `Cha zamani kimetumika tena. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
  'new-sign-in': message({
    title: 'A new device has signed in',
    data: {
      /** Names of browser and operating system; empty when the device does not report them. */
      browser: text('Chrome'),
      system: text('Android'),
    },
    isUrgent: true,
    push: {
      opens: '/dashboard/profile',
      title: { en: 'New sign-in to your account', sw: 'Kifaa kipya kimeingia kwenye akaunti' },
      body: {
        en: (device) => `${named(device)}${NOT_YOU_PUSH.en}`,
        sw: (device) => `${named(device)}${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
};

function named({ browser, system }: { browser: string; system: string }): string {
  const name = [browser, system].filter((word) => word !== '').join(', ');
  return name === '' ? '' : `${name}. `;
}
