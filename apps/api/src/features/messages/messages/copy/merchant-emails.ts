import type { EmailTemplate } from '../templates.ts';
import { firstSignIn } from './first-sign-in.ts';
import type { LettersFor } from './letter.ts';
import { dayAndHour } from './phrases.ts';

type MerchantTemplate = Extract<
  EmailTemplate,
  | 'staff-welcome'
  | 'staff-password-reset'
  | 'contact-email-code'
  | 'contact-email-asked'
  | 'contact-email-changed'
  | 'api-secret-renewed'
  | 'payout-channel-set'
  | 'payout-channel-changed'
  | 'merchant-status'
  | 'support-request'
  | 'support-received'
>;

const NOT_YOU = {
  en: 'If this was not you, change your password at once and write to support.',
  sw: 'Kama si wewe, badilisha nenosiri lako mara moja na uandikie huduma kwa wateja.',
};

const STATUS = {
  en: {
    ACTIVE: 'Your account is active: vouchers can be redeemed with you.',
    PENDING: 'Your account waits for approval. You can sign in, but not redeem vouchers yet.',
    SUSPENDED:
      'Your account is suspended: nobody can sign in or redeem for it. Your balance stays as it is. Please write to support.',
    INACTIVE: 'Your account is closed. If this surprises you, please write to support.',
  },
  sw: {
    ACTIVE: 'Akaunti yako inafanya kazi: vocha zinaweza kutumika kwako.',
    PENDING: 'Akaunti yako inasubiri kuidhinishwa. Unaweza kuingia, lakini bado huwezi kupokea vocha.',
    SUSPENDED:
      'Akaunti yako imesimamishwa: hakuna anayeweza kuingia wala kupokea vocha. Salio lako linabaki. Tafadhali andikia huduma kwa wateja.',
    INACTIVE: 'Akaunti yako imefungwa. Kama hukutarajia hili, tafadhali andikia huduma kwa wateja.',
  },
};

