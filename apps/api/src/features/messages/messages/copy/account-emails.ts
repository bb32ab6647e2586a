import type { EmailTemplate } from '../templates.ts';
import { firstSignIn } from './first-sign-in.ts';
import type { LettersFor } from './letter.ts';
import { kes } from './phrases.ts';

type AccountTemplate = Extract<
  EmailTemplate,
  | 'verify-email'
  | 'password-reset'
  | 'withdrawal-otp'
  | 'account-exists'
  | 'refresh-reuse'
  | 'phone-taken'
  | 'merchant-welcome'
  | 'passkey-added'
  | 'passkey-removed'
>;

const NOT_YOU_PASSKEY = {
  en: 'If this was not you, remove the passkey in your profile, set a new password and write to support.',
  sw: 'Kama si wewe, ondoa ufunguo huo kwenye wasifu wako, weka nenosiri jipya na uandikie huduma kwa wateja.',
};

/** What an account has to say about itself. */
export const accountLetters: LettersFor<AccountTemplate> = {
  'verify-email': {
    en: ({ firstName, link }) => ({
      subject: 'Confirm your e-mail address',
      heading: `Karibu, ${firstName}`,
      paragraphs: [
        'Open the page and confirm that this address is yours. Then your Zawadi account is ready.',
        'Where you are not signed in, it asks for your password.',
      ],
      button: { label: 'Confirm my address', url: link },
      note: 'If you did not sign up at Zawadi, do nothing: without this step nobody can use the address.',
    }),
    sw: ({ firstName, link }) => ({
      subject: 'Thibitisha barua pepe yako',
      heading: `Karibu, ${firstName}`,
      paragraphs: [
        'Fungua ukurasa na uthibitishe kuwa anwani hii ni yako. Kisha akaunti yako ya Zawadi iko tayari.',
        'Pale ambapo hujaingia, utaulizwa nenosiri lako.',
      ],
      button: { label: 'Thibitisha anwani yangu', url: link },
      note: 'Kama hukujisajili Zawadi, usifanye lolote: bila hatua hii hakuna anayeweza kutumia anwani hii.',
    }),
  },
  'password-reset': {
    en: ({ code, link }) => ({
      subject: code === undefined ? 'Your link to set a new password' : 'Your code to set a new password',
      heading: 'Set a new password',
      paragraphs:
        code === undefined
          ? [
              'Open the link to set a new password. It works for two hours. Codes are closed for today, because too many wrong ones were typed.',
            ]
          : [
              'Enter this code where you asked for it. It works for 10 minutes. Or open the link, which works for two hours.',
            ],
      ...(code !== undefined && { code }),
      button: { label: 'Set a new password', url: link },
      note: 'If you did not ask for it, do nothing: your password stays as it is. We never ask you for code or link.',
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
              'Fungua kiungo uweke nenosiri jipya. Kinafanya kazi kwa saa mbili. Misimbo imefungwa kwa leo, kwa sababu mingi isiyo sahihi imeandikwa.',
            ]
          : [
              'Andika msimbo huu pale ulipouomba. Unatumika kwa dakika 10. Au fungua kiungo, kinachofanya kazi kwa saa mbili.',
            ],
      ...(code !== undefined && { code }),
      button: { label: 'Weka nenosiri jipya', url: link },
      note: 'Kama hukuuomba, usifanye lolote: nenosiri lako halibadiliki. Hatutakuuliza msimbo huu kamwe.',
    }),
  },
  'withdrawal-otp': {
    en: ({ code, amount, phone }) => ({
      subject: 'Your code to confirm a withdrawal',
      heading: 'Confirm your withdrawal',
      paragraphs: [
        'Enter this code where you asked for it. It works for 10 minutes, for this withdrawal only.',
      ],
      code,
      rows: [
        { label: 'From your wallet', value: kes(amount) },
        { label: 'To the M-PESA number', value: phone },
      ],
      note: 'If this was not you, change your password now. We never ask you for this code.',
    }),
    sw: ({ code, amount, phone }) => ({
      subject: 'Msimbo wako wa kuthibitisha kutoa pesa',
      heading: 'Thibitisha kutoa pesa',
      paragraphs: ['Andika msimbo huu pale ulipouomba. Unatumika kwa dakika 10, kwa kutoa pesa huku tu.'],
      code,
      rows: [
        { label: 'Kutoka pochi yako', value: kes(amount) },
        { label: 'Kwenda namba ya M-PESA', value: phone },
      ],
      note: 'Kama si wewe, badilisha nenosiri lako sasa. Hatutakuuliza msimbo huu kamwe.',
    }),
  },
  'account-exists': {
    en: ({ firstName }) => ({
      subject: 'You already have a Zawadi account',
      heading: `Hello ${firstName}`,
      paragraphs: [
        'Somebody, probably you, tried to sign up with this address. You already have an account: just sign in.',
        'If you no longer know your password, choose “Forgot password” on the sign-in page.',
      ],
      note: 'If this was not you, nothing has changed and you need do nothing.',
    }),
    sw: ({ firstName }) => ({
      subject: 'Tayari una akaunti ya Zawadi',
      heading: `Habari ${firstName}`,
      paragraphs: [
        'Mtu fulani, huenda ni wewe, alijaribu kujisajili kwa anwani hii. Tayari una akaunti: ingia tu.',
        'Kama umesahau nenosiri lako, chagua “Forgot password” kwenye ukurasa wa kuingia.',
      ],
      note: 'Kama si wewe, hakuna kilichobadilika na huhitaji kufanya lolote.',
    }),
  },
  'refresh-reuse': {
    en: () => ({
      subject: 'We ended one of your sign-ins',
      heading: 'An old sign-in was used again',
      paragraphs: [
        'Somebody used a sign-in of yours that had already been replaced. That can be a copy of it, so we ended it on that device.',
        'Please sign in again. If you do not know what this was, change your password.',
      ],
    }),
    sw: () => ({
      subject: 'Tumefunga kikao chako kimoja',
      heading: 'Kikao cha zamani kimetumika tena',
      paragraphs: [
        'Mtu ametumia kikao chako ambacho tayari kilibadilishwa. Huenda ni nakala yake, kwa hivyo tumekifunga kwenye kifaa hicho.',
        'Tafadhali ingia tena. Kama hujui hili lilitoka wapi, badilisha nenosiri lako.',
      ],
    }),
  },
  'phone-taken': {
    en: () => ({
      subject: 'Your phone number now belongs to another account',
      heading: 'Your number was confirmed elsewhere',
      paragraphs: [
        'Somebody confirmed by SMS that the phone number of your account is theirs, so it no longer counts as yours.',
        'Your money is safe. To withdraw it, confirm a phone number in your profile.',
      ],
      note: 'If the number is still yours, confirm it again in your profile and change your password.',
    }),
    sw: () => ({
      subject: 'Nambari yako ya simu sasa ni ya akaunti nyingine',
      heading: 'Nambari yako imethibitishwa kwingine',
      paragraphs: [
        'Mtu amethibitisha kwa SMS kuwa nambari ya simu ya akaunti yako ni yake, kwa hivyo haihesabiwi tena kuwa yako.',
        'Pesa zako ziko salama. Ili kuzitoa, thibitisha nambari ya simu kwenye wasifu wako.',
      ],
      note: 'Kama nambari bado ni yako, ithibitishe tena kwenye wasifu wako na ubadilishe nenosiri lako.',
    }),
  },
  'merchant-welcome': {
    en: ({ businessName, merchantCode, password, link }) => ({
      subject: 'Your Zawadi merchant account',
      heading: `Welcome, ${businessName}`,
      paragraphs: ['Sign in with these and choose a password of your own. Then set up your shop.'],
      ...firstSignIn('en', { merchantCode, password, link }),
    }),
    sw: ({ businessName, merchantCode, password, link }) => ({
      subject: 'Akaunti yako ya duka ya Zawadi',
      heading: `Karibu, ${businessName}`,
      paragraphs: ['Ingia kwa hizi na uchague nenosiri lako mwenyewe. Kisha andaa duka lako.'],
      ...firstSignIn('sw', { merchantCode, password, link }),
    }),
  },
  'passkey-added': {
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
  'passkey-removed': {
    en: ({ label }) => ({
      subject: 'A passkey was removed from your account',
      heading: 'A passkey was removed',
      paragraphs: [`“${label}” no longer opens your account. Your password still does.`],
      note: 'If this was not you, set a new password with “Forgot password” at once and write to support.',
    }),
    sw: ({ label }) => ({
      subject: 'Ufunguo wa siri umeondolewa kwenye akaunti yako',
      heading: 'Ufunguo wa siri umeondolewa',
      paragraphs: [`“${label}” haufungui tena akaunti yako. Nenosiri lako bado linaifungua.`],
      note: 'Kama si wewe, weka nenosiri jipya mara moja kwa “Umesahau nenosiri” na uandikie huduma kwa wateja.',
    }),
  },
};
