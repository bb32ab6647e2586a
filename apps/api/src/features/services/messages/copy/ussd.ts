import { shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes } from './phrases.ts';

/** The link "this was not me", which freezes the wallet. */
const link = text('https://zawadi.example/freeze#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4');

/** Messages about the use of an account by USSD. */
export const ussdMessages = {
  'pay-by-hand': message({
    title: 'A gift bought by USSD: the phone did not show the M-PESA prompt',
    data: { amount: shillings(250_000), shortCode: text('174379'), reference: text('ZW7K4MQ9') },
    sms: {
      en: ({ amount, shortCode, reference }) =>
        `M-PESA could not ask you to pay. For your gift, pay ${kes(amount)} by M-PESA to pay bill ${shortCode}, account ${reference}.`,
      sw: ({ amount, shortCode, reference }) =>
        `M-PESA haikuweza kukuomba ulipe. Kwa zawadi yako, lipa ${kes(amount)} kwa M-PESA, paybill ${shortCode}, akaunti ${reference}.`,
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
          'It can withdraw to your number 24 hours from now.',
        ],
        button: { label: 'This was not me', url: facts.link },
        note: 'The button freezes your wallet. It works for 72 hours.',
      }),
      sw: (facts) => ({
        subject: 'PIN ya USSD imewekwa',
        heading: 'PIN ya USSD imewekwa',
        paragraphs: [
          'Simu yenye namba yako imechagua PIN. Kwa PIN hiyo, simu inaonyesha salio lako na misimbo ya zawadi zako.',
          'Inaweza kutoa pesa kwenda namba yako baada ya saa 24.',
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
          'Withdrawals by USSD wait 24 hours.',
        ],
        button: { label: 'This was not me', url: facts.link },
        note: 'The button freezes your wallet. It works for 72 hours.',
      }),
      sw: (facts) => ({
        subject: 'PIN yako ya USSD imeondolewa',
        heading: 'PIN yako ya USSD imeondolewa',
        paragraphs: [
          'Huduma kwa wateja imeondoa PIN, kwa sababu uliomba. Simu inayofuata itaomba mpya.',
          'Kutoa pesa kwa USSD husubiri saa 24.',
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
