import { maskEmail, maskMsisdn, normaliseMsisdn } from '@zawadi/contract';

/** Phone numbers in any usual spelling, within a text. */
export const PHONE_IN_TEXT =
  /(?<![0-9A-Za-z])(?:\+?254[ -]?|0)?[17]\d{2}[ -]?\d{3}[ -]?\d{3}(?![0-9A-Za-z])/gu;
/** M-PESA's ID of a prompt (CheckoutRequestID) ends with the payer's number: time, milliseconds, subscriber. */
const CHECKOUT_ID = /(?<=ws_CO_\d{17})[17]\d{8}(?!\d)/giu;
// Local parts of email addresses are no longer. Without this limit, a long text would take quadratic time.
export const EMAIL_IN_TEXT = /[^\s@"<>]{1,64}@[^\s@"<>]+/gu;

/** Masks the phone numbers and email addresses in a text, so that a person is recognised but cannot be contacted. */
export function maskContacts(text: string): string {
  return text
    .replaceAll(EMAIL_IN_TEXT, maskEmail)
    .replaceAll(PHONE_IN_TEXT, (typed) => maskMsisdn(normaliseMsisdn(typed) ?? typed))
    .replaceAll(CHECKOUT_ID, (subscriber) => maskMsisdn(`254${subscriber}`).slice(3));
}

/** Masks the contacts in all texts of a JSON value. M-PESA also writes phone numbers as JSON numbers. */
export function maskContactsWithin(value: unknown): unknown {
  if (typeof value === 'string') return maskContacts(value);
  if (typeof value === 'number')
    return /^254[17]\d{8}$/u.test(String(value)) ? maskMsisdn(String(value)) : value;
  if (Array.isArray(value)) return value.map(maskContactsWithin);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskContactsWithin(field)]));
}
