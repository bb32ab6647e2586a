import { plainSymbols } from './pasted.ts';

// In a file without schemas, so that a screen that only shows money and numbers does not load the schema library.

/** Converts whole shillings to cents. Throws a RangeError for anything that is not a safe integer. */
export function centsOf(amountShillings: number): bigint {
  if (!Number.isSafeInteger(amountShillings)) throw new RangeError(`not whole shillings: ${amountShillings}`);
  return BigInt(amountShillings) * 100n;
}

/** Converts cents to whole shillings, and cuts off the cents: no API carries them. */
export function shillingsOf(amountCents: bigint): number {
  return Number(amountCents / 100n);
}

let kes: Intl.NumberFormat | undefined;

/** Formats `KES 1,234`: code first, a no-break space, thousands separators, no decimals. */
export function formatKes(amountShillings: number): string {
  kes ??= new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });
  return `KES\u00a0${kes.format(amountShillings)}`;
}

const DAY_MS = 86_400_000;

/** Formats a coming time in Nairobi: `Tuesday 11:00`; with its date if it is a week ahead or more. */
export function formatComing(moment: Date, now: Date): string {
  const isFar = moment.getTime() - now.getTime() >= 6 * DAY_MS;
  const inNairobi = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', ...options }).format(moment);
  const day = inNairobi({ weekday: 'long', ...(isFar && { day: 'numeric', month: 'long' }) });
  return `${day} ${inNairobi({ hour: '2-digit', minute: '2-digit' })}`;
}

/**
 * Normalises a phone number to 254XXXXXXXXX; undefined if it is not a Kenyan mobile number. Accepts numbers as typed or
 * pasted: with marks and dashes, as `tel:`, dialled from abroad (`00254`), with an extra 0 (`+254 (0) 712`).
 */
export function normaliseMsisdn(typed: string): string | undefined {
  const compact = plainSymbols(typed)
    .replace(/^tel:/iu, '')
    .replace(/[\s().-]/gu, '');
  const [, subscriber] = /^(?:(?:\+|0{1,3})?2540?|0)?([17][0-9]{8})$/u.exec(compact) ?? [];
  return subscriber && `254${subscriber}`;
}

/** Formats a phone number as people in Kenya read it: `0712 345 678`. */
export function formatMsisdn(number: string): string {
  const local = number.replace(/^254/u, '0');
  return local.length === 10 ? `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}` : number;
}

/** Covers a phone number for people who have not proven that the number is theirs: `07•• ••• 678`. */
export function coverMsisdn(number: string): string {
  return `${number.replace(/^254/u, '0').slice(0, 2)}•• ••• ${number.slice(-3)}`;
}

/** Masks a phone number: `2547****678` is enough to recognise it, but not to use it. */
export function maskMsisdn(number: string): string {
  return `${number.slice(0, 4)}****${number.slice(-3)}`;
}

/** Masks an email address: `a***@zawadi.test` is enough to recognise one's own. */
export function maskEmail(address: string): string {
  return address.replace(/^(.)[^@]*/u, '$1***');
}
