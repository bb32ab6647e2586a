import type { Merchant } from '@zawadi/contract';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { address, business, choice, optional, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes, present } from './phrases.ts';

export const NOT_YOU = {
  en: 'If this was not you, change your password at once and write to support.',
  sw: 'Kama si wewe, badilisha nenosiri lako mara moja na uandikie huduma kwa wateja.',
};

type OpenStatus = Exclude<Merchant['status'], 'INACTIVE'>;

const STATUS = {
  en: {
    ACTIVE: 'Your account is active: you can redeem vouchers.',
    PENDING: 'Your account is waiting for approval. You can sign in, but not redeem vouchers yet.',
    SUSPENDED:
      'Your account is suspended: sign-in and redemptions are blocked. Your balance is unchanged. Please write to support.',
  },
  sw: {
    ACTIVE: 'Akaunti yako inafanya kazi: unaweza kupokea vocha za wateja.',
    PENDING: 'Akaunti yako inasubiri kuidhinishwa. Unaweza kuingia, lakini bado huwezi kupokea vocha.',
    SUSPENDED:
      'Akaunti yako imesimamishwa: hakuna anayeweza kuingia wala kupokea vocha. Salio lako linabaki. Tafadhali andikia huduma kwa wateja.',
  },
};

/** Messages to a merchant's owner and staff about its account. */
export const merchantMessages = {
  'merchant-status': message({
    cases: {
      active: { title: 'A merchant may redeem', example: { status: 'ACTIVE' } },
      pending: { title: 'A merchant waits for approval again', example: { status: 'PENDING' } },
      suspended: {
        title: 'A merchant was suspended',
        example: { status: 'SUSPENDED', reason: 'Ten wrong codes in an hour' },
      },
    },
    data: {
      businessName: business('Duka Moja'),
      status: choice<OpenStatus>('SUSPENDED'),
      /** The administrator's reason, if the merchant was suspended. */
      reason: optional(text('Ten wrong codes in an hour')),
    },
    email: {
      en: ({ businessName, status, reason }) => ({
        subject: `The account of ${businessName}`,
        heading: `The account of ${businessName}`,
        paragraphs: [STATUS.en[status]],
        rows: present('Reason', reason),
      }),
      sw: ({ businessName, status, reason }) => ({
        subject: `Akaunti ya ${businessName}`,
        heading: `Akaunti ya ${businessName}`,
        paragraphs: [STATUS.sw[status]],
        rows: present('Sababu', reason),
      }),
    },
  }),
  'merchant-closed': message({
    title: 'A merchant was closed',
    data: {
      businessName: business('Duka Moja'),
      owed: shillings(12_400),
      inVouchers: shillings(1_800),
      reason: optional(text('The shop has moved abroad')),
    },
    email: {
      en: ({ businessName, owed, inVouchers, reason }) => ({
        subject: `The account of ${businessName} is closed`,
        heading: `The account of ${businessName} is closed`,
        paragraphs: [
          'Sign-in, API keys and redemptions have ended.',
          `We owe you ${kes(owed)}, and pay it out with a last settlement.`,
          `${kes(inVouchers)} is left on vouchers that you made. For 90 days their holders can add it to their wallets. Then the rest returns to you, and we pay it out.`,
          'If you did not expect this, please write to support.',
        ],
        rows: present('Reason', reason),
      }),
      sw: ({ businessName, owed, inVouchers, reason }) => ({
        subject: `Akaunti ya ${businessName} imefungwa`,
        heading: `Akaunti ya ${businessName} imefungwa`,
        paragraphs: [
          'Huwezi tena kuingia, kutumia funguo za API wala kupokea vocha.',
          `Unatudai ${kes(owed)}, na tutakulipa kwa malipo ya mwisho.`,
          `${kes(inVouchers)} zimebaki kwenye vocha ulizotengeneza. Kwa siku 90 wenye vocha wanaweza kuziongeza kwenye pochi zao. Kisha zinazobaki zinarudi kwako, na tunakulipa.`,
          'Kama hukutarajia hili, tafadhali andikia huduma kwa wateja.',
        ],
        rows: present('Sababu', reason),
      }),
    },
  }),
  'contact-email-code': message({
    title: 'A merchant wants another contact address',
    data: { businessName: business('Duka Moja'), code: text('402913') },
    isUrgent: true,
    usefulForMs: 10 * MINUTE_MS,
    email: {
      en: ({ businessName, code }) => ({
        subject: 'Your code to confirm this address',
        heading: 'Confirm your new address',
        paragraphs: [`Enter this code where ${businessName} asked for it. It works for 10 minutes.`],
        code,
        note: 'If you do not know this business, ignore this email: without the code your address cannot be used.',
      }),
      sw: ({ businessName, code }) => ({
        subject: 'Msimbo wako wa kuthibitisha anwani hii',
        heading: 'Thibitisha anwani yako mpya',
        paragraphs: [`Andika msimbo huu pale ${businessName} ilipouomba. Unatumika kwa dakika 10.`],
        code,
        note: 'Kama huijui biashara hii, usifanye lolote: bila msimbo hakuna anayeweza kutumia anwani yako.',
      }),
    },
  }),
  'contact-email-asked': message({
    title: 'A merchant wants another contact address: what the present one gets',
    data: {
      businessName: business('Duka Moja'),
      /** Masked, because this message goes to the current contact. */
      newEmail: address('n***@zawadi.example'),
      /** Link that answers "this was not me". */
      link: text('https://zawadi.example/merchant/not-me#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'),
    },
    isUrgent: true,
    email: {
      en: ({ businessName, newEmail, link }) => ({
        subject: 'Someone is changing the contact address of your business',
        heading: 'Was this you?',
        paragraphs: [
          `Someone who knows the password asked to make ${newEmail} the contact address of ${businessName}.`,
          'If it was not you, press the button and confirm on the page. We keep or restore this address, sign the owner out everywhere, and lock the pay-out channel until the owner sets a new password.',
        ],
        button: { label: 'This was not me', url: link },
        note: 'The button works for 72 hours. It does not sign anyone in.',
      }),
      sw: ({ businessName, newEmail, link }) => ({
        subject: 'Mtu anabadilisha anwani ya mawasiliano ya biashara yako',
        heading: 'Je, ni wewe?',
        paragraphs: [
          `Mtu anayejua nenosiri ameomba ${newEmail} iwe anwani ya mawasiliano ya ${businessName}.`,
          'Kama si wewe, bonyeza kitufe na uthibitishe kwenye ukurasa. Tutabakisha au kurudisha anwani hii, tutamwondoa mmiliki kwenye vifaa vyote, na tutafunga njia ya malipo hadi mmiliki aweke nenosiri jipya.',
        ],
        button: { label: 'Si mimi', url: link },
        note: 'Kitufe kinafanya kazi kwa saa 72. Hakifungui akaunti yoyote.',
      }),
    },
  }),
  'contact-email-changed': message({
    title: 'The contact address of a merchant was changed',
    data: {
      businessName: business('Duka Moja'),
      /** Masked, because this message also goes to the old address. */
      newEmail: address('n***@zawadi.example'),
    },
    email: {
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
  }),
  'api-secret-renewed': message({
    title: 'A merchant has a new API secret',
    data: { businessName: business('Duka Moja') },
    email: {
      en: ({ businessName }) => ({
        subject: 'A new API secret was made',
        heading: 'A new API secret',
        paragraphs: [
          `The API secret of ${businessName} was regenerated. The old one no longer works: your tills and shops need the new one.`,
        ],
        note: NOT_YOU.en,
      }),
      sw: ({ businessName }) => ({
        subject: 'Siri mpya ya API imetengenezwa',
        heading: 'Siri mpya ya API',
        paragraphs: [
          `Siri ya API ya ${businessName} imetengenezwa upya. Ya zamani haifanyi kazi tena: mifumo yako inahitaji hiyo mpya.`,
        ],
        note: NOT_YOU.sw,
      }),
    },
  }),
};
