import { z } from 'zod';
import { trimmedEnds } from './pasted.ts';

// In a file apart from `text.ts`, which every screen loads.

const LINK_TOKEN = /^[\w-]+/u;

/** 24 bytes in base64url. */
const CLAIM_TOKEN = /^[\w-]{32}/u;

/** Returns the token from the end of a link, without text that a sentence, a chat or a mail program added after it. */
function linkTokenIn(pasted: string): string {
  const token = trimmedEnds(pasted);
  return LINK_TOKEN.exec(token)?.[0] ?? token;
}

/** Returns the token of a gift's link. Its length is fixed, so a dash or letter after the token is cut off, too. */
export function claimTokenIn(pasted: string): string {
  const token = linkTokenIn(pasted);
  return CLAIM_TOKEN.exec(token)?.[0] ?? token;
}

/** The token of a link in an email, as pasted. */
export const linkToken = z
  .string()
  .max(4096)
  .overwrite(linkTokenIn)
  .regex(/^[\w-]+$/u, { error: 'This link is not valid' });

/** The token of a gift's link, as pasted. */
export const claimToken = linkToken.overwrite(claimTokenIn);
