import {
  shortened,
  shownAddress as plainAddress,
  shownBusiness,
  shownPerson,
  shownQuote,
  type LanguageName,
} from '@zawadi/contract';
import { toGsm7 } from './gsm7.ts';

/** Language and channel of the reader, and the other facts of the message. */
export type Reading = { language: LanguageName; channel: 'sms' | 'email' | 'push'; facts: object };

export type Fold<T> = (value: T, reading: Reading) => T;
type Fallback = Record<LanguageName, string>;

/** Limits in an SMS of one part, and on a locked screen. */
const SHORT_NAME = 24;
const SHORT_QUOTE = 60;

export function foldPerson(fallback: Fallback): Fold<string> {
  return (name, reading) => folded(name, shownPerson, reading) || fallback[reading.language];
}

export function foldBusiness(fallback: Fallback): Fold<string> {
  return (name, reading) => folded(name, shownBusiness, reading) || fallback[reading.language];
}

/** Makes the giver of a gift safe to read: a person, or the shop that made it. */
export function foldGiver(fallback: Fallback): Fold<string> {
  return (name, reading) => {
    const isShop = 'isOfOneShop' in reading.facts && reading.facts.isOfOneShop === true;
    return folded(name, isShop ? shownBusiness : shownPerson, reading) || fallback[reading.language];
  };
}

function folded(name: string, shown: (name: string) => string, { channel }: Reading): string {
  if (channel === 'email') return shown(name);
  // Converting a character to the SMS alphabet may produce a digit or a dot, so the result is checked again.
  const plain = channel === 'sms' ? shown(toGsm7(shown(name))) : shown(name);
  return shortened(plain, SHORT_NAME);
}

// Each of these characters counts twice in an SMS.
const COSTLY = /[\^{}\\[\]~|€]/gu;

/** The full text is in the mail and on the screen. */
export const foldQuote: Fold<string> = (message, { channel }) => {
  const plain = shownQuote(message);
  if (channel === 'email') return plain;
  const line = (text: string) => text.replace(COSTLY, ' ').replace(/\s+/gu, ' ').trim();
  return shortened(channel === 'sms' ? shownQuote(line(toGsm7(plain))) : line(plain), SHORT_QUOTE);
};

export const shownAddress: Fold<string> = (address) => plainAddress(address);
