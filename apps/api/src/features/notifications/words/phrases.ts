import { formatKes, type FailureReason } from '@zawadi/contract';
import type { Language } from '../templates.ts';

/** `KES 1,234` with a plain space, because a no-break space is not in the alphabet of SMS. */
export function kes(amountShillings: number): string {
  return formatKes(amountShillings).replace('\u00a0', ' ');
}

const days: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-KE', { dateStyle: 'long', timeZone: 'Africa/Nairobi' }),
  sw: new Intl.DateTimeFormat('sw-KE', { dateStyle: 'long', timeZone: 'Africa/Nairobi' }),
};

/** The day in Nairobi, written out. */
export function day(date: Date, language: Language): string {
  return days[language].format(date);
}

const NAME_LENGTH = 24;

/**
 * A name as it may stand in an SMS of ours: short, and without what would make a link or a sentence of it, because
 * people trust the sender of these messages.
 * @param fallback when nothing is left of the name
 */
export function smsName(name: string, fallback: string): string {
  const plain = name
    .replace(/[.](?=\S)|[^\p{L}\p{M}\p{N} .,'’&-]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const symbols = [...plain];
  return symbols.length <= NAME_LENGTH
    ? plain || fallback
    : `${symbols.slice(0, NAME_LENGTH).join('').trimEnd()}.`;
}

/** Why a withdrawal failed, as the rest of a sentence. */
export const whyFailed: Record<Language, Record<FailureReason, string>> = {
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
    cancelled_by_user: 'ilighairiwa',
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
