import type { LanguageName } from '@zawadi/contract';
import { buyScreens } from './buy-screens.ts';
import { walletScreens } from './wallet-screens.ts';

/** Longest screen in characters. Safaricom shows 160, and may count the prefix. */
export const LONGEST_SCREEN = 150;

/** Longest name, shop list and host of the product on a screen. */
export const LONGEST = { name: 18, shops: 36, host: 32, contact: 32 } as const;

type Gift = { giver: string; recipient: string };
type OwnGift = Gift & { canThank: boolean };
type Wrong = { isWrong: boolean };
/** `isRefused`: the last name has letters only, but is refused together with the first name. */
type LastName = Wrong & { isRefused: boolean };

const REFUSED = { en: 'We cannot accept this name.', sw: 'Hatuwezi kukubali jina hili.' };

/** Numbers of options never change: people learn strings such as `*384*44135*1#`. */
const screens = {
  language: both(() => 'Zawadi\n1. English\n2. Kiswahili'),
  home: {
    en: () => "1. My gifts\n2. My wallet\n3. Buy a gift\n4. A gift's number\n5. Language, PIN, help",
    sw: () => '1. Zawadi zangu\n2. Pochi yangu\n3. Nunua zawadi\n4. Namba ya zawadi\n5. Lugha, PIN, msaada',
  },
  settings: {
    en: () => '1. English\n2. Kiswahili\n3. Help\n4. PIN\n0. Back',
    sw: () => '1. English\n2. Kiswahili\n3. Msaada\n4. PIN\n0. Rudi',
  },
  help: {
    en: ({ contact, host }: Contacts) =>
      lines(
        contact && `Help: ${contact}`,
        host && `Web: ${host}`,
        'We never ask for your M-PESA PIN.',
        '0. Back',
      ),
    sw: ({ contact, host }: Contacts) =>
      lines(
        contact && `Msaada: ${contact}`,
        host && `Tovuti: ${host}`,
        'Hatuombi kamwe PIN yako ya M-PESA.',
        '0. Rudi',
      ),
  },
  resume: {
    en: ({ giver }: Gift) => `Your last call was cut.\n1. Go on: gift from ${giver}\n2. Start again`,
    sw: ({ giver }: Gift) =>
      `Simu yako ya mwisho ilikatika.\n1. Endelea: zawadi kutoka kwa ${giver}\n2. Anza upya`,
  },
  resumeBuying: {
    en: ({ recipient }: { recipient: string }) =>
      `Your last call was cut.\n1. Go on: buy a gift for ${recipient}\n2. Start again`,
    sw: ({ recipient }: { recipient: string }) =>
      `Simu yako ya mwisho ilikatika.\n1. Endelea: nunua zawadi ya ${recipient}\n2. Anza upya`,
  },
  gifts: {
    en: (page: GiftsPage) => listed('Gift from', page, '98. More', '0. Back'),
    sw: (page: GiftsPage) => listed('Zawadi kutoka kwa', page, '98. Zaidi', '0. Rudi'),
  },
  noGifts: {
    en: () => 'No gift waits for this number.\n0. Back',
    sw: () => 'Hakuna zawadi inayosubiri namba hii.\n0. Rudi',
  },
  gift: {
    en: ({ giver, recipient, canThank }: OwnGift) =>
      `Gift for ${recipient} from ${giver}.\n1. Add to my wallet\n2. Value and code\n${canThank ? '3. Say thanks\n' : ''}0. Back`,
    sw: ({ giver, recipient, canThank }: OwnGift) =>
      `Zawadi ya ${recipient} kutoka kwa ${giver}.\n1. Weka kwenye pochi yangu\n2. Thamani na msimbo\n${canThank ? '3. Sema asante\n' : ''}0. Rudi`,
  },
  shopGift: {
    en: ({ giver, recipient, canThank }: OwnGift) =>
      `Gift for ${recipient} from ${giver}. Spend it at the shop.\n2. Value and code\n${canThank ? '3. Say thanks\n' : ''}0. Back`,
    sw: ({ giver, recipient, canThank }: OwnGift) =>
      `Zawadi ya ${recipient} kutoka kwa ${giver}. Itumie dukani.\n2. Thamani na msimbo\n${canThank ? '3. Sema asante\n' : ''}0. Rudi`,
  },
  firstName: {
    en: ({ isWrong }: Wrong) =>
      `${isWrong ? 'Use letters only.\n' : 'We open a wallet for you.\n'}Type your first name:\n0. Back`,
    sw: ({ isWrong }: Wrong) =>
      `${isWrong ? 'Tumia herufi tu.\n' : 'Tunakufungulia pochi.\n'}Andika jina lako la kwanza:\n0. Rudi`,
  },
  lastName: {
    en: (name: LastName) =>
      lines(
        name.isWrong && 'Use letters only.',
        name.isRefused && REFUSED.en,
        'Type your last name:',
        '0. Back',
      ),
    sw: (name: LastName) =>
      lines(
        name.isWrong && 'Tumia herufi tu.',
        name.isRefused && REFUSED.sw,
        'Andika jina lako la mwisho:',
        '0. Rudi',
      ),
  },
  terms: {
    en: ({ host }: Pick<Contacts, 'host'>) =>
      `We keep your name and number. Your wallet is for you alone. All terms: ${host ? `${host}/terms` : 'our website'}.\n1. I agree\n0. Back`,
    sw: ({ host }: Pick<Contacts, 'host'>) =>
      `Tunahifadhi jina na namba yako. Pochi ni yako pekee. Masharti yote: ${host ? `${host}/terms` : 'tovuti yetu'}.\n1. Nakubali\n0. Rudi`,
  },
  added: {
    en: ({ giver, host }: Added) =>
      `The gift from ${giver} is in your wallet. To use it, dial again and choose 2, or go to ${host || 'our website'}.`,
    sw: ({ giver, host }: Added) =>
      `Zawadi kutoka kwa ${giver} iko kwenye pochi yako. Kuitumia, piga tena na uchague 2, au nenda ${host || 'tovuti yetu'}.`,
  },
  number: {
    en: ({ isWrong }: Wrong) =>
      `${isWrong ? 'This is not the number of a gift.\n' : ''}Type the 13 digits of the gift:\n0. Back`,
    sw: ({ isWrong }: Wrong) =>
      `${isWrong ? 'Hii si namba ya zawadi.\n' : ''}Andika tarakimu 13 za zawadi:\n0. Rudi`,
  },
  numberedGift: {
    en: (gift: NumberedGift) =>
      `${gift.value} from ${gift.giver}.\nSpend at: ${gift.shops || 'no shop yet'}\n${gift.canAdd ? '1. Add to my wallet\n' : ''}0. Back`,
    sw: (gift: NumberedGift) =>
      `${gift.value} kutoka kwa ${gift.giver}.\nTumia: ${gift.shops || 'hakuna duka bado'}\n${gift.canAdd ? '1. Weka kwenye pochi yangu\n' : ''}0. Rudi`,
  },
  unknownNumber: {
    en: () => 'We cannot show a gift with this number. Please check it and dial again.',
    sw: () => 'Hatuwezi kuonyesha zawadi ya namba hii. Tafadhali ihakikishe, kisha piga tena.',
  },
  tooMany: {
    en: () => 'Too many tries. Please dial again later.',
    sw: () => 'Umejaribu mara nyingi. Tafadhali piga tena baadaye.',
  },
  gone: {
    en: () => 'This gift can no longer be added to a wallet.',
    sw: () => 'Zawadi hii haiwezi tena kuwekwa kwenye pochi.',
  },
  notNow: {
    en: () => 'This gift cannot be used just now. It is safe. Please dial again later.',
    sw: () => 'Zawadi hii haiwezi kutumika kwa sasa. Iko salama. Tafadhali piga tena baadaye.',
  },
  alreadyAdded: {
    en: () => 'This gift is in your wallet already.',
    sw: () => 'Zawadi hii iko tayari kwenye pochi yako.',
  },
  full: {
    en: () => 'Your wallet is full. Withdraw some money first. The gift waits for you.',
    sw: () => 'Pochi yako imejaa. Toa pesa kwanza. Zawadi inakusubiri.',
  },
  stopped: {
    en: () => 'Gifts cannot be added just now. Your gift is safe. Please dial again later.',
    sw: () => 'Zawadi haziwezi kuwekwa kwa sasa. Zawadi yako iko salama. Tafadhali piga tena baadaye.',
  },
  notPossible: {
    en: ({ contact }: Pick<Contacts, 'contact'>) =>
      `This is not possible with this number.${contact && ` Help: ${contact}`}`,
    sw: ({ contact }: Pick<Contacts, 'contact'>) =>
      `Hili haliwezekani kwa namba hii.${contact && ` Msaada: ${contact}`}`,
  },
  unused: {
    en: ({ contact }: Pick<Contacts, 'contact'>) =>
      `The wallet of this number was not used for 90 days. Spend the gift at a shop, with the code in your SMS.${contact && ` Help: ${contact}`}`,
    sw: ({ contact }: Pick<Contacts, 'contact'>) =>
      `Pochi ya namba hii haikutumika kwa siku 90. Tumia zawadi dukani, kwa msimbo ulio kwenye SMS.${contact && ` Msaada: ${contact}`}`,
  },
  ...walletScreens,
  ...buyScreens,
  dialAgain: both(() => 'Please dial again. / Tafadhali piga tena.'),
  busy: both(() => 'Please try again in a minute. / Tafadhali jaribu tena baada ya dakika moja.'),
  off: both(() => 'Zawadi by USSD is off just now. / Huduma hii imezimwa kwa sasa.'),
} satisfies Record<string, Record<LanguageName, (data: never) => string>>;

export type ScreenName = keyof typeof screens;
export type ScreenData<Name extends ScreenName> = Parameters<(typeof screens)[Name]['en']>[0];

/** Renders a screen. Names in `data` must be short enough and ASCII (`shownOnPhone`). */
export function screenOf<Name extends ScreenName>(
  name: Name,
  language: LanguageName,
  data: ScreenData<Name>,
): string {
  // TypeScript cannot see that the data belongs to this screen.
  const render = screens[name][language] as (given: ScreenData<Name>) => string;
  return render(data);
}

/** Both are empty if they are too long for a screen. */
type Contacts = { contact: string; host: string };
type Added = Pick<Contacts, 'host'> & { giver: string };
type GiftsPage = { givers: string[]; hasMore: boolean };
type NumberedGift = { value: string; giver: string; shops: string; canAdd: boolean };

function both(render: () => string) {
  return { en: render, sw: render };
}

/** Joins the lines that are not empty. */
function lines(...some: (string | false)[]): string {
  return some.filter(Boolean).join('\n');
}

function listed(from: string, page: GiftsPage, more: string, back: string): string {
  const gifts = page.givers.map((giver, at) => `${at + 1}. ${from} ${giver}`);
  return lines(...gifts, page.hasMore && more, back);
}
