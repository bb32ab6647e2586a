import type { LanguageName } from '@zawadi/contract';
import { choice, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes } from './phrases.ts';

/** The link "this was not me", which freezes the wallet. */
const link = text('https://zawadi.example/freeze#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4');

/** Why a gift by USSD cannot be paid: buying is stopped, a limit, a block or freeze, or M-PESA's refusal. */
export type NotPaid = 'stopped' | 'limit' | 'not-possible' | 'refused';

const WHY_NOT: Record<LanguageName, Record<NotPaid, string>> = {
  en: {
    stopped: 'Gifts cannot be bought just now.',
    limit: 'It is above what you can pay today.',
    'not-possible': 'This is not possible with this number.',
    refused: 'M-PESA did not accept the payment.',
  },
  sw: {
    stopped: 'Zawadi haziwezi kununuliwa kwa sasa.',
    limit: 'Kiasi ni zaidi ya unachoweza kulipa leo.',
    'not-possible': 'Hili haliwezekani kwa namba hii.',
    refused: 'M-PESA haikukubali malipo.',
  },
};

/** Messages about the use of an account by USSD. */
export const ussdMessages = {
  'pay-by-hand': message({
    title: 'A gift bought by USSD: the phone did not show the M-PESA prompt',
    data: { amount: shillings(250_000), shortCode: text('174379'), reference: text('ZW7K4MQ9') },
    required: ['amount', 'shortCode', 'reference'],
    about: { type: 'Deposit', dedupeKey: 'transaction' },
    sms: {
      en: ({ amount, shortCode, reference }) =>
        `M-PESA could not ask you to pay. For your gift, pay ${kes(amount)} by M-PESA to pay bill ${shortCode}, account ${reference}.`,
      sw: ({ amount, shortCode, reference }) =>
        `M-PESA haikuweza kukuomba ulipe. Kwa zawadi yako, lipa ${kes(amount)} kwa M-PESA, paybill ${shortCode}, akaunti ${reference}.`,
    },
  }),
  'gift-not-paid': message({
    cases: {
      stopped: { title: 'A gift by USSD is not paid: buying is stopped', example: { why: 'stopped' } },
      limit: { title: 'A gift by USSD is not paid: a limit', example: { why: 'limit' } },
      'not-possible': {
        title: 'A gift by USSD is not paid: number or account cannot buy',
        example: { why: 'not-possible' },
      },
      refused: { title: 'A gift by USSD is not paid: M-PESA refuses', example: { why: 'refused' } },
    },
    data: { amount: shillings(250_000), why: choice<NotPaid>('stopped') },
    about: { type: 'Deposit', dedupeKey: 'transaction' },
    sms: {
      en: ({ amount, why }) =>
        `Your gift of ${kes(amount)} is not paid. ${WHY_NOT.en[why]} If no receipt comes, please dial again later.`,
      sw: ({ amount, why }) =>
        `Zawadi yako ya ${kes(amount)} haijalipwa. ${WHY_NOT.sw[why]} Usipopata risiti, tafadhali piga tena baadaye.`,
    },
  }),
  'ussd-pin-set': message({
    title: 'A PIN for USSD was set on an account that existed before',
    data: { link },
    sms: {
      en: (facts) => `A PIN for USSD was set for your Zawadi wallet. Not you? ${facts.link}`,
      sw: (facts) => `PIN ya USSD imewekwa kwa pochi yako ya Zawadi. Si wewe? ${facts.link}`,
    },
    email: {
      en: (facts) => ({
        subject: 'A PIN for USSD was set',
        heading: 'A PIN for USSD was set',
        paragraphs: [
          'The phone with your number chose a PIN. With it, the phone shows your balance and the codes of your gifts.',
          'It can withdraw to your number and pay for gifts 24 hours from now.',
        ],
        button: { label: 'This was not me', url: facts.link },
        note: 'The button freezes your wallet. It works for 72 hours.',
      }),
      sw: (facts) => ({
        subject: 'PIN ya USSD imewekwa',
        heading: 'PIN ya USSD imewekwa',
        paragraphs: [
          'Simu yenye namba yako imechagua PIN. Kwa PIN hiyo, simu inaonyesha salio lako na misimbo ya zawadi zako.',
          'Inaweza kutoa pesa kwenda namba yako na kulipia zawadi baada ya saa 24.',
        ],
        button: { label: 'Si mimi', url: facts.link },
        note: 'Kitufe kinafunga pochi yako. Kinafanya kazi kwa saa 72.',
      }),
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'A PIN for USSD was set', sw: 'PIN ya USSD imewekwa' },
      body: {
        en: () => 'Not you? Freeze your wallet by the link that we sent.',
        sw: () => 'Si wewe? Funga pochi yako kwa kiungo tulichokutumia.',
      },
    },
  }),
  'ussd-pin-reset': message({
    title: 'Support has removed a PIN for USSD',
    data: { link },
    sms: {
      en: (facts) => `Support removed your Zawadi PIN. Dial to choose a new one. Not you? ${facts.link}`,
      sw: (facts) => `Huduma imeondoa PIN yako ya Zawadi. Piga uchague mpya. Si wewe? ${facts.link}`,
    },
    email: {
      en: (facts) => ({
        subject: 'Your PIN for USSD was removed',
        heading: 'Your PIN for USSD was removed',
        paragraphs: [
          'Our support removed the PIN, because you asked for it. The next call asks for a new one.',
          'Withdrawals and gifts from the wallet by USSD wait 24 hours.',
        ],
        button: { label: 'This was not me', url: facts.link },
        note: 'The button freezes your wallet. It works for 72 hours.',
      }),
      sw: (facts) => ({
        subject: 'PIN yako ya USSD imeondolewa',
        heading: 'PIN yako ya USSD imeondolewa',
        paragraphs: [
          'Huduma kwa wateja imeondoa PIN, kwa sababu uliomba. Simu inayofuata itaomba mpya.',
          'Kutoa pesa na kulipia zawadi kutoka pochi kwa USSD husubiri saa 24.',
        ],
        button: { label: 'Si mimi', url: facts.link },
        note: 'Kitufe kinafunga pochi yako. Kinafanya kazi kwa saa 72.',
      }),
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'Your PIN for USSD was removed', sw: 'PIN yako ya USSD imeondolewa' },
      body: {
        en: () => 'Not you? Freeze your wallet by the link that we sent.',
        sw: () => 'Si wewe? Funga pochi yako kwa kiungo tulichokutumia.',
      },
    },
  }),
};
