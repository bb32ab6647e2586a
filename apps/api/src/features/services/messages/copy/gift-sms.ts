import { person } from '../fields.ts';
import { message } from '../message.ts';

const FRIEND = { en: 'Your friend', sw: 'Rafiki yako' };

/** Messages to the buyer about the SMS of a gift. */
export const giftSmsMessages = {
  'gift-sms-unknown': message({
    title: 'A gift’s SMS may not have arrived',
    data: { recipientName: person('Brian Otieno', FRIEND) },
    email: {
      en: ({ recipientName }) => ({
        subject: `Did the SMS with your gift reach ${recipientName}?`,
        heading: 'We do not know whether the SMS arrived',
        paragraphs: [
          `We sent ${recipientName} an SMS with your gift, but do not know whether it arrived.`,
          `Please ask ${recipientName}. If it did not arrive, open the gift in your wallet and press “Send again”. The code stays the same.`,
        ],
      }),
      sw: ({ recipientName }) => ({
        subject: `Je, SMS ya zawadi yako imemfikia ${recipientName}?`,
        heading: 'Hatujui kama SMS imefika',
        paragraphs: [
          `Tulimtumia ${recipientName} SMS yenye zawadi yako, lakini hatujui kama imefika.`,
          `Tafadhali muulize ${recipientName}. Kama haijafika, fungua zawadi kwenye pochi yako na ubonyeze “Tuma tena”. Msimbo haubadiliki.`,
        ],
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'We do not know whether the SMS arrived', sw: 'Hatujui kama SMS imefika' },
      body: {
        en: ({ recipientName }) => `Ask ${recipientName}. If it did not arrive, send the gift again.`,
        sw: ({ recipientName }) => `Muulize ${recipientName}. Kama haijafika, tuma zawadi tena.`,
      },
    },
  }),
  'gift-sms-failed': message({
    title: 'A gift’s SMS was not delivered',
    data: { recipientName: person('Brian Otieno', FRIEND) },
    email: {
      en: ({ recipientName }) => ({
        subject: `The SMS with your gift did not reach ${recipientName}`,
        heading: 'The SMS was not delivered',
        paragraphs: [
          `The network could not deliver the SMS with your gift to ${recipientName}. The gift is safe.`,
          'Open the gift in your wallet. Press “Send again”, or “Correct recipient” to send it to another number.',
        ],
      }),
      sw: ({ recipientName }) => ({
        subject: `SMS ya zawadi yako haikumfikia ${recipientName}`,
        heading: 'SMS haikufika',
        paragraphs: [
          `Mtandao haukuweza kumfikishia ${recipientName} SMS yenye zawadi yako. Zawadi iko salama.`,
          'Fungua zawadi kwenye pochi yako. Bonyeza “Tuma tena”, au “Rekebisha mpokeaji” ili kuituma kwa namba nyingine.',
        ],
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'The SMS was not delivered', sw: 'SMS haikufika' },
      body: {
        en: ({ recipientName }) => `Send the gift to ${recipientName} again, or to another number.`,
        sw: ({ recipientName }) => `Tuma zawadi ya ${recipientName} tena, au kwa namba nyingine.`,
      },
    },
  }),
};