/** What a merchant's own people hear about its account, and what they write to us. */
export const merchantLetters: LettersFor<MerchantTemplate> = {
  'staff-welcome': {
    en: ({ businessName, name, signInCode, password, link }) => ({
      subject: `Your sign-in at ${businessName}`,
      heading: `Karibu, ${name}`,
      paragraphs: [
        `${businessName} has made a sign-in for ${name}. The first step is a password of your own.`,
      ],
      ...firstSignIn('en', { merchantCode: signInCode, password, link }),
    }),
    sw: ({ businessName, name, signInCode, password, link }) => ({
      subject: `Kuingia kwako kwa ${businessName}`,
      heading: `Karibu, ${name}`,
      paragraphs: [
        `${businessName} imemtengenezea ${name} njia ya kuingia. Hatua ya kwanza ni kuchagua nenosiri lako.`,
      ],
      ...firstSignIn('sw', { merchantCode: signInCode, password, link }),
    }),
  },
  'staff-password-reset': {
    en: ({ businessName, name, signInCode, password, link }) => ({
      subject: `A new first password at ${businessName}`,
      heading: `Hello ${name}`,
      paragraphs: [
        `The owner of ${businessName} has reset the password of ${name}. Every device was signed out, and two-factor authentication is off.`,
      ],
      ...firstSignIn('en', { merchantCode: signInCode, password, link }),
    }),
    sw: ({ businessName, name, signInCode, password, link }) => ({
      subject: `Nenosiri jipya la kwanza kwa ${businessName}`,
      heading: `Habari ${name}`,
      paragraphs: [
        `Mmiliki wa ${businessName} amebadilisha nenosiri la ${name}. Vifaa vyote vimeondolewa, na uthibitishaji wa hatua mbili umezimwa.`,
      ],
      ...firstSignIn('sw', { merchantCode: signInCode, password, link }),
    }),
  },
  'contact-email-asked': {
    en: ({ businessName, newEmail, link }) => ({
      subject: 'Another contact address was asked for',
      heading: 'Was this you?',
      paragraphs: [
        `Somebody who knows the password asked to make ${newEmail} the contact address of ${businessName}.`,
        'If it was not you, open the page and press its button. This address stays or comes back, the owner is signed out everywhere, and where you are paid cannot be changed until a new password is set.',
      ],
      button: { label: 'This was not me', url: link },
      note: 'The button works for 72 hours. It opens no account.',
    }),
    sw: ({ businessName, newEmail, link }) => ({
      subject: 'Anwani nyingine ya mawasiliano imeombwa',
      heading: 'Je, ni wewe?',
      paragraphs: [
        `Mtu anayejua nenosiri ameomba ${newEmail} iwe anwani ya mawasiliano ya ${businessName}.`,
        'Kama si wewe, fungua ukurasa na ubonyeze kitufe chake. Anwani hii itabaki au kurudi, mmiliki ataondolewa kwenye vifaa vyote, na mahali pa kulipwa hapatabadilika hadi nenosiri jipya liwekwe.',
      ],
      button: { label: 'Si mimi', url: link },
      note: 'Kitufe kinafanya kazi kwa saa 72. Hakifungui akaunti yoyote.',
    }),
  },
  'contact-email-code': {
    en: ({ businessName, code }) => ({
      subject: 'Your code to confirm this address',
      heading: 'Confirm your new address',
      paragraphs: [`Enter this code where ${businessName} asked for it. It works for 10 minutes.`],
      code,
      note: 'If you do not know this business, do nothing: without the code nobody can use your address.',
    }),
    sw: ({ businessName, code }) => ({
      subject: 'Msimbo wako wa kuthibitisha anwani hii',
      heading: 'Thibitisha anwani yako mpya',
      paragraphs: [`Andika msimbo huu pale ${businessName} ilipouomba. Unatumika kwa dakika 10.`],
      code,
      note: 'Kama huijui biashara hii, usifanye lolote: bila msimbo hakuna anayeweza kutumia anwani yako.',
    }),
  },
  'contact-email-changed': {
    en: ({ businessName, newEmail }) => ({
      subject: 'The contact address of your business was changed',
      heading: 'A new contact address',
      paragraphs: [`From now on our messages to ${businessName} go to ${newEmail}.`],
      note: NOT_YOU.en,
    }),
    sw: ({ businessName, newEmail }) => ({
      subject: 'Anwani ya mawasiliano ya biashara yako imebadilishwa',
      heading: 'Anwani mpya ya mawasiliano',
      paragraphs: [`Kuanzia sasa ujumbe wetu kwa ${businessName} utaenda kwa ${newEmail}.`],
      note: NOT_YOU.sw,
    }),
  },
  'api-secret-renewed': {
    en: ({ businessName }) => ({
      subject: 'A new API secret was made',
      heading: 'A new API secret',
      paragraphs: [
        `The API secret of ${businessName} was regenerated. The old one no longer works: your tills and shops need the new one.`,
      ],
      note: NOT_YOU.en,
    }),
    sw: ({ businessName }) => ({
      subject: 'API secret mpya imetengenezwa',
      heading: 'API secret mpya',
      paragraphs: [
        `API secret ya ${businessName} imetengenezwa upya. Ya zamani haifanyi kazi tena: mifumo yako inahitaji hiyo mpya.`,
      ],
      note: NOT_YOU.sw,
    }),
  },
  'payout-channel-set': {
    en: ({ channel }) => ({
      subject: 'Where your money is paid out was set',
      heading: 'Your pay-out channel',
      paragraphs: [`Settlements are paid to ${channel} from now on.`],
      note: NOT_YOU.en,
    }),
    sw: ({ channel }) => ({
      subject: 'Mahali pesa zako zinapolipwa pamewekwa',
      heading: 'Njia yako ya malipo',
      paragraphs: [`Kuanzia sasa malipo yako yatatumwa kwa ${channel}.`],
      note: NOT_YOU.sw,
    }),
  },
  'payout-channel-changed': {
    en: ({ channel, effectiveAt }) => ({
      subject: 'Where your money is paid out was changed',
      heading: 'A new pay-out channel',
      paragraphs: [
        `Settlements will be paid to ${channel} from ${dayAndHour(new Date(effectiveAt), 'en')}.`,
        'Until then they go where they went before. This gives you a day to notice a change that is not yours.',
      ],
      note: NOT_YOU.en,
    }),
    sw: ({ channel, effectiveAt }) => ({
      subject: 'Mahali pesa zako zinapolipwa pamebadilishwa',
      heading: 'Njia mpya ya malipo',
      paragraphs: [
        `Malipo yatatumwa kwa ${channel} kuanzia ${dayAndHour(new Date(effectiveAt), 'sw')}.`,
        'Hadi hapo yataenda yalikokuwa yakienda. Hii inakupa siku moja kugundua badiliko ambalo si lako.',
      ],
      note: NOT_YOU.sw,
    }),
  },
  'merchant-status': {
    en: ({ businessName, status }) => ({
      subject: `The account of ${businessName}`,
      heading: businessName,
      paragraphs: [STATUS.en[status]],
    }),
    sw: ({ businessName, status }) => ({
      subject: `Akaunti ya ${businessName}`,
      heading: businessName,
      paragraphs: [STATUS.sw[status]],
    }),
  },
  'support-request': {
    en: ({ businessName, merchantCode, writer, email, subject, message, reference }) => ({
      subject: `${merchantCode}: ${subject}`,
      heading: subject,
      paragraphs: message.split(/\n+/u),
      rows: [
        { label: 'Merchant', value: `${businessName} (${merchantCode})` },
        { label: 'Written by', value: `${writer}, ${email}` },
        ...(reference === undefined ? [] : [{ label: 'About', value: reference }]),
      ],
      note: 'Answer to the address above, and mark the request as answered in the admin area.',
    }),
    sw: ({ businessName, merchantCode, writer, email, subject, message, reference }) => ({
      subject: `${merchantCode}: ${subject}`,
      heading: subject,
      paragraphs: message.split(/\n+/u),
      rows: [
        { label: 'Duka', value: `${businessName} (${merchantCode})` },
        { label: 'Mwandishi', value: `${writer}, ${email}` },
        ...(reference === undefined ? [] : [{ label: 'Kuhusu', value: reference }]),
      ],
      note: 'Jibu kwa anwani iliyo juu, na uweke alama kuwa limejibiwa kwenye eneo la wasimamizi.',
    }),
  },
  'support-received': {
    en: ({ subject, message }) => ({
      subject: `We have your message: ${subject}`,
      heading: 'Thank you for writing',
      paragraphs: ['We will answer by e-mail. This is what you wrote:', subject, ...message.split(/\n+/u)],
    }),
    sw: ({ subject, message }) => ({
      subject: `Tumepokea ujumbe wako: ${subject}`,
      heading: 'Asante kwa kuandika',
      paragraphs: ['Tutakujibu kwa barua pepe. Huu ndio ujumbe wako:', subject, ...message.split(/\n+/u)],
    }),
  },
};
