import { Refusal } from './refusal.ts';
import { createSemaphore } from './semaphore.ts';

// A file of a few kilobytes may decompress to gigabytes. A phone's photograph has up to 50 million pixels.
const PIXELS_AT_MOST = 50_000_000;
const FORMATS = new Set(['jpeg', 'png', 'webp']);

const semaphore = createSemaphore({ atOnce: 1, waitingAtMost: 20, retryAfterSeconds: 5 });

/**
 * Shrinks a picture and turns it upright. Encodes its pixels again, which removes location, time, camera and all
 * other metadata.
 * @param size.sidePixels side of the square into which it fits
 * @param size.fit `cover` crops a square from the centre; `inside` keeps the whole picture and never enlarges it
 * @returns WebP
 * @throws Refusal `picture_unreadable` if the file is no JPEG, PNG or WebP, is broken or too large; `overloaded`
 */
export async function shrinkPicture(
  file: Uint8Array,
  size: { sidePixels: number; fit: 'cover' | 'inside' },
): Promise<Buffer> {
  const { sidePixels, fit } = size;
  return semaphore(async () => {
    // Loaded with the first picture, so that other processes save its memory.
    const { default: sharp } = await import('sharp');
    // One thread and no cache, because decoding one picture takes up to 200 MB.
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
