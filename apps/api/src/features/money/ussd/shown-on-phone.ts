import { formatKes, shortened, shownBusiness, shownPerson } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { toGsm7 } from '../../services/messages/index.ts';
import { shownGift, type Voucher } from '../vouchers/index.ts';
import { LONGEST } from './screens.ts';

/** Replaces a name of which nothing can be shown: "friend", which readers of both languages understand. */
const NAMELESS = 'Rafiki';

/** Returns a gift's names in plain ASCII, short enough for a screen. */
export function namesOnPhone(
  gift: Pick<Voucher, 'senderName' | 'recipientName' | 'message' | 'issuerMerchantId'>,
): { giver: string; recipient: string } {
  const { senderName, recipientName } = shownGift(gift);
  const shown = gift.issuerMerchantId === null ? shownPerson : shownBusiness;
  return {
    giver: shortName(shown(asciiOf(senderName))),
    recipient: personOnPhone(recipientName),
  };
}

/** Returns names of shops, joined by commas, as far as they fit. */
export function shopsOnPhone(names: string[]): string {
  const shown = names.map((name) => shortName(shownBusiness(asciiOf(name))));
  const some = [...new Set(shown)];
  while (some.length > 1 && some.join(', ').length > LONGEST.shops) some.pop();
  return some.join(', ');
}

/** Returns where people get help, and the host of the web app. Each is empty if it is too long for a screen. */
export function contactsOnPhone({ config }: Pick<Deps, 'config'>): { contact: string; host: string } {
  const { phone, email } = config.support;
  const { host } = new URL(config.publicUrl);
  return { contact: ifAtMost(LONGEST.contact, phone ?? email), host: ifAtMost(LONGEST.host, host) };
}

function ifAtMost(longest: number, text: string): string {
  return text.length <= longest ? text : '';
}

/** Returns the name of a gift's recipient, as its buyer typed it. */
export function personOnPhone(name: string): string {
  return shortName(shownPerson(asciiOf(name)));
}

/** Formats whole shillings for every handset. */
export function kesOnPhone(shillings: number): string {
  return asciiOf(formatKes(shillings));
}

/** Removes accents and signs that a simple handset lacks. */
function asciiOf(text: string): string {
  return toGsm7(text)
    .normalize('NFKD')
    .replace(/[^\u0020-\u007e]/gu, '')
    .trim();
}

function shortName(name: string): string {
  return shortened(name, LONGEST.name - 1) || NAMELESS;
}
