import type { LanguageName } from '@zawadi/contract';

/** Gift as the screens show it: amounts as `KES 1,000`, the number as 0712345678. */
type Bought = { gross: string; net: string; name: string; number: string };
type Wrong = { isWrong: boolean };
type Amount = Wrong & { least: string; most: string };
type Ways = Bought & { canUseMpesa: boolean; canUseWallet: boolean };

/** Messages of a gift to choose from, in the order of their numbers. */
export const GIFT_MESSAGES: Record<LanguageName, readonly string[]> = {
  en: ['Happy birthday', 'Congratulations', 'With love'],
  sw: ['Heri ya kuzaliwa', 'Hongera', 'Kwa upendo'],
};

/** Thanks to choose from, in the order of their numbers. */
export const THANKS: Record<LanguageName, readonly string[]> = {
  en: ['Thank you very much', 'I am so happy', 'God bless you'],
  sw: ['Asante sana', 'Nimefurahi sana', 'Mungu akubariki'],
};

/** Screens of buying a gift and of saying thanks. */
export const buyScreens = {
  buyNumber: {
    en: ({ isWrong }: Wrong) =>
      `${isWrong ? 'This is not a mobile number.\n' : ''}Who gets the gift? Type the phone number, such as 0712345678:\n0. Back`,
    sw: ({ isWrong }: Wrong) =>
      `${isWrong ? 'Hii si namba ya simu.\n' : ''}Nani anapata zawadi? Andika namba ya simu, kama 0712345678:\n0. Rudi`,
  },
  buyName: {
    en: ({ isWrong }: Wrong) =>
      `${isWrong ? 'We cannot accept this name.\n' : ''}Type the name of the recipient:\n0. Back`,
    sw: ({ isWrong }: Wrong) =>
      `${isWrong ? 'Hatuwezi kukubali jina hili.\n' : ''}Andika jina la mpokeaji:\n0. Rudi`,
  },
  buyAmount: {
    en: ({ isWrong, least, most }: Amount) =>
      `${isWrong ? 'This amount is not possible.\n' : ''}Type the amount that you pay, from ${least} to ${most}:\n0. Back`,
    sw: ({ isWrong, least, most }: Amount) =>
      `${isWrong ? 'Kiasi hiki hakiwezekani.\n' : ''}Andika kiasi unacholipa, kuanzia ${least} hadi ${most}:\n0. Rudi`,
  },
  buyMessage: {
    en: () => messages('en', 'No message', 'Or type a message. 0. Back'),
    sw: () => messages('sw', 'Bila ujumbe', 'Au andika ujumbe. 0. Rudi'),
  },
  buyPay: {
    en: ({ gross, net, name, number, canUseMpesa, canUseWallet }: Ways) =>
      `You pay ${gross}. ${name} (${number}) gets ${net}.\n${canUseMpesa ? '1. M-PESA\n' : ''}${canUseWallet ? '2. My wallet\n' : ''}0. Back`,
    sw: ({ gross, net, name, number, canUseMpesa, canUseWallet }: Ways) =>
      `Unalipa ${gross}. ${name} (${number}) anapata ${net}.\n${canUseMpesa ? '1. M-PESA\n' : ''}${canUseWallet ? '2. Pochi yangu\n' : ''}0. Rudi`,
  },
  buyPrompted: {
    en: () =>
      'Enter your M-PESA PIN in the next window. It comes within a minute or two. If not, an SMS tells you how to pay.',
    sw: () =>
      'Weka PIN yako ya M-PESA kwenye dirisha lijalo, ndani ya dakika moja au mbili. Lisipokuja, SMS itakueleza jinsi ya kulipa.',
  },
  buyPaid: {
    en: ({ gross, net, name, number }: Bought) =>
      `Your wallet has paid ${gross}. ${name} (${number}) gets ${net} by SMS.`,
    sw: ({ gross, net, name, number }: Bought) =>
      `Pochi yako imelipa ${gross}. ${name} (${number}) anapata ${net} kwa SMS.`,
  },
  buyNoWay: {
    en: ({ host }: Host) =>
      `This line has no M-PESA, so it cannot pay for a gift. Buy gifts at ${host || 'our website'}.`,
    sw: ({ host }: Host) =>
      `Laini hii haina M-PESA, kwa hiyo haiwezi kulipia zawadi. Nunua zawadi kwenye ${host || 'tovuti yetu'}.`,
  },
  cannotBuy: {
    en: () => 'You cannot pay this amount now. Try a smaller amount, or dial again tomorrow.',
    sw: () => 'Huwezi kulipa kiasi hiki sasa. Jaribu kiasi kidogo zaidi, au piga tena kesho.',
  },
  giftWaits: {
    en: ({ isPinNew }: PinNew) =>
      `${isPinNew ? 'Your PIN is set. ' : ''}For your safety, gifts from your wallet wait 24 hours after a new PIN, SIM card, password or number.`,
    sw: ({ isPinNew }: PinNew) =>
      `${isPinNew ? 'PIN yako imewekwa. ' : ''}Kwa usalama wako, zawadi kutoka pochi husubiri saa 24 baada ya PIN, laini, nenosiri au namba mpya.`,
  },
  promptOpen: {
    en: () => 'M-PESA still has an earlier request for your phone. Please dial again in five minutes.',
    sw: () => 'M-PESA bado ina ombi la awali la simu yako. Tafadhali piga tena baada ya dakika tano.',
  },
  noBuying: {
    en: () => 'Gifts cannot be bought just now. Please dial again later.',
    sw: () => 'Zawadi haziwezi kununuliwa kwa sasa. Tafadhali piga tena baadaye.',
  },
  thanks: {
    en: () => `${numbered(THANKS.en)}\n0. Back`,
    sw: () => `${numbered(THANKS.sw)}\n0. Rudi`,
  },
  thanked: {
    en: ({ giver }: Giver) => `We have sent your thanks to ${giver}.`,
    sw: ({ giver }: Giver) => `Tumemtumia ${giver} shukrani zako.`,
  },
  alreadyThanked: {
    en: () => 'You have said thanks for this gift already.',
    sw: () => 'Umeshasema asante kwa zawadi hii.',
  },
} satisfies Record<string, Record<LanguageName, (data: never) => string>>;

type Host = { host: string };
type PinNew = { isPinNew: boolean };
type Giver = { giver: string };

function numbered(choices: readonly string[]): string {
  return choices.map((choice, at) => `${at + 1}. ${choice}`).join('\n');
}

function messages(language: LanguageName, none: string, last: string): string {
  return `${numbered([...GIFT_MESSAGES[language], none])}\n${last}`;
}
