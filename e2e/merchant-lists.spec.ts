import type { Page } from '@playwright/test';
import { savedFile } from './helpers/saved-file.ts';
import { payToPhone, SALES, sell, settle } from './helpers/sales.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const TRANSACTIONS = '/merchant/dashboard/transactions';
const SETTLEMENTS = '/merchant/dashboard/settlements';

test('S108 S109 scrolling loads the remaining sales, and a shop follows a settlement from its redemptions to the payout, also as CSV and PDF', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Malipo');
  const owner = await meet('Juma', 'Mwangi');
  await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES);
  await signInAtShop(page, shop.merchantCode, SETTLEMENTS);
  await expect(page.getByText('We do not know where to pay you.')).toBeVisible();
  await servePagesOfOne(page);
  await page.goto(TRANSACTIONS);
  await expect(rows(page)).toHaveText([/Hassan Abdi/u, /Grace Wambui/u, /Brian Otieno/u]);
  await expect(page.getByText('Showing 3 of 3')).toBeVisible();
  await page.goto(SETTLEMENTS);
  await payToPhone(world, shop, owner.phoneNumber);
  await page.reload();
  await expect(fact(page, 'Not yet in a batch')).toContainText(/KES\s870/u);
  await expect(page.getByRole('heading', { name: 'Upcoming pay-outs' })).toBeVisible();
  await expect(
    page
      .locator('.facts dt')
      .filter({ hasText: /\d{2}:00/u })
      .first(),
  ).toBeVisible();
  await settle(world, shop);
  await expect(async () => {
    await page.reload();
    await expect(rows(page).first()).toContainText('Completed', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(columns(page)).toHaveText([
    'Batch ID',
    'Amount',
    'Status',
    'Date',
    'Payout channel',
    'Transactions',
    'Processing fee',
  ]);
  await expect(page.getByText(/^Total fees KES\s8$/u)).toBeVisible();
  await expect(page.locator('.stats > div')).toHaveText([
    /Total Settled.*KES.*870/u,
    /Pending Settlements.*KES.*0/u,
    /Average Settlement.*\d+\.\d days/u,
  ]);
  for (const kind of ['CSV', 'PDF']) {
    const file = await savedFile(page, () => page.getByRole('button', { name: `Export ${kind}` }).click());
    expect(file.name).toMatch(new RegExp(`^settlements-\\d{4}-\\d{2}-\\d{2}\\.${kind.toLowerCase()}$`, 'u'));
    expect(file.content.toString('latin1')).toContain(kind === 'CSV' ? '870' : '%PDF-');
  }
  const batchId = (await rows(page).first().getByRole('link').textContent()) ?? '';
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: batchId })).toBeVisible();
  await expect(page.locator('.sum .total')).toHaveText(/You get\s*KES\s862/u);
  await expect(page.locator('.thread > li')).toHaveText([
    /Batch made/u,
    /Pay-out to M-PESA.*started/u,
    /Paid/u,
  ]);
  await expect(
    page.getByRole('table', { name: 'Transactions in this batch' }).locator('tbody tr'),
  ).toHaveCount(3);
  const statement = await savedFile(page, () => page.getByRole('button', { name: 'PDF statement' }).click());
  expect(statement.name).toBe(`settlement-${batchId}.pdf`);
  await page.getByRole('link', { name: 'Settlements', exact: true }).last().click();
  await page.getByLabel('Status').selectOption('Canceled');
  await expect(page.getByRole('heading', { name: 'No settlements found' })).toBeVisible();
});

/** Serves real pages of transactions with one entry each. */
async function servePagesOfOne(page: Page): Promise<void> {
  await page.route(/\/reports\/transactions(?:\?|$)/u, async (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('limit', '1');
    await route.continue({ url: String(address) });
  });
}

function rows(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > tbody > tr');
}

function columns(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > thead th');
}

function fact(page: Page, label: string) {
  return page.locator('.facts > div', { has: page.getByText(label, { exact: true }) }).locator('dd');
}
