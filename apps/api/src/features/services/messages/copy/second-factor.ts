import { count, quote } from '../fields.ts';
import { message } from '../message.ts';
import { NOT_YOU, NOT_YOU_PUSH } from './phrases.ts';

const NOT_YOU_PASSKEY = {
  en: 'If this was not you, remove the passkey in your profile, set a new password and write to support.',
  sw: 'Kama si wewe, ondoa ufunguo huo kwenye wasifu wako, weka nenosiri jipya na uandikie huduma kwa wateja.',
};

/** Notices to an owner about each change of the account's sign-in methods; the owner cannot switch them off. */
export const secondFactorMessages = {
  'two-factor-on': message({
    title: 'Two-factor authentication was switched on',
    data: {},
    email: {
      en: () => ({
        subject: 'Two-factor authentication is on',
        heading: 'Your account is safer now',
        paragraphs: [
          'From now on you sign in with your password and a code from your authenticator app.',
          'Keep the recovery codes in a safe place: if you lose your phone, each one signs you in once.',
        ],
        note: NOT_YOU.en,
      }),
      sw: () => ({
        subject: 'Uthibitishaji wa hatua mbili umewashwa',
        heading: 'Akaunti yako iko salama zaidi',
        paragraphs: [
          'Kuanzia sasa kuingia kunahitaji msimbo wa programu yako ya uthibitishaji pamoja na nenosiri.',
          'Hifadhi misimbo ya akiba mahali salama: ukipoteza simu, kila mmoja hukuingiza mara moja.',
        ],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'Two-factor authentication is on', sw: 'Uthibitishaji wa hatua mbili umewashwa' },
      body: { en: () => NOT_YOU_PUSH.en, sw: () => NOT_YOU_PUSH.sw },
    },
  }),
  'two-factor-off': message({
    title: 'Two-factor authentication was switched off',
    data: {},
    email: {
      en: () => ({
        subject: 'Two-factor authentication is off',
        heading: 'The password alone opens your account',
        paragraphs: ['Two-factor authentication was switched off. Your recovery codes no longer work.'],
        note: NOT_YOU.en,
      }),
      sw: () => ({
        subject: 'Uthibitishaji wa hatua mbili umezimwa',
        heading: 'Nenosiri pekee linafungua akaunti yako',
        paragraphs: ['Uthibitishaji wa hatua mbili umezimwa. Misimbo yako ya akiba haitumiki tena.'],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'Two-factor authentication is off', sw: 'Uthibitishaji wa hatua mbili umezimwa' },
      body: { en: () => NOT_YOU_PUSH.en, sw: () => NOT_YOU_PUSH.sw },
    },
  }),
  'recovery-codes-renewed': message({
    title: 'New recovery codes were made',
    data: {},
    email: {
      en: () => ({
        subject: 'You have new recovery codes',
        heading: 'New recovery codes',
        paragraphs: ['Ten new recovery codes were made for your account. The old ones no longer work.'],
        note: NOT_YOU.en,
      }),
      sw: () => ({
        subject: 'Una misimbo mipya ya akiba',
        heading: 'Misimbo mipya ya akiba',
        paragraphs: ['Misimbo kumi mipya ya akiba imetengenezwa. Ile ya zamani haitumiki tena.'],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'You have new recovery codes', sw: 'Una misimbo mipya ya akiba' },
      body: {
        en: () => `The old ones no longer work. ${NOT_YOU_PUSH.en}`,
        sw: () => `Ya zamani haitumiki tena. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
  'recovery-code-used': message({
    title: 'A recovery code was used',
    data: { left: count(9) },
    email: {
      en: ({ left }) => ({
        subject: 'A recovery code was used',
        heading: 'A recovery code was used',
        paragraphs: [`Someone, probably you, used a recovery code of your account. ${left} are left.`],
        note: NOT_YOU.en,
      }),
      sw: ({ left }) => ({
        subject: 'Msimbo wa akiba umetumika',
        heading: 'Msimbo wa akiba umetumika',
        paragraphs: [
          `Mtu fulani, huenda ni wewe, ametumia msimbo wa akiba wa akaunti yako. Imebaki ${left}.`,
        ],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'A recovery code was used', sw: 'Msimbo wa akiba umetumika' },
      body: {
        en: ({ left }) => `${left} are left. ${NOT_YOU_PUSH.en}`,
        sw: ({ left }) => `Imebaki ${left}. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
  'passkey-added': message({
    title: 'A passkey was added',
    data: {
      /** The name that the owner gave to the passkey. */
      label: quote('Chrome, Android'),
    },
    email: {
      en: ({ label }) => ({
        subject: 'A passkey was added to your account',
        heading: 'You have a new passkey',
        paragraphs: [
          `The passkey “${label}” opens your account from now on, without password and code.`,
          'You see all your passkeys in your profile, and can remove them there.',
        ],
        note: NOT_YOU_PASSKEY.en,
      }),
      sw: ({ label }) => ({
        subject: 'Ufunguo wa siri umeongezwa kwenye akaunti yako',
        heading: 'Una ufunguo mpya wa siri',
        paragraphs: [
          `Kuanzia sasa ufunguo wa siri “${label}” unafungua akaunti yako bila nenosiri wala msimbo.`,
          'Unaona funguo zako zote za siri kwenye wasifu wako, na unaweza kuziondoa hapo.',
        ],
        note: NOT_YOU_PASSKEY.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'A passkey was added', sw: 'Ufunguo wa siri umeongezwa' },
      body: {
        en: ({ label }) => `“${label}” opens your account now. ${NOT_YOU_PUSH.en}`,
        sw: ({ label }) => `“${label}” unafungua akaunti yako sasa. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
  'passkey-removed': message({
    title: 'A passkey was removed',
    data: { label: quote('Chrome, Android') },
    email: {
      en: ({ label }) => ({
        subject: 'A passkey was removed from your account',
        heading: 'A passkey was removed',
        paragraphs: [`“${label}” no longer opens your account. Your password still does.`],
        note: NOT_YOU.en,
      }),
      sw: ({ label }) => ({
        subject: 'Ufunguo wa siri umeondolewa kwenye akaunti yako',
        heading: 'Ufunguo wa siri umeondolewa',
        paragraphs: [`“${label}” haufungui tena akaunti yako. Nenosiri lako bado linaifungua.`],
        note: NOT_YOU.sw,
      }),
    },
    push: {
      opens: '/dashboard/profile',
      title: { en: 'A passkey was removed', sw: 'Ufunguo wa siri umeondolewa' },
      body: {
        en: ({ label }) => `“${label}” no longer opens your account. ${NOT_YOU_PUSH.en}`,
        sw: ({ label }) => `“${label}” haufungui tena. ${NOT_YOU_PUSH.sw}`,
      },
    },
  }),
};
