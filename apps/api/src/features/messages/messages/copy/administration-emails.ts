import type { EmailTemplate } from '../templates.ts';
import { firstSignIn } from './first-sign-in.ts';
import type { LettersFor } from './letter.ts';
import { kes } from './phrases.ts';

type AdministrationTemplate = Extract<
  EmailTemplate,
  | 'account-frozen'
  | 'account-unfrozen'
  | 'account-signed-out'
  | 'account-closed'
  | 'owner-password-reset'
  | 'balance-adjusted'
  | 'operator-welcome'
  | 'operator-password-reset'
>;

/** What people hear when an administrator does something to their account, and what administrators get themselves. */
export const administrationLetters: LettersFor<AdministrationTemplate> = {
  'account-frozen': {
    en: ({ firstName }) => ({
      subject: 'Your Zawadi account is frozen',
      heading: `Hello ${firstName}`,
      paragraphs: [
        'We have frozen your account. Until it is active again nobody can sign in, add a gift to the wallet or withdraw.',
        'Your money stays in your wallet, and payments that were on their way are finished.',
      ],
      note: 'Please write to support to clear this up.',
    }),
    sw: ({ firstName }) => ({
      subject: 'Akaunti yako ya Zawadi imesimamishwa',
      heading: `Habari ${firstName}`,
      paragraphs: [
        'Tumesimamisha akaunti yako. Hadi ifunguliwe tena hakuna anayeweza kuingia, kuweka zawadi kwenye pochi wala kutoa pesa.',
        'Pesa zako zinabaki kwenye pochi yako, na malipo yaliyokuwa njiani yanakamilishwa.',
      ],
      note: 'Tafadhali andikia huduma kwa wateja ili kulitatua hili.',
    }),
  },
  'account-unfrozen': {
    en: ({ firstName }) => ({
      subject: 'Your Zawadi account is active again',
      heading: `Karibu tena, ${firstName}`,
      paragraphs: ['Your account works as before. Please sign in again.'],
    }),
    sw: ({ firstName }) => ({
      subject: 'Akaunti yako ya Zawadi inafanya kazi tena',
      heading: `Karibu tena, ${firstName}`,
      paragraphs: ['Akaunti yako inafanya kazi kama awali. Tafadhali ingia tena.'],
    }),
  },
  'account-signed-out': {
    en: ({ firstName }) => ({
      subject: 'We signed you out on every device',
      heading: `Hello ${firstName}`,
      paragraphs: ['Our support has ended every sign-in to your account. Sign in again with your password.'],
      note: 'If you did not ask for this, set a new password with “Forgot password” and write to support.',
    }),
    sw: ({ firstName }) => ({
      subject: 'Tumekuondoa kwenye vifaa vyote',
      heading: `Habari ${firstName}`,
      paragraphs: ['Huduma kwa wateja imefunga vikao vyote vya akaunti yako. Ingia tena kwa nenosiri lako.'],
      note: 'Kama hukuomba hili, weka nenosiri jipya kwa “Umesahau nenosiri” na uandikie huduma kwa wateja.',
    }),
  },
  'account-closed': {
    en: ({ firstName }) => ({
      subject: 'Your Zawadi account was closed',
      heading: `Kwaheri, ${firstName}`,
      paragraphs: [
        'We have closed your account. What we knew about you is erased, except what the law has us keep about payments.',
        'Gifts that were sent to you stay valid: the code in their message opens them.',
      ],
      note: 'If you did not expect this, please write to support.',
    }),
    sw: ({ firstName }) => ({
      subject: 'Akaunti yako ya Zawadi imefungwa',
      heading: `Kwaheri, ${firstName}`,
      paragraphs: [
        'Tumefunga akaunti yako. Tuliyoyajua kukuhusu yamefutwa, isipokuwa yale ambayo sheria inatutaka tuhifadhi kuhusu malipo.',
        'Zawadi ulizotumiwa bado ni halali: msimbo ulio kwenye ujumbe wake unazifungua.',
      ],
      note: 'Kama hukutarajia hili, tafadhali andikia huduma kwa wateja.',
    }),
  },
  'owner-password-reset': {
    en: ({ businessName, merchantCode, password, link, isTwoFactorReset }) => ({
      subject: `A new first password for ${businessName}`,
      heading: `Hello ${businessName}`,
      paragraphs: [
        'Our support has reset the password of the owner. Every device of the owner was signed out.',
        ...(isTwoFactorReset ? ['Two-factor authentication is off. Please switch it on again.'] : []),
      ],
      ...firstSignIn('en', { merchantCode, password, link }, 'If you did not ask for it, write to support.'),
    }),
    sw: ({ businessName, merchantCode, password, link, isTwoFactorReset }) => ({
      subject: `Nenosiri jipya la kwanza la ${businessName}`,
      heading: `Habari ${businessName}`,
      paragraphs: [
        'Huduma kwa wateja imebadilisha nenosiri la mmiliki. Vifaa vyote vya mmiliki vimeondolewa.',
        ...(isTwoFactorReset ? ['Uthibitishaji wa hatua mbili umezimwa. Tafadhali uwashe tena.'] : []),
      ],
      ...firstSignIn('sw', { merchantCode, password, link }, 'Kama hukuliomba, andikia huduma kwa wateja.'),
    }),
  },
  'balance-adjusted': {
    en: ({ businessName, direction, amount, reason }) => ({
      subject: direction === 'credit' ? 'We added to your balance' : 'We took from your balance',
      heading: `Hello ${businessName}`,
      paragraphs: [
        direction === 'credit'
          ? `We have added ${kes(amount)} to your balance with Zawadi by hand.`
          : `We have taken ${kes(amount)} from your balance with Zawadi by hand.`,
      ],
      rows: [{ label: 'Reason', value: reason }],
      note: 'It is part of your next settlement. If something is not right, please write to support.',
    }),
    sw: ({ businessName, direction, amount, reason }) => ({
      subject: direction === 'credit' ? 'Tumeongeza salio lako' : 'Tumepunguza salio lako',
      heading: `Habari ${businessName}`,
      paragraphs: [
        direction === 'credit'
          ? `Tumeongeza ${kes(amount)} kwenye salio lako la Zawadi.`
          : `Tumetoa ${kes(amount)} kwenye salio lako la Zawadi.`,
      ],
      rows: [{ label: 'Sababu', value: reason }],
      note: 'Ni sehemu ya malipo yako yajayo. Kama kuna kosa, tafadhali andikia huduma kwa wateja.',
    }),
  },
  'operator-welcome': {
    en: ({ name, email, password, link }) => ({
      subject: 'Your sign-in to the Zawadi back office',
      heading: `Karibu, ${name}`,
      paragraphs: ['A colleague has made a sign-in for you. The first step is a password of your own.'],
      ...firstSignIn('en', { email, password, link }),
    }),
    sw: ({ name, email, password, link }) => ({
      subject: 'Kuingia kwako kwenye ofisi ya Zawadi',
      heading: `Karibu, ${name}`,
      paragraphs: ['Mwenzako amekutengenezea njia ya kuingia. Hatua ya kwanza ni kuchagua nenosiri lako.'],
      ...firstSignIn('sw', { email, password, link }),
    }),
  },
  'operator-password-reset': {
    en: ({ name, email, password, link }) => ({
      subject: 'A new first password for the Zawadi back office',
      heading: `Hello ${name}`,
      paragraphs: ['A colleague has reset your password. Every device of yours was signed out.'],
      ...firstSignIn(
        'en',
        { email, password, link },
        'If you did not ask for this, tell the other administrators at once.',
      ),
    }),
    sw: ({ name, email, password, link }) => ({
      subject: 'Nenosiri jipya la kwanza la ofisi ya Zawadi',
      heading: `Habari ${name}`,
      paragraphs: ['Mwenzako amebadilisha nenosiri lako. Vifaa vyako vyote vimeondolewa.'],
      ...firstSignIn(
        'sw',
        { email, password, link },
        'Kama hukuomba hili, waambie wasimamizi wengine mara moja.',
      ),
    }),
  },
};
