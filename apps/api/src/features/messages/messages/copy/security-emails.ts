import type { EmailTemplate } from '../templates.ts';
import type { LettersFor } from './letter.ts';
import { dayAndHour } from './phrases.ts';

type SecurityTemplate = Extract<
  EmailTemplate,
  | 'confirm-new-email'
  | 'email-changed'
  | 'phone-changed'
  | 'password-changed'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'account-deleted'
  | 'contact-change-asked'
  | 'password-reset-later'
>;

const NOT_YOU = {
  en: 'If this was not you, set a new password with “Forgot password” at once and write to support.',
  sw: 'Kama si wewe, weka nenosiri jipya mara moja kwa “Umesahau nenosiri” na uandikie huduma kwa wateja.',
};

/** What an owner must hear of when the ways into the account change, whatever the switches say. */
export const securityLetters: LettersFor<SecurityTemplate> = {
  'confirm-new-email': {
    en: ({ firstName, link }) => ({
      subject: 'Confirm your new e-mail address',
      heading: `One tap, ${firstName}`,
      paragraphs: ['This confirms your new address. Until then your account keeps the one it has.'],
      button: { label: 'Confirm my new address', url: link },
      note: 'If you did not ask for this, do nothing: nobody can use the address without this step.',
    }),
    sw: ({ firstName, link }) => ({
      subject: 'Thibitisha barua pepe yako mpya',
      heading: `Bonyeza mara moja, ${firstName}`,
      paragraphs: ['Hii inathibitisha anwani yako mpya. Hadi hapo akaunti yako itabaki na ile iliyo nayo.'],
      button: { label: 'Thibitisha anwani mpya', url: link },
      note: 'Kama hukuomba hili, usifanye lolote: bila hatua hii hakuna anayeweza kutumia anwani hii.',
    }),
  },
  'contact-change-asked': {
    en: ({ contact, wanted, link }) => ({
      subject:
        contact === 'email' ? 'A new e-mail address was asked for' : 'A new phone number was asked for',
      heading: 'Was this you?',
      paragraphs: [
        `Somebody who knows your password asked to make ${wanted} the ${contact === 'email' ? 'e-mail address' : 'phone number'} of your account.`,
        'If it was you, there is nothing to do here.',
        'If it was not you, open the page and press its button. Your old contact stays or comes back, every device is signed out, and nothing can be withdrawn until you set a new password.',
      ],
      button: { label: 'This was not me', url: link },
      note: 'The button works for 72 hours. It opens no account.',
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
  'password-reset-later': {
    en: ({ effectiveAt, formerEmail }) => ({
      subject: 'You can set a new password later',
      heading: 'Your address is too new for this',
      paragraphs: [
        `Your account has had this address for less than a day. For your safety it can set a new password from ${dayAndHour(new Date(effectiveAt), 'en')}.`,
        formerEmail === undefined
          ? 'Until then our support can help you.'
          : `Your former address ${formerEmail} can do it now: choose “Forgot password?” and type it there. It then is the address of your account again.`,
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
  'email-changed': {
    en: ({ newEmail }) => ({
      subject: 'Your e-mail address was changed',
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
  'phone-changed': {
    en: ({ phone }) => ({
      subject: 'Your phone number was changed',
      heading: 'Your account has a new number',
      paragraphs: [
        `The number of your account is ${phone} now.`,
        'For 24 hours a withdrawal needs a code that we send to this e-mail address.',
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
  'password-changed': {
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
  'two-factor-on': {
    en: () => ({
      subject: 'Two-factor authentication is on',
      heading: 'Your account is safer now',
      paragraphs: [
        'From now on signing in needs a code of your authenticator app beside the password.',
        'Keep the recovery codes in a safe place: each opens the account once when the phone is gone.',
      ],
      note: NOT_YOU.en,
    }),
    sw: () => ({
      subject: 'Uthibitishaji wa hatua mbili umewashwa',
      heading: 'Akaunti yako iko salama zaidi',
      paragraphs: [
        'Kuanzia sasa kuingia kunahitaji msimbo wa programu yako ya uthibitishaji pamoja na nenosiri.',
        'Hifadhi misimbo ya dharura mahali salama: kila mmoja unafungua akaunti mara moja simu ikipotea.',
      ],
      note: NOT_YOU.sw,
    }),
  },
  'two-factor-off': {
    en: () => ({
      subject: 'Two-factor authentication is off',
      heading: 'The password alone opens your account',
      paragraphs: ['Two-factor authentication was switched off. Your recovery codes no longer work.'],
      note: NOT_YOU.en,
    }),
    sw: () => ({
      subject: 'Uthibitishaji wa hatua mbili umezimwa',
      heading: 'Nenosiri pekee linafungua akaunti yako',
      paragraphs: ['Uthibitishaji wa hatua mbili umezimwa. Misimbo yako ya dharura haitumiki tena.'],
      note: NOT_YOU.sw,
    }),
  },
  'recovery-codes-renewed': {
    en: () => ({
      subject: 'You have new recovery codes',
      heading: 'New recovery codes',
      paragraphs: ['Ten new recovery codes were made for your account. The old ones no longer work.'],
      note: NOT_YOU.en,
    }),
    sw: () => ({
      subject: 'Una misimbo mipya ya dharura',
      heading: 'Misimbo mipya ya dharura',
      paragraphs: ['Misimbo kumi mipya ya dharura imetengenezwa. Ile ya zamani haitumiki tena.'],
      note: NOT_YOU.sw,
    }),
  },
  'recovery-code-used': {
    en: ({ left }) => ({
      subject: 'A recovery code was used',
      heading: 'A recovery code was used',
      paragraphs: [`Somebody, probably you, used a recovery code of your account. ${left} are left.`],
      note: NOT_YOU.en,
    }),
    sw: ({ left }) => ({
      subject: 'Msimbo wa dharura umetumika',
      heading: 'Msimbo wa dharura umetumika',
      paragraphs: [
        `Mtu fulani, huenda ni wewe, ametumia msimbo wa dharura wa akaunti yako. Imebaki ${left}.`,
      ],
      note: NOT_YOU.sw,
    }),
  },
  'account-deleted': {
    en: ({ firstName }) => ({
      subject: 'Your Zawadi account was deleted',
      heading: `Kwaheri, ${firstName}`,
      paragraphs: [
        'As you asked, your account is gone, and so is what we knew about you, except what the law has us keep about payments.',
        'Gifts that were sent to you stay valid: the code in their message opens them.',
      ],
      note: 'If this was not you, write to support at once.',
    }),
    sw: ({ firstName }) => ({
      subject: 'Akaunti yako ya Zawadi imefutwa',
      heading: `Kwaheri, ${firstName}`,
      paragraphs: [
        'Kama ulivyoomba, akaunti yako imefutwa pamoja na tuliyoyajua kukuhusu, isipokuwa yale ambayo sheria inatutaka tuhifadhi kuhusu malipo.',
        'Zawadi ulizotumiwa bado ni halali: msimbo ulio kwenye ujumbe wake unazifungua.',
      ],
      note: 'Kama si wewe, andikia huduma kwa wateja mara moja.',
    }),
  },
};
