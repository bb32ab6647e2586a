import sharp from 'sharp';
import { Refusal } from '../../platform/refusal.ts';
import { createGate } from '../../platform/gate.ts';

const SIDE_PIXELS = 256;
// A file of a few kilobytes may unfold into gigabytes; a photograph of a phone has up to 50 million pixels.
const PIXELS_AT_MOST = 50_000_000;
const FORMATS = new Set(['jpeg', 'png', 'webp']);

// One thread and no memory of earlier pictures: a picture costs up to 200 MB while it is being read.
sharp.concurrency(1);
sharp.cache(false);
const gate = createGate({ atOnce: 1, waitingAtMost: 20, retryAfterSeconds: 5 });

/**
 * Cuts a square out of the middle, turned the way the camera was held. Made anew from its pixels, so that place,
 * time, camera and whatever else a file carries is gone.
 * @returns WebP of 256 × 256 pixels
 * @throws Refusal `picture_unreadable` for what is no JPEG, PNG or WebP, is broken or too large; `overloaded`
 */
export async function shrinkPicture(file: Uint8Array): Promise<Buffer> {
  return gate(async () => {
    try {
      const image = sharp(file, { limitInputPixels: PIXELS_AT_MOST, failOn: 'error', sequentialRead: true });
      const { format } = await image.metadata();
      if (!FORMATS.has(format)) throw new Refusal('picture_unreadable');
      return await image
        .autoOrient()
        .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'cover' })
        .webp({ quality: 82 })
        .timeout({ seconds: 10 })
        .toBuffer();
    } catch {
      throw new Refusal('picture_unreadable');
    }
  });
}
