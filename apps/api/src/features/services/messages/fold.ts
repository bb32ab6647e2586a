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

/** Longest name and message in an SMS of one part and on a locked screen. */
const SHORT_NAME = 24;
const SHORT_QUOTE = 60;

export function foldPerson(fallback: Fallback): Fold<string> {
  return (name, reading) => folded(name, shownPerson, reading) || fallback[reading.language];
}

export function foldBusiness(fallback: Fallback): Fold<string> {
  return (name, reading) => folded(name, shownBusiness, reading) || fallback[reading.language];
}

/** Makes the name of a gift's sender safe to show: a person, or the shop that made the voucher. */
export function foldGiver(fallback: Fallback): Fold<string> {
  return (name, reading) => {
    const isShop = 'isOfOneShop' in reading.facts && reading.facts.isOfOneShop === true;
    return folded(name, isShop ? shownBusiness : shownPerson, reading) || fallback[reading.language];
  };
}

function folded(name: string, shown: (name: string) => string, { channel }: Reading): string {
  if (channel === 'email') return shown(name);
  // The conversion to the SMS alphabet may produce a digit or a dot, so the result is made safe again.
  const plain = channel === 'sms' ? shown(toGsm7(shown(name))) : shown(name);
  return shortened(plain, SHORT_NAME);
}

// Each of these characters counts twice in an SMS.
const COSTLY = /[\^{}\\[\]~|€]/gu;

/** Makes a message safe to show. Shortens it in SMS and push; the full text is in the email and on the screen. */
export const foldQuote: Fold<string> = (message, { channel }) => {
  const plain = shownQuote(message);
  if (channel === 'email') return plain;
  const line = (text: string) => text.replace(COSTLY, ' ').replace(/\s+/gu, ' ').trim();
  return shortened(channel === 'sms' ? shownQuote(line(toGsm7(plain))) : line(plain), SHORT_QUOTE);
};

export const shownAddress: Fold<string> = (address) => plainAddress(address);
