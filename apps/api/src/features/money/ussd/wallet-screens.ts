import type { Activity, LanguageName } from '@zawadi/contract';

/** Withdrawal as the screens show it: amounts as `KES 1,000`, the number as 0712345678. */
type PayOut = { gross: string; fee: string; net: string; number: string };
type Pin = { isNew: boolean; isWrong: boolean; payOut: PayOut | undefined };
type Amount = { isWrong: boolean; least: string; most: string };
type GiftCode = { value: string; giver: string; code: string; alias?: string; shops: string };
type Movement = { day: string; amount: string; type: Activity['transactionType'] };

const MOVEMENTS: Record<LanguageName, Record<Movement['type'], string>> = {
  en: {
    CLAIM: 'Gift',
    GIFT_PURCHASE: 'Gift sent',
    REDEMPTION: 'Spent',
    REFUND: 'Refund',
    WITHDRAWAL: 'Withdrawal',
  },
  sw: {
    CLAIM: 'Zawadi',
    GIFT_PURCHASE: 'Umetuma',
    REDEMPTION: 'Umetumia',
    REFUND: 'Marejesho',
    WITHDRAWAL: 'Umetoa',
  },
};

const newPin = {
  en: (isWrong: boolean) =>
    isWrong
      ? 'Others can guess this. Choose 4 to 6 other digits:'
      : 'Choose a Zawadi PIN, 4 to 6 digits, not that of M-PESA:',
  sw: (isWrong: boolean) =>
    isWrong
      ? 'Wengine wataikisia. Chagua tarakimu nyingine 4 hadi 6:'
      : 'Chagua PIN ya Zawadi, tarakimu 4 hadi 6, si ya M-PESA:',
};

