import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { encode } from 'uqr';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { hasWholeBrowser, wholeBrowser } from './helpers/whole-browser.ts';

const TILL = '/merchant/dashboard/redeem';
const PICTURE = join(mkdtempSync(join(tmpdir(), 'zawadi-camera-')), 'camera.y4m');

test.use({
  permissions: ['camera'],
  launchOptions: wholeBrowser(
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${PICTURE}`,
  ),
});

test('S99 the till reads the QR code of a voucher and switches the camera off', async ({
  page,
  world,
  meet,
}) => {
  test.skip(!hasWholeBrowser, 'This browser has no camera.');
  const recipient = newPerson('Zawadi', 'Mwende');
  const buyer = await meet('Kioko', 'Mutisya');
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Asante', cloth: 'asante' });
  const { code } = await readGift(world, recipient);
  const shop = await openShop(world, 'Duka la Picha');
  await signInAtShop(page, shop.merchantCode, TILL);
  hold('https://example.test/menu');
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByText('This is a different QR code.')).toBeVisible();
  await page.getByRole('button', { name: 'Type the code instead' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  hold(code);
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByText('Zawadi M.')).toBeVisible();
  await expect(page.getByLabel('Take')).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
});

const [WIDTH, HEIGHT] = [640, 480];
const MODULE_PIXELS = 10;

/** Shows a QR code to the fake camera: a raw video of one grey frame, which Chromium plays in a loop. */
function hold(text: string): void {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, 0xeb);
  const [left, top] = [(WIDTH - size * MODULE_PIXELS) / 2, (HEIGHT - size * MODULE_PIXELS) / 2];
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue;
      for (let line = 0; line < MODULE_PIXELS; line += 1) {
        const start = (top + y * MODULE_PIXELS + line) * WIDTH + left + x * MODULE_PIXELS;
        luma.fill(0x10, start, start + MODULE_PIXELS);
      }
    }
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 0x80);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`);
  writeFileSync(PICTURE, Buffer.concat([header, frame, frame]));
}
