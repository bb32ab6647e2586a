import { type FailureReason, formatKes, type LanguageName } from '@zawadi/contract';

/** Formats `KES 1,234` with a plain space, because the SMS alphabet has no no-break space. */
export function kes(amountShillings: number): string {
  return formatKes(amountShillings).replace('\u00a0', ' ');
}

/** Formats the day in Nairobi in words. */
export function day(date: Date, language: LanguageName): string {
  return inWords(date, language, { dateStyle: 'long' });
}

/** @param month `yyyy-MM` */
export function monthText(month: string, language: LanguageName): string {
  return inWords(new Date(`${month}-15`), language, { month: 'long', year: 'numeric' });
}

/** Formats day and hour in Nairobi. */
export function dayAndHour(date: Date, language: LanguageName): string {
  return inWords(date, language, { dateStyle: 'long', timeStyle: 'short' });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a date in words. A formatter is slow to build and takes a few hundred kilobytes, so each formatter is built
 * only once.
 */
function inWords(date: Date, language: LanguageName, style: Intl.DateTimeFormatOptions): string {
  const key = [language, ...Object.keys(style)].join(' ');
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(`${language}-KE`, { ...style, timeZone: 'Africa/Nairobi' });
  formats.set(key, format);
  return format.format(date);
}

/** Returns the receipt, if there is one, for the end of an SMS. */
export function receipt(label: string, code: string | undefined): string {
  return code === undefined ? '' : ` ${label} ${code}.`;
}

/** Builds a row of an email's facts; returns no row without a value. */
export function present(label: string, value: string | undefined): { label: string; value: string }[] {
  return value === undefined ? [] : [{ label, value }];
}

/** Formats a fee in an email: `− KES 250`, with a true minus. */
export function minusKes(amountShillings: number): string {
  return `−\u00a0${formatKes(amountShillings)}`;
}

/** Warning next to words of another user, who may ask for the PIN in our name. */
export const NEVER_ASK = {
  en: 'We never ask for your PIN.',
  sw: 'Hatuombi PIN yako kamwe.',
};

export const NOT_YOU = {
  en: 'If this was not you, set a new password with “Forgot password” at once and write to support.',
  sw: 'Kama si wewe, weka nenosiri jipya mara moja kwa “Umesahau nenosiri” na uandikie huduma kwa wateja.',
};

export const NOT_YOU_PUSH = {
  en: 'Not you? Change your password.',
  sw: 'Si wewe? Badilisha nenosiri lako.',
};

/** Reason why a withdrawal failed, as the end of a sentence. */
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
    recipient_not_on_mpesa: 'namba haiko kwenye M-PESA',
    recipient_limit: 'akaunti ya M-PESA haiwezi kupokea zaidi',
    provider_error: 'M-PESA ilikuwa na hitilafu',
  },
};
