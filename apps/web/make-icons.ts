// Draws the icons of the installed app from the mark: `node apps/web/make-icons.ts`, whenever the mark changes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const PUBLIC = join(import.meta.dirname, 'public');
const TEAL = '#0a5a50';
const CREAM = '#f6f3ec';

const mark = await readFile(join(PUBLIC, 'cloth/mark.svg'));
const markOnCloth = await readFile(join(PUBLIC, 'cloth/mark-on-cloth.svg'));

await draw('192.png', { mark, size: 192, share: 1 });
await draw('512.png', { mark, size: 512, share: 1 });
// Maskable: devices crop this one to their own shape, and only the inner four fifths are always visible.
await draw('maskable-512.png', { mark: markOnCloth, size: 512, share: 0.56, ground: TEAL });
// Android shows this one next to the clock, and draws only its opaque pixels.
const badge = Buffer.from(
  mark
    .toString('utf8')
    .replaceAll(/fill="#[0-9a-f]+"/gu, 'fill="#fff"')
    .replace(/<path [^>]*d="(M20 7[^"]+)"[^>]*>[^]*<\/svg>/u, '</svg>')
    .replace(/ d="([^"]+z)"/u, ' fill-rule="evenodd" d="$1M20 10 30 20 20 30 10 20z"'),
);
await draw('badge-96.png', { mark: badge, size: 96, share: 0.9 });
await draw('apple-touch-180.png', { mark, size: 180, share: 0.8, ground: CREAM });

type Drawing = { mark: Buffer; size: number; share: number; ground?: string };

async function draw(name: string, { mark: drawing, size, share, ground }: Drawing): Promise<void> {
  const inner = Math.round(size * share);
  const top = await sharp(drawing, { density: (72 * inner) / 40 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: top, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(PUBLIC, 'icons', name));
}
