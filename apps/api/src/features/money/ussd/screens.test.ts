import { expect, test } from 'vitest';
import { LONGEST, LONGEST_SCREEN, screenOf, type ScreenData, type ScreenName } from './screens.ts';

const name = 'W'.repeat(LONGEST.name);
const gift = { giver: name, recipient: name };
const contacts = { contact: 'c'.repeat(LONGEST.contact), host: 'h'.repeat(LONGEST.host) };
const noContacts = { contact: '', host: '' };

const payOut = { gross: 'KES 20,000', fee: 'KES 2,000', net: 'KES 18,000', number: '0712345678' };
const bought = { gross: 'KES 250,000', net: 'KES 237,500', name, number: '0712345678' };
const codes = { code: 'WWWW-WWWW-WWWW-WWWW', alias: '1234 5678 9012 3' };

/** The longest data of every screen. */
const longest: { [Name in ScreenName]: ScreenData<Name>[] } = {
  language: [undefined],
  home: [undefined],
  settings: [undefined],
  help: [contacts, noContacts],
  resume: [gift],
  resumeBuying: [{ recipient: name }],
  gifts: [{ givers: [name, name, name], hasMore: true }],
  noGifts: [undefined],
  gift: [true, false].map((canThank) => ({ ...gift, canThank })),
  shopGift: [true, false].map((canThank) => ({ ...gift, canThank })),
  firstName: [{ isWrong: true }, { isWrong: false }],
  lastName: [
    { isWrong: true, isRefused: false },
    { isWrong: false, isRefused: true },
    { isWrong: false, isRefused: false },
  ],
  terms: [contacts, noContacts],
  added: [contacts, noContacts].map(({ host }) => ({ giver: name, host })),
  number: [{ isWrong: true }, { isWrong: false }],
  numberedGift: [
    { value: 'KES 250,000', giver: name, shops: 's'.repeat(LONGEST.shops), canAdd: true },
    { value: 'KES 250,000', giver: name, shops: '', canAdd: true },
  ],
  unknownNumber: [undefined],
  tooMany: [undefined],
  gone: [undefined],
  notNow: [undefined],
  alreadyAdded: [undefined],
  full: [undefined],
  stopped: [undefined],
  notPossible: [contacts, noContacts],
  unused: [contacts, noContacts],
  wallet: [undefined],
  noWallet: [undefined],
  pin: [true, false].flatMap((isNew) =>
    [true, false].flatMap((isWrong) => [
      { isNew, isWrong, payOut },
      { isNew, isWrong, payOut: undefined },
    ]),
  ),
  pinSet: [undefined],
  pinKnown: [contacts, noContacts],
  pinDialled: [undefined],
  wrongPin: [{ left: 2 }, { left: 1 }],
  pinLocked: [contacts, noContacts],
  giftCode: [
    { ...codes, value: 'KES 250,000', giver: name, shops: 's'.repeat(LONGEST.shops) },
    { code: codes.code, value: 'KES 250,000', giver: name, shops: '' },
  ],
  balance: [{ balance: 'KES 1,000,000' }],
  movements: [
    Array.from({ length: 5 }, () => ({ day: '30/11', amount: '-250,000', type: 'GIFT_PURCHASE' as const })),
    Array.from({ length: 5 }, () => ({ day: '30/11', amount: '-250,000', type: 'WITHDRAWAL' as const })),
  ],
  noMovements: [undefined],
  amount: [true, false].map((isWrong) => ({ isWrong, least: 'KES 10', most: 'KES 20,000' })),
  withdrawn: [payOut],
  noMpesa: [contacts, noContacts],
  tooMuch: [undefined],
  moneyWaits: [{ isPinNew: true }, { isPinNew: false }],
  simUnknown: [undefined],
  noWithdrawals: [undefined],
  buyNumber: [{ isWrong: true }, { isWrong: false }],
  buyName: [{ isWrong: true }, { isWrong: false }],
  buyAmount: [true, false].map((isWrong) => ({ isWrong, least: 'KES 10', most: 'KES 250,000' })),
  buyMessage: [undefined],
  buyPay: [
    { ...bought, canUseMpesa: true, canUseWallet: true },
    { ...bought, canUseMpesa: true, canUseWallet: false },
    { ...bought, canUseMpesa: false, canUseWallet: true },
  ],
  buyPrompted: [undefined],
  buyPaid: [bought],
  buyNoWay: [contacts, noContacts],
  cannotBuy: [undefined],
  giftWaits: [{ isPinNew: true }, { isPinNew: false }],
  promptOpen: [undefined],
  noBuying: [undefined],
  thanks: [undefined],
  thanked: [{ giver: name }],
  alreadyThanked: [undefined],
  dialAgain: [undefined],
  busy: [undefined],
  off: [undefined],
};

function render(screen: ScreenName): string[] {
  return longest[screen].flatMap((data) => [screenOf(screen, 'en', data), screenOf(screen, 'sw', data)]);
}

test('every screen at its longest data has at most 150 plain characters and five lines, in both languages', () => {
  for (const screen of Object.keys(longest) as ScreenName[]) {
    for (const text of render(screen)) {
      expect(text.length, `${screen}: ${text}`).toBeLessThanOrEqual(LONGEST_SCREEN);
      expect(text, screen).toMatch(/^[\u0020-\u007e\n]+$/u);
      expect(text.split('\n').length, `${screen}: ${text}`).toBeLessThanOrEqual(5);
    }
  }
});
