import { type FailureReason, formatKes, type LanguageName } from '@zawadi/contract';
import { toGsm7 } from '../gsm7.ts';

/** `KES 1,234` with a plain space, because a no-break space is not in the alphabet of SMS. */
export function kes(amountShillings: number): string {
  return formatKes(amountShillings).replace('\u00a0', ' ');
}

/** The day in Nairobi, written out. */
export function day(date: Date, language: LanguageName): string {
  return inWords(date, language, { dateStyle: 'long' });
}

/** @param month `yyyy-MM` */
export function monthText(month: string, language: LanguageName): string {
  return inWords(new Date(`${month}-15`), language, { month: 'long', year: 'numeric' });
}

/** Day and hour in Nairobi. */
export function dayAndHour(date: Date, language: LanguageName): string {
  return inWords(date, language, { dateStyle: 'long', timeStyle: 'short' });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format takes long to make and a few hundred kilobytes: each is made when it is first needed, and kept. */
function inWords(date: Date, language: LanguageName, style: Intl.DateTimeFormatOptions): string {
  const key = [language, ...Object.keys(style)].join(' ');
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(`${language}-KE`, { ...style, timeZone: 'Africa/Nairobi' });
  formats.set(key, format);
  return format.format(date);
}

const NAME_LENGTH = 24;
const ENDS_IN_LINK = /[.](?=\S)/gu;
const PHONE_NUMBER = /[0-9][0-9 -]{4,}/gu;
const NOT_IN_A_NAME = /[^\p{L}0-9 .,'&-]/gu;

/**
 * A name as it may stand in our SMS: short, and without what would make a link, a number to call or a sentence
 * of it, because people trust the sender of these messages.
 * @param fallback when nothing is left of the name
 */
export function smsName(name: string, fallback: string): string {
  return plainText(name, NAME_LENGTH) ?? fallback;
}

/**
 * What a person has written as it may stand in our SMS, by the same rule as a name.
 * @param length characters at most
 * @returns undefined when nothing is left of it
 */
function plainText(written: string, length: number): string | undefined {
  const plain = toGsm7(written)
    .replace(ENDS_IN_LINK, ' ')
    .replace(PHONE_NUMBER, ' ')
    .replace(NOT_IN_A_NAME, ' ')
    .replace(/ {2,}/gu, ' ')
    .trim();
  if (!/[\p{L}0-9]/u.test(plain)) return undefined;
  return plain.length <= length ? plain : `${plain.slice(0, length).trimEnd()}.`;
}

const QUOTE_LENGTH = 70;

/** What a person has written, as much of it as fits beside our own copy. */
export function smsQuote(message: string): string | undefined {
  return plainText(message, QUOTE_LENGTH);
}

/** At the end of an SMS. */
export function receipt(label: string, code: string | undefined): string {
  return code === undefined ? '' : ` ${label} ${code}.`;
}

/** Among the figures of an email. */
export function present(label: string, value: string | undefined): { label: string; value: string }[] {
  return value === undefined ? [] : [{ label, value }];
}

/** `− KES 250`, with a true minus: a fee in an email. */
export function minusKes(amountShillings: number): string {
  return `−\u00a0${formatKes(amountShillings)}`;
}

export const NOT_YOU = {
  en: 'If this was not you, set a new password with “Forgot password” at once and write to support.',
  sw: 'Kama si wewe, weka nenosiri jipya mara moja kwa “Umesahau nenosiri” na uandikie huduma kwa wateja.',
};

export const NOT_YOU_PUSH = {
  en: 'Not you? Change your password.',
  sw: 'Si wewe? Badilisha nenosiri lako.',
};

/** Why a withdrawal failed, as the rest of a sentence. */
export const whyFailed: Record<LanguageName, Record<FailureReason, string>> = {
  en: {
    cancelled_by_user: 'it was cancelled',
    insufficient_funds: 'M-PESA could not pay it out',
    wrong_pin: 'the PIN was wrong',
    expired: 'M-PESA did not answer in time',
    unreachable: 'the phone could not be reached',
    limit_exceeded: 'an M-PESA limit was reached',
    recipient_not_on_mpesa: 'the number is not on M-PESA',
    recipient_limit: 'the M-PESA account cannot take more',
    provider_error: 'M-PESA had a problem',
  },
  sw: {
    cancelled_by_user: 'ombi lilighairiwa',
    insufficient_funds: 'M-PESA haikuweza kulipa',
    wrong_pin: 'PIN haikuwa sahihi',
    expired: 'M-PESA haikujibu kwa wakati',
    unreachable: 'simu haikupatikana',
    limit_exceeded: 'kikomo cha M-PESA kimefikiwa',
    recipient_not_on_mpesa: 'nambari haiko kwenye M-PESA',
    recipient_limit: 'akaunti ya M-PESA haiwezi kupokea zaidi',
    provider_error: 'M-PESA ilikuwa na hitilafu',
  },
};
