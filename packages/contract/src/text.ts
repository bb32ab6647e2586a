import { z } from 'zod';
import { normaliseMsisdn } from './format.ts';
import { addressWithin } from './pasted-address.ts';
import { isWellFormed, plainSymbols, trimmedEnds } from './pasted.ts';

export { coverMsisdn, formatMsisdn, maskEmail, maskMsisdn, normaliseMsisdn } from './format.ts';

// Control characters could corrupt mail headers and log lines. Direction overrides and invisible characters make one
// name look like another, or like none. The joiners U+200C and U+200D stay, because scripts and emoji need them.
const UNSAFE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/u;

const LINE_BREAK = /[\r\n\u0085\u2028\u2029]/u;

function plainText(maximumLength: number) {
  return z
    .string()
    .transform((value) => trimmedEnds(value.normalize('NFC')))
    .refine((value) => isWellFormed(value) && !UNSAFE.test(value), {
      error: 'This has characters we cannot store',
    })
    .refine((value) => [...value].length <= maximumLength, {
      error: `Please use at most ${maximumLength} characters`,
    });
}

/** One line that may be empty. */
export function singleLine(maximumLength: number) {
  return plainText(maximumLength).refine((value) => !LINE_BREAK.test(value) && !value.includes('\t'), {
    error: 'Please keep this on one line',
  });
}

/** One line with at least one character. */
export function requiredLine(maximumLength: number, error = 'Please fill in all required fields') {
  return singleLine(maximumLength).refine((value) => value.length > 0, { error });
}

/** The message of a gift: up to 300 characters, with line breaks allowed. */
export const giftMessage = plainText(300);

/** A letter to support: up to 4,000 characters, line breaks allowed. */
export const letterText = plainText(4_000).refine((value) => value.length > 0, {
  error: 'Please fill in all required fields',
});

/** An administrator's findings: up to 2,000 characters, line breaks allowed. */
export const noteText = plainText(2_000).refine((value) => value.length > 0, {
  error: 'Please write a note',
});

/** The subject of a letter: one line, 1 to 120 characters. */
export const subjectLine = requiredLine(120);

/** Area, street or building of a shop. It may be empty. */
export const placeText = singleLine(80);

/** One line of free text that may be empty. */
export const shortText = singleLine(200);

const METADATA_KEYS = 20;
const METADATA_BYTES = 2_048;

/**
 * Data that a merchant's system stores with an object, under keys of its own choice. At most 20 keys, each value one
 * line, 2 KB as JSON. Keys are sorted, so that equal metadata is equal text.
 */
export const metadata = z
  .record(requiredLine(40), singleLine(200))
  .transform((pairs) => Object.fromEntries(Object.entries(pairs).sort(([a], [b]) => (a < b ? -1 : 1))))
  .refine((pairs) => Object.keys(pairs).length <= METADATA_KEYS, {
    error: `Please use at most ${METADATA_KEYS} keys`,
  })
  .refine((pairs) => new TextEncoder().encode(JSON.stringify(pairs)).length <= METADATA_BYTES, {
    error: 'Please keep metadata below 2 KB',
  });

/** Metadata in answers. */
export const storedMetadata = z.record(z.string(), z.string());
export type Metadata = z.infer<typeof storedMetadata>;

/**
 * The wording of a message: one line (`line`), text with line breaks (`paragraphs`), or one line that may be empty
 * (`optional`).
 */
export function templateText(maximumLength: number, shape: 'line' | 'paragraphs' | 'optional') {
  if (shape === 'optional') return singleLine(maximumLength);
  if (shape === 'line') return requiredLine(maximumLength);
  return plainText(maximumLength).refine((value) => value.length > 0, {
    error: 'Please fill in all required fields',
  });
}

/** An email address, lower-cased, at most 254 characters; also accepts `mailto:…` or `Brian <brian@x.example>`. */
export const email = z
  .string()
  .transform(addressWithin)
  .pipe(singleLine(254))
  .transform((value) => value.toLowerCase())
  .refine((value) => z.email().safeParse(value).success, { error: 'Please enter a valid email address' });

