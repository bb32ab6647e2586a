import {
  shortened,
  shownAddress as plainAddress,
  shownBusiness,
  shownPerson,
  shownQuote,
  type LanguageName,
} from '@zawadi/contract';
import { toGsm7 } from './gsm7.ts';

/** Who reads a value, and beside which other facts. */
export type Reading = { language: LanguageName; channel: 'sms' | 'email' | 'push'; facts: object };

export type Fold<T> = (value: T, reading: Reading) => T;
type Fallback = Record<LanguageName, string>;

/** Beside our own words in an SMS of one part, and on a locked screen. */
const SHORT_NAME = 24;
const SHORT_QUOTE = 60;

export function foldPerson(fallback: Fallback): Fold<string> {
  return (name, reading) => folded(name, shownPerson, reading) || fallback[reading.language];
}

export function foldBusiness(fallback: Fallback): Fold<string> {
  return (name, reading) => folded(name, shownBusiness, reading) || fallback[reading.language];
}

/** Of a gift: a person, or the shop that made it. */
export function foldGiver(fallback: Fallback): Fold<string> {
  return (name, reading) => {
    const isShop = 'isOfOneShop' in reading.facts && reading.facts.isOfOneShop === true;
    return folded(name, isShop ? shownBusiness : shownPerson, reading) || fallback[reading.language];
  };
}

function folded(name: string, shown: (name: string) => string, { channel }: Reading): string {
  if (channel === 'email') return shown(name);
  // What the alphabet of SMS makes of a sign may be a digit or a dot, so it is looked at again.
  const plain = channel === 'sms' ? shown(toGsm7(shown(name))) : shown(name);
  return shortened(plain, SHORT_NAME);
}

// Each of these counts twice in an SMS.
const COSTLY = /[\^{}\\[\]~|€]/gu;

/** The whole text is in the mail and on the screen. */
export const foldQuote: Fold<string> = (message, { channel }) => {
  const plain = shownQuote(message);
  if (channel === 'email') return plain;
  const line = (text: string) => text.replace(COSTLY, ' ').replace(/\s+/gu, ' ').trim();
  return shortened(channel === 'sms' ? shownQuote(line(toGsm7(plain))) : line(plain), SHORT_QUOTE);
};

export const shownAddress: Fold<string> = (address) => plainAddress(address);
