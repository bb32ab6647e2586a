import type { Page } from '@playwright/test';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo, TILL } from './helpers/till.ts';

test('a barcode scanner that types and presses Enter fills in the code, whichever element has the focus', async ({
  page,
  world,
  meet,
}) => {
  const buyer = await meet('Wairimu', 'Kariuki');
  const first = await giveTo(world, buyer, 'Grace', 'Wambui', 600);
  const second = await giveTo(world, buyer, 'Peter', 'Odhiambo', 700);
  const shop = await openShop(world, 'Soko Bora');
  await signInAtShop(page, shop.merchantCode, TILL);
  await page.getByRole('heading', { name: 'Redeem a voucher' }).click();
  await scanWithKeys(page, first.code);
  await expect(page.getByText('Grace W.')).toBeVisible();
  // While the amount field has the focus, the next customer's code must not be typed into it.
  await scanWithKeys(page, second.code);
  await expect(page.getByText('Peter O.')).toBeVisible();
  await expect(page.getByLabel('Take')).toHaveValue('');
  await page.getByRole('button', { name: /^All/u }).click();
  await page.getByRole('button', { name: /^Redeem KES/u }).click();
  await expect(page.getByText('Taken from Peter’s voucher')).toBeVisible();
  await scanWithKeys(page, first.code);
  await expect(page.getByText('Grace W.')).toBeVisible();
});

/** Sends keys with timestamps five milliseconds apart, even if the machine is too busy to send them that fast. */
async function scanWithKeys(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const startedAtMs = Date.now();
  const keys = [...Array.from(code, (text) => ({ key: text, text })), { key: 'Enter', text: '\r' }];
  await Promise.all(
    keys.flatMap((key, place) => {
      const timestamp = (startedAtMs + place * 5) / 1_000;
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, timestamp }),
      ];
    }),
  );
  await session.detach();
}
