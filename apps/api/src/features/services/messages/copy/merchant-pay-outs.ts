import { business, moment, text } from '../fields.ts';
import { message } from '../message.ts';
import { NOT_YOU } from './merchants.ts';
import { dayAndHour } from './phrases.ts';

/** Messages to a merchant's owner and staff about its pay-out channel. */
export const merchantPayOutMessages = {
  'payout-channel-set': message({
    title: 'A merchant has set its pay-out channel',
    data: {
      /** The channel in words, with its number masked. */
      channel: text('M-PESA 2547****678'),
    },
    email: {
      en: ({ channel }) => ({
        subject: 'Your pay-out channel was set',
        heading: 'Your pay-out channel',
        paragraphs: [`Settlements are paid to ${channel} from now on.`],
        note: NOT_YOU.en,
      }),
      sw: ({ channel }) => ({
        subject: 'Njia yako ya malipo imewekwa',
        heading: 'Njia yako ya malipo',
        paragraphs: [`Kuanzia sasa malipo yako yatatumwa kwa ${channel}.`],
        note: NOT_YOU.sw,
      }),
    },
  }),
  'payout-channel-changed': message({
    title: 'A merchant wants another pay-out channel',
    data: { channel: text('till ****21'), effectiveAt: moment('2026-11-21T09:00:00Z') },
    email: {
      en: ({ channel, effectiveAt }) => ({
        subject: 'Your pay-out channel was changed',
        heading: 'A new pay-out channel',
        paragraphs: [
          `Settlements will be paid to ${channel} from ${dayAndHour(new Date(effectiveAt), 'en')}.`,
          'Until then we pay to the old channel. This gives you a day to notice a change that is not yours.',
        ],
        note: NOT_YOU.en,
      }),
      sw: ({ channel, effectiveAt }) => ({
        subject: 'Njia yako ya malipo imebadilishwa',
        heading: 'Njia mpya ya malipo',
        paragraphs: [
          `Malipo yatatumwa kwa ${channel} kuanzia ${dayAndHour(new Date(effectiveAt), 'sw')}.`,
          'Hadi hapo tunalipa kwenye njia ya zamani. Hii inakupa siku moja kugundua badiliko ambalo si lako.',
        ],
        note: NOT_YOU.sw,
      }),
    },
  }),
  'payout-channel-waits': message({
    title: 'A merchant wants another pay-out channel: it waits for two administrators',
    data: { channel: text('till ****21') },
    email: {
      en: ({ channel }) => ({
        subject: 'Your new pay-out channel waits for our check',
        heading: 'We check your pay-out channel',
        paragraphs: [
          `You set ${channel}. This change waits until Zawadi has checked it, because the contact, the password or the balance of your business was changed in the last 7 days.`,
          'Until then we pay to your old channel. If there is no old channel, the money stays with us. We may call you.',
        ],
        note: NOT_YOU.en,
      }),
      sw: ({ channel }) => ({
        subject: 'Njia yako mpya ya malipo inasubiri tuihakiki',
        heading: 'Tunahakiki njia yako ya malipo',
        paragraphs: [
          `Umeweka ${channel}. Badiliko hili linasubiri hadi Zawadi ilihakiki, kwa sababu mawasiliano, nenosiri au salio la biashara yako lilibadilishwa ndani ya siku 7 zilizopita.`,
          'Hadi hapo tunalipa kwenye njia yako ya zamani. Kama hakuna njia ya awali, zinabaki kwetu. Huenda tukakupigia simu.',
        ],
        note: NOT_YOU.sw,
      }),
    },
  }),
  'payout-channel-refused': message({
    title: 'Administrators did not release the pay-out channel of a merchant',
    data: { channel: text('till ****21') },
    email: {
      en: ({ channel }) => ({
        subject: 'Your new pay-out channel was not accepted',
        heading: 'The pay-out channel stays as it was',
        paragraphs: [
          `We did not accept ${channel}, so nothing is paid there.`,
          'If this is a mistake, write to our support, then set the channel again.',
        ],
        note: NOT_YOU.en,
      }),
      sw: ({ channel }) => ({
        subject: 'Njia yako mpya ya malipo haikukubaliwa',
        heading: 'Njia ya malipo inabaki ilivyokuwa',
        paragraphs: [
          `Hatukukubali ${channel}, kwa hiyo hakuna kinacholipwa huko.`,
          'Kama hili ni kosa, andikia huduma kwa wateja, kisha weka njia ya malipo tena.',
        ],
        note: NOT_YOU.sw,
      }),
    },
  }),
  'merchant-contact-moved': message({
    title: 'Administrators changed the contact of a merchant: what the former one gets',
    data: {
      businessName: business('Duka Moja'),
      /** Masked, because this message goes to the former contact. */
      contact: text('n***@zawadi.example, 2547****678'),
      /** Link that answers "this was not me". */
      link: text('https://zawadi.example/merchant/contact-moved#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'),
    },
    isUrgent: true,
    sms: {
      en: ({ link }) => `Zawadi: we gave your business a new contact. Not you? Stop pay-outs: ${link}`,
      sw: ({ link }) => `Zawadi: biashara yako ina mawasiliano mapya. Si wewe? Zuia malipo: ${link}`,
    },
    email: {
      en: ({ businessName, contact, link }) => ({
        subject: 'The contact of your business was changed',
        heading: 'Was this you?',
        paragraphs: [
          `Zawadi was asked to change the contact of ${businessName} to ${contact}. Two of our administrators did so.`,
          'If you did not want this, press the button and confirm on the page. We then stop pay-outs until we have checked.',
        ],
        button: { label: 'This was not me', url: link },
        note: 'The button works once, within 72 hours. It does not sign anyone in.',
      }),
      sw: ({ businessName, contact, link }) => ({
        subject: 'Mawasiliano ya biashara yako yamebadilishwa',
        heading: 'Je, ni wewe?',
        paragraphs: [
          `Zawadi iliombwa kubadilisha mawasiliano ya ${businessName} kuwa ${contact}. Wasimamizi wetu wawili walifanya hivyo.`,
          'Kama hukutaka hili, bonyeza kitufe na uthibitishe kwenye ukurasa. Kisha tutazuia malipo hadi tuhakiki.',
        ],
        button: { label: 'Si mimi', url: link },
        note: 'Kitufe kinafanya kazi mara moja, ndani ya saa 72. Hakifungui akaunti yoyote.',
      }),
    },
  }),
};
