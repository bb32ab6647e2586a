import { z } from 'zod';
import { parseUrl } from './parse-url.ts';
import { trimmedEnds } from './pasted.ts';

/** Sentence for a logo URL that is neither a picture on the web nor the merchant's own logo. */
export const LOGO_IS_A_PICTURE =
  'Please enter the https address of a picture, or leave it empty: the merchant can upload a logo under Settings.';

const ownLogo = /^\/api\/merchants\/v1\/logos\/[\w.~-]+$/u;

/**
 * The https URL of a picture, which we fetch once and store: a picture on another site would tell that site who opens
 * a gift. The URL of the merchant's own logo keeps the logo. An empty text removes it.
 */
export const logoUrl = z
  .string()
  .overwrite(trimmedEnds)
  .max(500, { error: 'Please use at most 500 characters' })
  .refine((typed) => typed === '' || ownLogo.test(typed) || isPictureUrl(typed), {
    error: LOGO_IS_A_PICTURE,
  });

/** Returns whether a logo URL is one to fetch, and not a logo that we store. */
export function isPictureUrl(typed: string): boolean {
  const url = /[\s"<>]/u.test(typed) ? undefined : parseUrl(typed);
  // Only the sandbox fetches without TLS, and only from this machine.
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '';
}