/** Screens of the wallet and of the PIN. */
export const walletScreens = {
  wallet: {
    en: () => 'My wallet\n1. Balance\n2. Withdraw\n3. Last movements\n0. Back',
    sw: () => 'Pochi yangu\n1. Salio\n2. Toa pesa\n3. Miamala ya mwisho\n0. Rudi',
  },
  noWallet: {
    en: () => 'You have no wallet yet. Add a gift to open one: dial again and choose 1.',
    sw: () => 'Huna pochi bado. Weka zawadi ili kuifungua: piga tena na uchague 1.',
  },
  pin: {
    en: ({ isNew, isWrong, payOut }: Pin) =>
      `${payOut ? `${payOut.gross}, fee ${payOut.fee}: ${payOut.net} goes to ${payOut.number}.\n` : ''}${isNew ? newPin.en(isWrong) : `${isWrong ? 'A PIN has 4 to 6 digits. ' : ''}Type your Zawadi PIN:`}\n0. Back`,
    sw: ({ isNew, isWrong, payOut }: Pin) =>
      `${payOut ? `${payOut.gross}, ada ${payOut.fee}: ${payOut.net} kwenda ${payOut.number}.\n` : ''}${isNew ? newPin.sw(isWrong) : `${isWrong ? 'PIN ina tarakimu 4 hadi 6. ' : ''}Andika PIN yako ya Zawadi:`}\n0. Rudi`,
  },
  pinSet: {
    en: () => 'Your Zawadi PIN is set. Type it only here. Tell it to no one.',
    sw: () => 'PIN yako ya Zawadi imewekwa. Iandike hapa tu. Usimwambie mtu yeyote.',
  },
  pinKnown: {
    en: ({ contact }: Contact) =>
      `Your Zawadi PIN is right. If another person knows it, ask for help${contact && `: ${contact}`}.`,
    sw: ({ contact }: Contact) =>
      `PIN yako ya Zawadi ni sahihi. Mtu mwingine akiijua, omba msaada${contact && `: ${contact}`}.`,
  },
  pinDialled: {
    en: () => 'Never dial your PIN together with the code. Dial again, and type it when we ask for it.',
    sw: () => 'Usipige PIN pamoja na namba ya huduma. Piga tena, na uiandike tukiiomba.',
  },
  wrongPin: {
    en: ({ left }: Left) =>
      `Wrong PIN. ${left === 1 ? '1 try is' : `${left} tries are`} left. Please dial again.`,
    sw: ({ left }: Left) => `PIN si sahihi. Umebaki na majaribio ${left}. Tafadhali piga tena.`,
  },
  pinLocked: {
    en: ({ contact }: Contact) =>
      `Your PIN is locked after three wrong tries.${contact && ` Help: ${contact}`}`,
    sw: ({ contact }: Contact) =>
      `PIN yako imefungwa baada ya makosa matatu.${contact && ` Msaada: ${contact}`}`,
  },
  giftCode: {
    en: ({ value, giver, code, alias, shops }: GiftCode) =>
      `${value} from ${giver}.\nCode: ${code}${alias === undefined ? '' : `\nNumber: ${alias}`}\nSpend at: ${shops || 'no shop yet'}`,
    sw: ({ value, giver, code, alias, shops }: GiftCode) =>
      `${value} kutoka kwa ${giver}.\nMsimbo: ${code}${alias === undefined ? '' : `\nNamba: ${alias}`}\nTumia: ${shops || 'hakuna duka bado'}`,
  },
  balance: {
    en: ({ balance }: Balance) => `Your wallet has ${balance}.`,
    sw: ({ balance }: Balance) => `Pochi yako ina ${balance}.`,
  },
  movements: {
    en: (movements: Movement[]) => listed(movements, 'en'),
    sw: (movements: Movement[]) => listed(movements, 'sw'),
  },
  noMovements: {
    en: () => 'Your wallet has no movements yet.',
    sw: () => 'Pochi yako haina miamala bado.',
  },
  amount: {
    en: ({ isWrong, least, most }: Amount) =>
      `${isWrong ? 'This amount is not possible.\n' : ''}Type the amount to withdraw, from ${least} to ${most}:\n0. Back`,
    sw: ({ isWrong, least, most }: Amount) =>
      `${isWrong ? 'Kiasi hiki hakiwezekani.\n' : ''}Andika kiasi cha kutoa, kuanzia ${least} hadi ${most}:\n0. Rudi`,
  },
  withdrawn: {
    en: ({ net, number }: PayOut) => `${net} goes to ${number} by M-PESA. An SMS will confirm it.`,
    sw: ({ net, number }: PayOut) => `${net} zinakwenda ${number} kwa M-PESA. SMS itathibitisha.`,
  },
  noMpesa: {
    en: ({ host }: Host) =>
      `This line has no M-PESA. Spend gifts at a shop, or withdraw to another number at ${host || 'our website'}.`,
    sw: ({ host }: Host) =>
      `Laini hii haina M-PESA. Tumia zawadi dukani, au toa kwa namba nyingine kwenye ${host || 'tovuti yetu'}.`,
  },
  tooMuch: {
    en: () => 'You cannot withdraw this amount now. Check your balance, or dial again tomorrow.',
    sw: () => 'Huwezi kutoa kiasi hiki sasa. Angalia salio lako, au piga tena kesho.',
  },
  moneyWaits: {
    en: ({ isPinNew }: { isPinNew: boolean }) =>
      `${isPinNew ? 'Your PIN is set. ' : ''}For your safety, withdrawals wait 24 hours after a new PIN, SIM card, password or number.`,
    sw: ({ isPinNew }: { isPinNew: boolean }) =>
      `${isPinNew ? 'PIN yako imewekwa. ' : ''}Kwa usalama wako, kutoa pesa husubiri saa 24 baada ya PIN, laini, nenosiri au namba mpya.`,
  },
  simUnknown: {
    en: () => 'We could not check your SIM card just now. Please dial again in a minute.',
    sw: () => 'Hatukuweza kuangalia laini yako kwa sasa. Tafadhali piga tena baada ya dakika moja.',
  },
  noWithdrawals: {
    en: () => 'Withdrawals are not possible just now. Your money is safe. Please dial again later.',
    sw: () => 'Kutoa pesa hakuwezekani kwa sasa. Pesa zako ziko salama. Tafadhali piga tena baadaye.',
  },
} satisfies Record<string, Record<LanguageName, (data: never) => string>>;

type Contact = { contact: string };
type Host = { host: string };
type Left = { left: number };
type Balance = { balance: string };

function listed(movements: Movement[], language: LanguageName): string {
  return movements.map(({ day, amount, type }) => `${day} ${amount} ${MOVEMENTS[language][type]}`).join('\n');
}
