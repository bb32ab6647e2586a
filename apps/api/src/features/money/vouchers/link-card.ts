import { cloth, shillingsOf, shortened, type Cloth } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';
import { fontOf, printable, runsOf } from '../../../platform/typeface/runs.ts';
import { findByClaimToken } from './find-voucher.ts';
import { shownGift } from './shown-gift.ts';
import { isAmountShown } from './store.ts';

/**
 * Preview card of a claim link, as messengers show it. Never has the code or the recipient, and has the amount only
 * if the buyer chose so.
 */
export type LinkCard = { title: string; cloth: Cloth };

/** Position of the title on the web app's `cards` pictures, in pixels. Small previews crop to the middle square. */
const WORDS = { middleX: 600, baselineY: 502, largest: 58, widest: 630 };
const LONGEST_SENDER = 40;
const SENT = 'sent you';
/** Units of a letter's height, in which outlines of all typefaces are drawn. */
const UNITS = 1_000;

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
  return `${shortened(sender, LONGEST_SENDER)} ${SENT} ${gift}`;
}

function kes(cents: bigint): string {
  return `KES ${shillingsOf(cents).toLocaleString('en-KE')}`;
}

// One at a time: a card takes a core for 0.1 s, and WhatsApp caches it.
const semaphore = createSemaphore({ atOnce: 1, waitingAtMost: 20, retryAfterSeconds: 5 });

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
  // Loads the library with the first card, because many processes never draw a card.
  const { default: sharp } = await import('sharp');
  const words = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${pathsOf(drawnTitle(title))}</svg>`,
  );
  return sharp(picture)
    .composite([{ input: words }])
    .png({ palette: true, colours: 128 })
    .toBuffer();
}

/** Leaves out a name in a script that our typefaces lack. */
function drawnTitle(title: string): string {
  const drawn = printable(title, '').trim();
  return drawn.startsWith(SENT) ? `Someone ${drawn}` : drawn;
}

/** Draws the title as outlines, which need no system fonts. */
function pathsOf(title: string): string {
  let x = 0;
  const outlines: string[] = [];
  for (const { file, text } of runsOf(title, 'strong', 'ltr')) {
    const font = fontOf(file);
    const ratio = UNITS / font.unitsPerEm;
    // `layout` joins the letters of Arabic, and gives the position of an accent on its letter.
    const { glyphs, positions } = font.layout(text);
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      const place = `translate(${x + xOffset * ratio} ${yOffset * ratio}) scale(${ratio})`;
      outlines.push(`<path transform="${place}" d="${glyph.path.toSVG()}"/>`);
      x += xAdvance * ratio;
    }
  }
  const size = Math.min(WORDS.largest, (WORDS.widest * UNITS) / x);
  const scale = size / UNITS;
  const left = WORDS.middleX - (x * scale) / 2;
  const place = `translate(${left} ${WORDS.baselineY}) scale(${scale} ${-scale})`;
  return `<g fill="#1d1a12" transform="${place}">${outlines.join('')}</g>`;
}
