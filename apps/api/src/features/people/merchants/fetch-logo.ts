import {
  addressOf,
  isPictureUrl,
  LOGO_IS_A_PICTURE,
  PICTURE_BYTES_AT_MOST,
  PICTURE_MEDIA_TYPES,
  readLogo,
} from '@zawadi/contract';
import type { Config } from '../../../config/config.ts';
import { randomToken } from '../../../platform/crypto/keys.ts';
import { getPublicly, type PostAnswer } from '../../../platform/net/post-publicly.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { shrinkPicture } from '../../../platform/shrink-picture.ts';

const FETCH_WITHIN_MS = 8_000;
const FIELD = 'brandingConfig.logoUrl';

/** A picture as we store it, and the random name in its URL. */
export type Logo = { name: string; logoUrl: string; webp: Buffer };

/**
 * Fetches the picture at a logo URL that an administrator gave. Call it outside transactions. Follows no redirect and
 * refuses private addresses, large files and other types of file.
 * @returns undefined if the URL is not one to fetch: empty, or a logo that we store
 * @throws Refusal `logo_not_fetched`, `picture_unreadable`, `overloaded`
 */
export async function fetchLogo(
  config: Pick<Config, 'provider' | 'ownPorts'>,
  url: string,
): Promise<Logo | undefined> {
  if (!isPictureUrl(url)) return undefined;
  const answer = await getPublicly(url, {
    headers: { accept: PICTURE_MEDIA_TYPES.join(', '), 'user-agent': 'Zawadi-Logos/1.0' },
    timeoutMs: FETCH_WITHIN_MS,
    maxResponseBytes: PICTURE_BYTES_AT_MOST,
    allowsLoopback: config.provider === 'sandbox',
    ownPorts: config.ownPorts,
  });
  return logoOf(await shrunk(pictureIn(answer)));
}

/** Gives a picture a new random name. */
export function logoOf(webp: Buffer): Logo {
  const name = randomToken();
  return { name, logoUrl: addressOf(readLogo, { params: { name } }), webp };
}

/** Builds the refusal of a logo URL that is neither a picture on the web nor the merchant's own logo. */
export function unknownLogo(): Refusal {
  const fields = [{ path: FIELD, message: LOGO_IS_A_PICTURE }];
  return new Refusal('validation_failed', { fields }, LOGO_IS_A_PICTURE);
}

function pictureIn(answer: PostAnswer): Buffer {
  if (answer.kind === 'forbidden') {
    throw notFetched(
      answer.reason === 'not https'
        ? 'Please use a logo address that begins with https://.'
        : 'The logo address leads into a private network. Please use one that the open internet can reach.',
    );
  }
  if (answer.kind === 'failed') {
    throw notFetched('No picture arrived from the logo address within 8 seconds. Please check the address.');
  }
  const { status, headers, body, isCut } = answer;
  if (status >= 300 && status < 400) {
    throw notFetched('The logo address leads to another address. Please use the address of the picture.');
  }
  if (status !== 200) throw notFetched('There is no picture at the logo address. Please check the address.');
  const type = String(headers['content-type']).split(';')[0]?.trim().toLowerCase();
  if (!PICTURE_MEDIA_TYPES.some((known) => known === type)) {
    throw notFetched('The logo address leads to no JPEG, PNG or WebP picture. Please use another picture.');
  }
  if (isCut) throw notFetched('The logo is larger than 5 MB. Please use a smaller picture.');
  return body;
}

async function shrunk(file: Buffer): Promise<Buffer> {
  try {
    return await shrinkPicture(file, { sidePixels: 512, fit: 'inside' });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'picture_unreadable') throw error;
    throw new Refusal('picture_unreadable', { fields: [{ path: FIELD, message: error.message }] });
  }
}

function notFetched(message: string): Refusal {
  return new Refusal('logo_not_fetched', { fields: [{ path: FIELD, message }] }, message);
}
