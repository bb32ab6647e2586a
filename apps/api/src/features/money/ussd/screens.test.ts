import { expect, test } from 'vitest';
import { LONGEST, LONGEST_SCREEN, screenOf, type ScreenData, type ScreenName } from './screens.ts';

const name = 'W'.repeat(LONGEST.name);
const gift = { giver: name, recipient: name };
const contacts = { contact: 'c'.repeat(LONGEST.contact), host: 'h'.repeat(LONGEST.host) };
const noContacts = { contact: '', host: '' };

/** The longest data of every screen. */
const longest: { [Name in ScreenName]: ScreenData<Name>[] } = {
  language: [undefined],
  home: [undefined],
  settings: [undefined],
  help: [contacts, noContacts],
  resume: [gift],
  gifts: [{ givers: [name, name, name], hasMore: true }],
  noGifts: [undefined],
  gift: [gift],
  shopGift: [gift],
  firstName: [{ isWrong: true }, { isWrong: false }],
  lastName: [
    { isWrong: true, isRefused: false },
    { isWrong: false, isRefused: true },
    { isWrong: false, isRefused: false },
  ],
  terms: [contacts, noContacts],
  added: [contacts, noContacts].flatMap(({ host }) =>
    [true, false].map((isNew) => ({ giver: name, host, isNew })),
  ),
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
