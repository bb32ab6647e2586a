import type { LanguageName } from '@zawadi/contract';
import { address, business, choice, person, text } from '../fields.ts';
import { type Email, message } from '../message.ts';

type FirstSignIn = { password: string; link: string } & ({ merchantCode: string } | { email: string });

const LABELS = {
  en: {
    merchantCode: 'Merchant code',
    email: 'Email',
    password: 'First password',
    signIn: 'Sign in',
    howLong: 'The first password works for three days, or until you choose your own.',
  },
  sw: {
    merchantCode: 'Msimbo wa mfanyabiashara',
    email: 'Barua pepe',
    password: 'Nenosiri la kwanza',
    signIn: 'Ingia',
    howLong: 'Nenosiri la kwanza linatumika kwa siku tatu, au hadi uchague lako.',
  },
} satisfies Record<LanguageName, object>;

/** Messages to people for whom a password was generated. */
export const firstPasswordMessages = {
  'merchant-welcome': message({
    title: 'A merchant was added',
    data: {
      businessName: business('Duka Moja'),
      merchantCode: text('DUKA001'),
      password: text('first-Password-1'),
      link: text('https://zawadi.example/merchant/login'),
    },
    email: {
      en: ({ businessName, merchantCode, password, link }) => ({
        subject: 'Your Zawadi merchant account',
        heading: 'Welcome to Zawadi',
        paragraphs: [`Sign in with these and choose a password of your own. Then set up ${businessName}.`],
        ...firstSignIn('en', { merchantCode, password, link }),
      }),
      sw: ({ businessName, merchantCode, password, link }) => ({
        subject: 'Akaunti yako ya duka ya Zawadi',
        heading: 'Karibu Zawadi',
        paragraphs: [`Ingia kwa hizi na uchague nenosiri lako mwenyewe. Kisha andaa ${businessName}.`],
        ...firstSignIn('sw', { merchantCode, password, link }),
      }),
    },
  }),
  'owner-password-reset': message({
    cases: {
      'password-only': {
        title: 'We have reset the password of a merchant',
        example: { isTwoFactorReset: false },
      },
      'two-factor-too': {
        title: 'We have reset password and two-factor authentication of a merchant',
        example: { isTwoFactorReset: true },
      },
    },
    data: {
      businessName: business('Duka Moja'),
      merchantCode: text('DUKA001'),
      password: text('first-Password-3'),
      link: text('https://zawadi.example/merchant/login'),
      isTwoFactorReset: choice<boolean>(true),
    },
    email: {
      en: ({ businessName, merchantCode, password, link, isTwoFactorReset }) => ({
        subject: `A new first password for ${businessName}`,
        heading: 'A new first password',
        paragraphs: [
          `Our support has reset the password of the owner of ${businessName}. The owner is signed out on every device.`,
          ...(isTwoFactorReset ? ['Two-factor authentication is off. Please switch it on again.'] : []),
        ],
        ...firstSignIn(
          'en',
          { merchantCode, password, link },
          'If you did not ask for it, write to support.',
        ),
      }),
      sw: ({ businessName, merchantCode, password, link, isTwoFactorReset }) => ({
        subject: `Nenosiri jipya la kwanza la ${businessName}`,
        heading: 'Nenosiri jipya la kwanza',
        paragraphs: [
          `Huduma kwa wateja imebadilisha nenosiri la mmiliki wa ${businessName}. Vifaa vyote vya mmiliki vimeondolewa.`,
          ...(isTwoFactorReset ? ['Uthibitishaji wa hatua mbili umezimwa. Tafadhali uwashe tena.'] : []),
        ],
        ...firstSignIn('sw', { merchantCode, password, link }, 'Kama hukuliomba, andikia huduma kwa wateja.'),
      }),
    },
  }),
  'member-welcome': message({
    title: 'A merchant added a staff member',
    data: {
      businessName: business('Duka Moja'),
      name: person('Juma Otieno'),
      signInCode: text('DUKA001.JUMA'),
      password: text('first-Password-1'),
      link: text('https://zawadi.example/merchant/login'),
    },
    email: {
      en: ({ businessName, name, signInCode, password, link }) => ({
        subject: `Your sign-in at ${businessName}`,
        heading: 'Karibu Zawadi',
        paragraphs: [`${businessName} has made a sign-in for ${name}. First choose your own password.`],
        ...firstSignIn('en', { merchantCode: signInCode, password, link }),
      }),
      sw: ({ businessName, name, signInCode, password, link }) => ({
        subject: `Kuingia kwako kwa ${businessName}`,
        heading: 'Karibu Zawadi',
        paragraphs: [
          `${businessName} imemtengenezea ${name} njia ya kuingia. Kwanza chagua nenosiri lako mwenyewe.`,
        ],
        ...firstSignIn('sw', { merchantCode: signInCode, password, link }),
      }),
    },
  }),
  'member-password-reset': message({
    title: 'A merchant has reset a password of its staff',
    data: {
      businessName: business('Duka Moja'),
      name: person('Juma Otieno'),
      signInCode: text('DUKA001.JUMA'),
      password: text('first-Password-2'),
      link: text('https://zawadi.example/merchant/login'),
    },
    email: {
      en: ({ businessName, name, signInCode, password, link }) => ({
        subject: `A new first password at ${businessName}`,
        heading: 'A new first password',
        paragraphs: [
          `The owner of ${businessName} has reset the password of ${name}. Every device was signed out, and two-factor authentication is off.`,
        ],
        ...firstSignIn('en', { merchantCode: signInCode, password, link }),
      }),
      sw: ({ businessName, name, signInCode, password, link }) => ({
        subject: `Nenosiri jipya la kwanza kwa ${businessName}`,
        heading: 'Nenosiri jipya la kwanza',
        paragraphs: [
          `Mmiliki wa ${businessName} amebadilisha nenosiri la ${name}. Vifaa vyote vimeondolewa, na uthibitishaji wa hatua mbili umezimwa.`,
        ],
        ...firstSignIn('sw', { merchantCode: signInCode, password, link }),
      }),
    },
  }),
  'administrator-welcome': message({
    title: 'An administrator was added',
    data: {
      email: address('achieng@zawadi.example'),
      password: text('first-Password-4'),
      link: text('https://zawadi.example/admin/login'),
    },
    email: {
      en: ({ email, password, link }) => ({
        subject: 'Your sign-in to the Zawadi back office',
        heading: 'Karibu Zawadi',
        paragraphs: ['An administrator has made a sign-in for you. First choose your own password.'],
        ...firstSignIn('en', { email, password, link }),
      }),
      sw: ({ email, password, link }) => ({
        subject: 'Kuingia kwako kwenye ofisi ya Zawadi',
        heading: 'Karibu Zawadi',
        paragraphs: ['Msimamizi amekutengenezea njia ya kuingia. Kwanza chagua nenosiri lako mwenyewe.'],
        ...firstSignIn('sw', { email, password, link }),
      }),
    },
  }),
  'administrator-password-reset': message({
    title: 'The password of an administrator was reset',
    data: {
      email: address('achieng@zawadi.example'),
      password: text('first-Password-5'),
      link: text('https://zawadi.example/admin/login'),
    },
    email: {
      en: ({ email, password, link }) => ({
        subject: 'A new first password for the Zawadi back office',
        heading: 'A new first password',
        paragraphs: ['Another administrator has reset your password and signed you out on every device.'],
        ...firstSignIn(
          'en',
          { email, password, link },
          'If you did not ask for this, tell the other administrators at once.',
        ),
      }),
      sw: ({ email, password, link }) => ({
        subject: 'Nenosiri jipya la kwanza la ofisi ya Zawadi',
        heading: 'Nenosiri jipya la kwanza',
        paragraphs: ['Msimamizi mwingine amebadilisha nenosiri lako. Vifaa vyako vyote vimeondolewa.'],
        ...firstSignIn(
          'sw',
          { email, password, link },
          'Kama hukuomba hili, waambie wasimamizi wengine mara moja.',
        ),
      }),
    },
  }),
};

/**
 * Composes the email to a person with a generated password: sign-in name, link to the sign-in page, and how long the
 * password works.
 * @param warning is added in the small print
 */
function firstSignIn(
  language: LanguageName,
  { password, link, ...as }: FirstSignIn,
  warning?: string,
): Required<Pick<Email, 'rows' | 'button' | 'note'>> {
  const labels = LABELS[language];
  const name =
    'email' in as
      ? { label: labels.email, value: as.email }
      : { label: labels.merchantCode, value: as.merchantCode };
  return {
    rows: [name, { label: labels.password, value: password }],
    button: { label: labels.signIn, url: link },
    note: warning === undefined ? labels.howLong : `${labels.howLong} ${warning}`,
  };
}
