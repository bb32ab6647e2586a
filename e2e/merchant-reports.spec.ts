import type { Page } from '@playwright/test';
import { savedFile } from './helpers/saved-file.ts';
import { SALES, sell } from './helpers/sales.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const REPORTS = '/merchant/dashboard/reports';
const SUPPORT = '/merchant/dashboard/support';

test('S112 reports add up a period by day, hour and staff, and save each as CSV', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Hesabu');
  await signInAtShop(page, shop.merchantCode, REPORTS);
  await expect(page.getByRole('heading', { name: 'Nothing was redeemed in this period' })).toBeVisible();
  await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES);
  await page.reload();
  await expect(page.locator('.stats > div').first()).toHaveText(/Sales.*KES.*870/u);
  await expect(page.getByRole('table', { name: 'Sales by day' }).locator('tbody tr')).toHaveText([
    /3.*KES\s870/u,
  ]);
  for (const [by, label] of [
    ['day', 'By day'],
    ['hour', 'By hour'],
    ['staff', 'By staff'],
  ] as const) {
    await page.getByRole('button', { name: label }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`^Sales by ${by}`, 'u') })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    const csv = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
    expect(csv.name).toMatch(new RegExp(`^sales-by-${by}-\\d{4}-\\d{2}-\\d{2}\\.csv$`, 'u'));
  }
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was redeemed in this period' })).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('01/01/2020');
  await expect(page.getByText('Please choose a period of at most one year.')).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
});

test.describe('without a network', () => {
  test.use({ expectedComplaints: /ERR_FAILED/u });

  test('S114 help is found by everyday words, and a letter that could not be sent keeps its text', async ({
    page,
    world,
  }) => {
    const shop = await openShop(world, 'Duka la Msaada');
    await signInAtShop(page, shop.merchantCode, SUPPORT);
    await page.getByLabel('Search help').fill('refund');
    await page.getByText('How do I take a redemption back?').click();
    await expect(page.getByText('The owner or a manager can reverse a whole redemption')).toBeVisible();
    await page.getByLabel('Search help').fill('zebra');
    await page.getByRole('button', { name: 'Show all answers' }).click();
    await expect(page.getByText('Why does my system receive no webhooks?')).toBeVisible();

    await page.getByLabel('Subject').fill('Wrong amount');
    await page.getByLabel('Message').fill('I took 100 instead of 1,000.');
    await page.route('**/api/merchants/v1/support', (route) => route.abort());
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('What you wrote is still here.')).toBeVisible();
    await page.unroute('**/api/merchants/v1/support');
    await page.reload();
    await expect(page.getByLabel('Message')).toHaveValue('I took 100 instead of 1,000.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Your message was sent' })).toBeFocused();
    const [copy] = await world.sandbox.mail(shop.contactEmail, /I took 100 instead of 1,000\./u);
    expect(copy).toBeDefined();
    await page.getByRole('button', { name: 'Write another message' }).click();
    await expect(page.getByLabel('Message')).toHaveValue('');
  });
});

function rows(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > tbody > tr');
}
