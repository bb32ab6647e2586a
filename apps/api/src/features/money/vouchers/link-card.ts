import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cloth, shillingsOf, shortened, type Cloth } from '@zawadi/contract';
import type { Font } from 'fontkit';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';
import { spellingsOf } from '../../../platform/spellings.ts';
import { findByClaimToken } from './find-voucher.ts';
import { shownGift } from './shown-gift.ts';
import { isAmountShown } from './store.ts';

/**
 * Preview card of a claim link, as messengers show it. Never has the code or the recipient, and has the amount only
 * if the buyer chose so.
 */
export type LinkCard = { title: string; cloth: Cloth };

const { resolve } = createRequire(import.meta.url);

/** Position of the title on the web app's `cards` pictures, in pixels. Small previews crop to the middle square. */
const WORDS = { middleX: 600, baselineY: 502, largest: 58, widest: 630 };
const LONGEST_SENDER = 40;

/**
 * Reads the card of a claim link. Does not open the gift, because WhatsApp fetches the card for the person who
 * forwards the link.
 * @returns undefined if the link belongs to no delivered gift
 */
export async function readLinkCard(
  { db }: Pick<Deps, 'db'>,
  claimToken: string,
): Promise<LinkCard | undefined> {
  try {
    const voucher = await findByClaimToken(db, claimToken);
    const gift = (await isAmountShown(db, voucher.id)) ? `a gift of ${kes(voucher.faceCents)}` : 'a gift';
    return { title: cardTitle(voucher, gift), cloth: cloth.parse(voucher.cloth) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Makes the card's title; names a person by the first name only. */
export function cardTitle(voucher: Parameters<typeof shownGift>[0], gift: string): string {
  const { senderName } = shownGift(voucher);
  const sender = voucher.issuerMerchantId === null ? (senderName.split(' ')[0] ?? senderName) : senderName;
  return `${shortened(sender, LONGEST_SENDER)} sent you ${gift}`;
}

function kes(cents: bigint): string {
  return `KES ${shillingsOf(cents).toLocaleString('en-KE')}`;
}

// One at a time: a card takes a core for 0.1 s, and WhatsApp caches it.
const semaphore = createSemaphore({ atOnce: 1, waitingAtMost: 20, retryAfterSeconds: 5 });

let fonts: Font[] | undefined;

/**
 * Draws the title onto the picture of the voucher's cloth.
 * @param picture path of a PNG file, 1200 × 630
 * @returns a PNG
 * @throws Refusal overloaded
 */
export function drawLinkCard(title: string, picture: string): Promise<Buffer> {
  return semaphore(() => draw(title, picture));
}

async function draw(title: string, picture: string): Promise<Buffer> {
  // Loads the libraries with the first card, because many processes never draw a card.
  const [{ default: sharp }, { create }] = await Promise.all([import('sharp'), import('fontkit')]);
  fonts ??= ['latin', 'latin-ext'].map((alphabet) => {
    const file = resolve(`@fontsource/funnel-display/files/funnel-display-${alphabet}-700-normal.woff`);
    return create(readFileSync(file)) as Font;
  });
  const words = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${pathsOf(title, fonts)}</svg>`,
  );
  return sharp(picture)
    .composite([{ input: words }])
    .png({ palette: true, colours: 128 })
    .toBuffer();
}

/** Draws the title as outlines, which need no system fonts. Drops letters that no font file has. */
function pathsOf(title: string, fonts: readonly Font[]): string {
  let x = 0;
  let height = 1;
  const outlines: string[] = [];
  for (const character of title.normalize('NFC')) {
    const found = spellingsOf(character)
      .flatMap((spelling) => fonts.map((font) => ({ font, spelling })))
      .find(({ font, spelling }) => canSpell(font, spelling));
    if (!found) continue;
    height = found.font.unitsPerEm;
    // `layout` gives the position of an accent on its letter.
    const { glyphs, positions } = found.font.layout(found.spelling);
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      outlines.push(`<path transform="translate(${x + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`);
      x += xAdvance;
    }
  }
  const size = Math.min(WORDS.largest, (WORDS.widest * height) / x);
  const scale = size / height;
  const left = WORDS.middleX - (x * scale) / 2;
  const place = `translate(${left} ${WORDS.baselineY}) scale(${scale} ${-scale})`;
  return `<g fill="#1d1a12" transform="${place}">${outlines.join('')}</g>`;
}

function canSpell(font: Font, spelling: string): boolean {
  return (
    spelling !== '' &&
    Array.from(spelling).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  );
}