/** An email address, or an empty text for a person without one. */
export const emailOrNone = z.union([z.literal(''), email], { error: 'Please enter a valid email address' });

/**
 * A Kenyan mobile number in any usual spelling (07…, 01…, 7…, 1…, +254…, 254…). It is normalised to 254 and nine
 * digits. Mobile numbers begin with 7 or 1.
 */
export const msisdn = z
  .string()
  .max(32, { error: 'Please enter a valid phone number, such as 254712345678' })
  .transform((value, context) => {
    const normalised = normaliseMsisdn(value);
    if (normalised === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'Please enter a valid phone number, such as 254712345678',
      });
      return z.NEVER;
    }
    return normalised;
  });

/**
 * The sign-in name of a consumer: an email address, or a verified phone number, normalised to 254XXXXXXXXX. An account
 * that began with a gift may have a verified number before it has an email address.
 */
export const consumerName = z
  .string()
  .max(254)
  .transform((typed, context) => {
    const parsed = email.safeParse(typed);
    const name = normaliseMsisdn(typed) ?? parsed.data;
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message: 'Please enter a valid email address' });
    return z.NEVER;
  });

const SHORTEST_PASSWORD = 8;

/** A new password. Several spaces count as one. The server also refuses passwords that are easy to guess. */
export const newPassword = z
  .string()
  .refine((value) => value.trim().replace(/\s+/gu, ' ').length >= SHORTEST_PASSWORD, {
    error: 'Password must be at least 8 characters',
  })
  .max(200, { error: 'Please use at most 200 characters' });

/** An existing password, which follows the rules of the day on which it was set. */
export const presentedPassword = z.string().min(1, { error: 'Please enter your password' }).max(200);

/** The six-digit code that we send by SMS or email. */
export const oneTimeCode = z
  .string()
  .overwrite((typed) => plainSymbols(typed).replace(/[\s-]/gu, ''))
  .regex(/^[0-9]{6}$/u, { error: 'Invalid verification code' });

/**
 * Proves the owner together with the password. It is a six-digit code of an authenticator app, or a recovery code: ten
 * symbols in two groups, which may be typed as look-alikes.
 */
export const secondFactor = z
  .string()
  .max(32, { error: 'Invalid verification code' })
  .transform((typed) => plainSymbols(typed).replace(/[\s-]/gu, '').toUpperCase())
  .transform((code) => (code.length === 6 ? code : code.replaceAll('O', '0').replace(/[IL]/gu, '1')))
  .refine((code) => /^(?:[0-9]{6}|[0-9A-HJKMNP-TV-Z]{10})$/u.test(code), {
    error: 'Invalid verification code',
  });

/** Languages of the product. */
export const language = z.enum(['en', 'sw']);

export type LanguageName = z.infer<typeof language>;

/** An id in lower case, as PostgreSQL writes it: names of accounts and idempotency keys contain ids. */
export const uuid = z.uuid({ error: 'This is not a valid reference' }).toLowerCase();

/** An opaque token that the API has issued, in base64url. */
export const opaqueToken = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[A-Za-z0-9._~-]+$/u, { error: 'This link is not valid' });

export const timestamp = z.iso.datetime({ offset: true });

/** `yyyy-MM-dd`. Year 0 is refused, because PostgreSQL has none. */
export const day = z.iso
  .date({ error: 'Please choose a day' })
  .refine((text) => !text.startsWith('0000-'), { error: 'Please choose a day' });

/** A point in time, or a day in Nairobi. */
export const momentOrDay = z.union([timestamp, day], {
  error: 'Please give a day (2026-12-31) or a moment with its offset (2026-12-31T18:00:00+03:00)',
});

/** Position at which the next page starts; opaque to clients. */
export const cursor = z.string().max(200);

/** A receipt of M-PESA's, such as UKK0000000. */
export const mpesaReceipt = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^[A-Z0-9]{10}$/u, { error: 'Please enter the ten characters of M-PESA’s receipt' });
