import { Refusal } from './refusal.ts';
import { createSemaphore } from './semaphore.ts';

// A file of a few kilobytes may unfold into gigabytes; a photograph of a phone has up to 50 million pixels.
const PIXELS_AT_MOST = 50_000_000;
const FORMATS = new Set(['jpeg', 'png', 'webp']);

const semaphore = createSemaphore({ atOnce: 1, waitingAtMost: 20, retryAfterSeconds: 5 });

/**
 * Makes a picture small, turned the way the camera was held. Encoded again from its pixels, so that place, time, camera
 * and whatever else a file carries is gone.
 * @param size.sidePixels of the square it fills
 * @param size.fit `cover` cuts the square out of the middle; `inside` keeps all of the picture and never enlarges it
 * @returns WebP
 * @throws Refusal `picture_unreadable` for what is no JPEG, PNG or WebP, is broken or too large; `overloaded`
 */
export async function shrinkPicture(
  file: Uint8Array,
  size: { sidePixels: number; fit: 'cover' | 'inside' },
): Promise<Buffer> {
  const { sidePixels, fit } = size;
  return semaphore(async () => {
    // Loaded with the first picture, which an idle process never sees.
    const { default: sharp } = await import('sharp');
    // One thread and no memory of earlier pictures: a picture costs up to 200 MB while it is being read.
    sharp.concurrency(1);
    sharp.cache(false);
    try {
      const image = sharp(file, { limitInputPixels: PIXELS_AT_MOST, failOn: 'error', sequentialRead: true });
      const { format } = await image.metadata();
      if (!FORMATS.has(format)) throw new Refusal('picture_unreadable');
      return await image
        .autoOrient()
        .resize(sidePixels, sidePixels, { fit, withoutEnlargement: fit === 'inside' })
        .webp({ quality: 82 })
        .timeout({ seconds: 10 })
        .toBuffer();
    } catch {
      throw new Refusal('picture_unreadable');
    }
  });
}
