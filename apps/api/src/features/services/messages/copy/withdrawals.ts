import { MINUTE_MS } from '../../../../platform/durations.ts';
import { failure, optional, shillings, text } from '../fields.ts';
import { message } from '../message.ts';
import { kes, minusKes, present, whyFailed } from './phrases.ts';

/** Messages about withdrawals from the wallet to M-PESA. */
export const withdrawalMessages = {
  'withdrawal-otp': message({
    title: 'A withdrawal to a new number is to be confirmed',
    data: {
      code: text('402913'),
      amount: shillings(250_000),
      /** The phone number that is paid, in local format. */
      phone: text('0712 345 678'),
    },
    isUrgent: true,
    usefulForMs: 10 * MINUTE_MS,
    // A consumer who is talked into reading out a code has to see what the code permits.
    required: ['amount', 'phone'],
    sms: {
      en: ({ code, amount, phone }) =>
        `${code} confirms your Zawadi withdrawal of ${kes(amount)} to ${phone}. It works for 10 minutes. Never share it. Not you? Change your password.`,
      sw: ({ code, amount, phone }) =>
        `${code} ni msimbo wa kutoa ${kes(amount)} kutoka Zawadi kwenda ${phone}. Unatumika kwa dakika 10. Usimwambie mtu. Si wewe? Badilisha nenosiri lako.`,
    },
    email: {
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
        subject: 'Msimbo wako wa kuthibitisha utoaji',
        heading: 'Thibitisha utoaji wako',
        paragraphs: ['Andika msimbo huu pale ulipouomba. Unatumika kwa dakika 10, kwa utoaji huu tu.'],
        code,
        rows: [
          { label: 'Kutoka pochi yako', value: kes(amount) },
          { label: 'Kwenda namba ya M-PESA', value: phone },
        ],
        note: 'Kama si wewe, badilisha nenosiri lako sasa. Hatutakuuliza msimbo huu kamwe.',
      }),
    },
  }),
  'withdrawal-completed': message({
    cases: {
      own: {
        title: 'A withdrawal is paid out to the own number',
        when: ({ to }) => to === undefined,
        example: { to: undefined },
      },
      other: { title: 'A withdrawal is paid out to another number', when: ({ to }) => to !== undefined },
    },
    data: {
      amount: shillings(250_000),
      paidOut: shillings(243_750),
      transactionCode: text('SKQ7ABC123'),
      /** Masked phone number that was paid; absent when it is the owner's own number. */
      to: optional(text('07•• ••• 777')),
      /** Link that answers "this was not me" and freezes the wallet. */
      link: text('https://zawadi.example/freeze#token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'),
    },
    about: { type: 'Withdrawal', dedupeKey: 'transaction' },
    sms: {
      en: ({ paidOut, transactionCode, to, link }) =>
        `${kes(paidOut)} went to ${destination.en(to)} from Zawadi, ${transactionCode}. Not you? Stop it: ${link}`,
      sw: ({ paidOut, transactionCode, to, link }) =>
        `${kes(paidOut)} ${arrival(to)} toka Zawadi, ${transactionCode}. Si wewe? Izuie: ${link}`,
    },
    email: {
      en: ({ amount, paidOut, transactionCode, to, link }) => ({
        subject: `${kes(paidOut)} sent to ${destination.en(to)}`,
        heading: to === undefined ? 'Your money is on M-PESA' : `Your money went to ${to}`,
        paragraphs: ['Your withdrawal is complete.'],
        rows: [
          ...present('M-PESA receipt', transactionCode),
          { label: 'From your wallet', value: kes(amount) },
          ...present('To the M-PESA number', to),
          { label: 'Our fee', value: minusKes(amount - paidOut) },
        ],
        total: { label: 'Sent to M-PESA', value: kes(paidOut) },
        button: { label: 'This was not me', url: link },
        note: 'The button freezes your wallet. It works once, within 72 hours, and does not sign anyone in.',
      }),
      sw: ({ amount, paidOut, transactionCode, to, link }) => ({
        subject: `${kes(paidOut)} zimetumwa kwa ${destination.sw(to)}`,
        heading: to === undefined ? 'Pesa zako ziko M-PESA' : `Pesa zako zimetumwa kwa ${to}`,
        paragraphs: ['Utoaji wako umekamilika.'],
        rows: [
          ...present('Risiti ya M-PESA', transactionCode),
          { label: 'Kutoka pochi yako', value: kes(amount) },
          ...present('Kwenda namba ya M-PESA', to),
          { label: 'Ada yetu', value: minusKes(amount - paidOut) },
        ],
        total: { label: 'Zimetumwa M-PESA', value: kes(paidOut) },
        button: { label: 'Si mimi', url: link },
        note: 'Kitufe kinafunga pochi yako. Kinafanya kazi mara moja, ndani ya saa 72, na hakifungui akaunti yoyote.',
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Withdrawal completed', sw: 'Pesa zimetolewa' },
      body: {
        en: ({ paidOut, to }) => `${kes(paidOut)} went to ${destination.en(to)}.`,
        sw: ({ paidOut, to }) => `${kes(paidOut)} ${arrival(to)}.`,
      },
    },
  }),
  'withdrawal-paid-late': message({
    title: 'A withdrawal was paid after it was given back',
    data: {
      paidOut: shillings(243_750),
      fromWallet: shillings(243_750),
      transactionCode: text('SKQ7ABC123'),
    },
    about: { type: 'Withdrawal', dedupeKey: 'transaction' },
    sms: {
      en: ({ paidOut, fromWallet }) =>
        `M-PESA paid you ${kes(paidOut)} after it told us that it could not. We took ${kes(fromWallet)} of it out of your Zawadi wallet, without a fee.`,
      sw: ({ paidOut, fromWallet }) =>
        `M-PESA imekulipa ${kes(paidOut)} baada ya kutuambia kwamba haikuweza. Tumetoa ${kes(fromWallet)} kati ya hizo kwenye pochi yako ya Zawadi, bila ada.`,
    },
    email: {
      en: ({ paidOut, fromWallet, transactionCode }) => ({
        subject: `M-PESA paid your ${kes(paidOut)} after all`,
        heading: 'Your withdrawal was paid after all',
        paragraphs: [
          `M-PESA had told us that it could not pay you, so we put the money back into your wallet. It then paid you after all, so we took ${kes(fromWallet)} out of your wallet again.`,
          'There is no fee. If your wallet had less by then, we pay the difference.',
        ],
        rows: [
          { label: 'Sent to M-PESA', value: kes(paidOut) },
          { label: 'From your wallet', value: kes(fromWallet) },
          ...present('M-PESA receipt', transactionCode),
        ],
      }),
      sw: ({ paidOut, fromWallet, transactionCode }) => ({
        subject: `M-PESA imekulipa ${kes(paidOut)} hatimaye`,
        heading: 'Pesa zako zimelipwa hatimaye',
        paragraphs: [
          `M-PESA ilituambia kwamba haikuweza kukulipa, hivyo tulizirudisha pesa kwenye pochi yako. Hata hivyo imekulipa, hivyo tumetoa ${kes(fromWallet)} tena kwenye pochi yako.`,
          'Hakuna ada. Kama salio la pochi yako lilikuwa pungufu, tunalipa tofauti.',
        ],
        rows: [
          { label: 'Zimetumwa M-PESA', value: kes(paidOut) },
          { label: 'Kutoka pochi yako', value: kes(fromWallet) },
          ...present('Risiti ya M-PESA', transactionCode),
        ],
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Withdrawal paid after all', sw: 'Pesa zimelipwa hatimaye' },
      body: {
        en: ({ paidOut }) => `M-PESA paid you ${kes(paidOut)} after all.`,
        sw: ({ paidOut }) => `M-PESA imekulipa ${kes(paidOut)} hatimaye.`,
      },
    },
  }),
  'withdrawal-failed': message({
    title: 'A withdrawal did not go through',
    data: { amount: shillings(250_000), reason: failure('recipient_not_on_mpesa') },
    about: { type: 'Withdrawal', dedupeKey: 'transaction' },
    sms: {
      en: ({ amount, reason }) =>
        `Your Zawadi withdrawal of ${kes(amount)} did not go through: ${whyFailed.en[reason]}. The money is back in your wallet.`,
      sw: ({ amount, reason }) =>
        `Utoaji wa ${kes(amount)} kutoka Zawadi haukufaulu: ${whyFailed.sw[reason]}. Pesa zimerudi kwenye pochi yako.`,
    },
    email: {
      en: ({ amount, reason }) => ({
        subject: `Your withdrawal of ${kes(amount)} did not go through`,
        heading: 'The money is back in your wallet',
        paragraphs: [
          `Your withdrawal of ${kes(amount)} did not go through: ${whyFailed.en[reason]}.`,
          'Nothing was charged. You can try again.',
        ],
      }),
      sw: ({ amount, reason }) => ({
        subject: `Utoaji wa ${kes(amount)} haukufaulu`,
        heading: 'Pesa zimerudi kwenye pochi yako',
        paragraphs: [
          `Utoaji wa ${kes(amount)} haukufaulu: ${whyFailed.sw[reason]}.`,
          'Hukutozwa chochote. Unaweza kujaribu tena.',
        ],
      }),
    },
    push: {
      opens: '/dashboard/wallet',
      title: { en: 'Withdrawal did not go through', sw: 'Utoaji haukufaulu' },
      body: {
        en: ({ amount, reason }) =>
          `${capital(whyFailed.en[reason])}. ${kes(amount)} is back in your wallet.`,
        sw: ({ amount, reason }) =>
          `${capital(whyFailed.sw[reason])}. ${kes(amount)} zimerudi kwenye pochi yako.`,
      },
    },
  }),
};

const destination = {
  en: (to: string | undefined) => (to === undefined ? 'your M-PESA' : `M-PESA ${to}`),
  sw: (to: string | undefined) => (to === undefined ? 'M-PESA yako' : `M-PESA ya ${to}`),
};

function arrival(to: string | undefined): string {
  return to === undefined ? 'zimeingia M-PESA yako' : `zimetumwa kwa M-PESA ya ${to}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
