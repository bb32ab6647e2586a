import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const SETTINGS = '/merchant/dashboard/settings';

test('S129 a shop previews its brand colour and logo before it saves them, and then sees them in the page’s frame', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Rangi');
  await signInAtShop(page, shop.merchantCode, SETTINGS);
  const colour = page.getByLabel('Brand colour', { exact: true });
  await colour.fill('#12');
  await expect(page.getByText('Please enter a colour such as #7c3a1d')).toBeVisible();
  await colour.fill('#ffd400');
  await expect(page.getByText('Dark text on it is easy to read.')).toBeVisible();
  await expect(page.locator('.brand-preview-selvage')).toHaveCSS('--brand', '#ffd400');
  await page.getByRole('button', { name: 'Save colour' }).click();
  await expect(page.getByText('Brand colour saved')).toBeVisible();
  const frame = page.locator('[data-area="merchant"]').first();
  await expect(frame).toHaveCSS('--brand', '#ffd400');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload logo' }).click();
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await (await choosing).setFiles(file);
  const crop = page.getByRole('dialog', { name: 'Your logo' });
  await crop.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await crop.getByRole('button', { name: 'Save logo' }).click();
  await expect(page.getByText('Logo saved')).toBeVisible();
  await expect(page.locator('.sidebar .who img')).toHaveAttribute('src', /\/api\/merchants\/v1\/logos\//u);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.locator('.sidebar .who img')).toHaveCount(0);
});
