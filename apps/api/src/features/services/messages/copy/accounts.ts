import { message } from '../message.ts';

/** Messages about an account that its owner or an administrator changes. */
export const accountMessages = {
  'account-deleted': message({
    title: 'An account was deleted',
    data: {},
    email: {
      en: () => ({
        subject: 'Your Zawadi account was deleted',
        heading: 'Kwaheri',
        paragraphs: [
          'As you asked, we have deleted your account and your data, except the records of payments that the law makes us keep.',
          'Gifts that were sent to you stay valid: you can spend them with the code in their message.',
        ],
        note: 'If this was not you, write to support at once.',
      }),
      sw: () => ({
        subject: 'Akaunti yako ya Zawadi imefutwa',
        heading: 'Kwaheri',
        paragraphs: [
          'Kama ulivyoomba, tumefuta akaunti yako na taarifa zako, isipokuwa kumbukumbu za malipo ambazo sheria inatutaka tuhifadhi.',
          'Zawadi ulizotumiwa bado ni halali: unaweza kuzitumia kwa msimbo ulio kwenye ujumbe wake.',
        ],
        note: 'Kama si wewe, andikia huduma kwa wateja mara moja.',
      }),
    },
  }),
  'account-frozen': message({
    title: 'We have frozen an account',
    data: {},
    sms: {
      en: () =>
        'Zawadi: we have frozen your account. Your money stays in your wallet. Please write to our support.',
      sw: () =>
        'Zawadi: tumesimamisha akaunti yako. Pesa zako zinabaki kwenye pochi. Tafadhali andikia huduma kwa wateja.',
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'Your account is frozen', sw: 'Akaunti yako imesimamishwa' },
      body: {
        en: () => 'Your money stays in your wallet. Please write to our support.',
        sw: () => 'Pesa zako zinabaki kwenye pochi. Tafadhali andikia huduma kwa wateja.',
      },
    },
    email: {
      en: () => ({
        subject: 'Your Zawadi account is frozen',
        heading: 'Your account is frozen',
        paragraphs: [
          'We have frozen your account. Until it is active again, you cannot sign in, add a gift to the wallet or withdraw.',
          'Your money stays in your wallet, and payments that were on their way are finished.',
        ],
        note: 'Please write to support to clear this up.',
      }),
      sw: () => ({
        subject: 'Akaunti yako ya Zawadi imesimamishwa',
        heading: 'Akaunti yako imesimamishwa',
        paragraphs: [
          'Tumesimamisha akaunti yako. Hadi ifunguliwe tena huwezi kuingia, kuweka zawadi kwenye pochi wala kutoa pesa.',
          'Pesa zako zinabaki kwenye pochi yako, na malipo yaliyokuwa njiani yanakamilishwa.',
        ],
        note: 'Tafadhali andikia huduma kwa wateja ili kulitatua hili.',
      }),
    },
  }),
  'account-unfrozen': message({
    title: 'An account is open again',
    data: {},
    sms: {
      en: () => 'Zawadi: your account is active again. Please sign in again.',
      sw: () => 'Zawadi: akaunti yako inafanya kazi tena. Tafadhali ingia tena.',
    },
    push: {
      reachesSignedOut: true,
      opens: '/login',
      title: { en: 'Your account is active again', sw: 'Akaunti yako inafanya kazi tena' },
      body: { en: () => 'Please sign in again.', sw: () => 'Tafadhali ingia tena.' },
    },
    email: {
      en: () => ({
        subject: 'Your Zawadi account is active again',
        heading: 'Karibu tena',
        paragraphs: ['Your account works as before. Please sign in again.'],
      }),
      sw: () => ({
        subject: 'Akaunti yako ya Zawadi inafanya kazi tena',
        heading: 'Karibu tena',
        paragraphs: ['Akaunti yako inafanya kazi kama awali. Tafadhali ingia tena.'],
      }),
    },
  }),
  'account-signed-out': message({
    title: 'Support signed a user out everywhere',
    data: {},
    email: {
      en: () => ({
        subject: 'We signed you out on every device',
        heading: 'Please sign in again',
        paragraphs: ['Our support has signed you out on every device. Sign in again with your password.'],
        note: 'If you did not ask for this, set a new password with “Forgot password” and write to support.',
      }),
      sw: () => ({
        subject: 'Tumekuondoa kwenye vifaa vyote',
        heading: 'Tafadhali ingia tena',
        paragraphs: [
          'Huduma kwa wateja imefunga vikao vyote vya akaunti yako. Ingia tena kwa nenosiri lako.',
        ],
        note: 'Kama hukuomba hili, weka nenosiri jipya kwa “Umesahau nenosiri” na uandikie huduma kwa wateja.',
      }),
    },
  }),
  'account-closed': message({
    title: 'We have closed an account',
    data: {},
    email: {
      en: () => ({
        subject: 'Your Zawadi account was closed',
        heading: 'Kwaheri',
        paragraphs: [
          'We have closed your account and deleted your data, except the records of payments that the law makes us keep.',
          'Gifts that were sent to you stay valid: you can spend them with the code in their message.',
        ],
        note: 'If you did not expect this, please write to support.',
      }),
      sw: () => ({
        subject: 'Akaunti yako ya Zawadi imefungwa',
        heading: 'Kwaheri',
        paragraphs: [
          'Tumefunga akaunti yako na kufuta taarifa zako, isipokuwa kumbukumbu za malipo ambazo sheria inatutaka tuhifadhi.',
          'Zawadi ulizotumiwa bado ni halali: unaweza kuzitumia kwa msimbo ulio kwenye ujumbe wake.',
        ],
        note: 'Kama hukutarajia hili, tafadhali andikia huduma kwa wateja.',
      }),
    },
  }),
};
