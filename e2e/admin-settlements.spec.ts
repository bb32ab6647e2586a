import type { Page } from '@playwright/test';
import { inAnotherBrowser, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { payAtBank, sell } from './helpers/sales.ts';
import { savedFile } from './helpers/saved-file.ts';
import { openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const SETTLEMENTS = '/admin/settlements';

test('S328 a settlement paid by bank is in the bank file, and two administrators confirm its payment', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Akiba');
  await payAtBank(world, shop);
  const sales = [{ firstName: 'Hassan', lastName: 'Abdi', amount: 700 }];
  await sell(world, shop, await meet('Amina', 'Wanjiru'), sales);
  await signInAsAdmin(page, `${SETTLEMENTS}?merchantCode=${shop.merchantCode}`);
  await page.getByRole('button', { name: 'Settle now…' }).click();
  const settling = page.getByRole('dialog');
  await settling.getByLabel('Merchant code').fill(shop.merchantCode);
  await settling.getByLabel('Up to now').click();
  await settling.getByRole('button', { name: 'Settle now' }).click();
  await expect(page.getByText('1 batch made')).toBeVisible();
  await rows(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.locator('.page-head .badge')).toHaveText('Processing');
  const batch = page.url();
  await page.goto(`${SETTLEMENTS}/bank-files`);
  await page.getByRole('button', { name: 'Make bank file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^BF-/u })).toBeVisible();
  const file = await savedFile(page, () => page.getByRole('button', { name: 'Download' }).click());
  expect(file.name).toMatch(/^BF-\d{8}-\d+\.csv$/u);
  expect(file.content.toString()).toContain('Duka la Akiba');
  await page.getByRole('link', { name: 'Duka la Akiba' }).click();
  await page.getByRole('button', { name: 'Mark…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Please enter the reference of the payment')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Reference').fill('EQ-2026-0042');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Another administrator must confirm it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm…' })).toBeHidden();

  const second = await inAnotherBrowser(browser, new URL(batch).pathname, SECOND_ADMIN);
  await second.getByRole('button', { name: 'Confirm…' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(second.locator('.page-head .badge')).toHaveText('Completed');
  await expect(second.locator('.facts')).toContainText('EQ-2026-0042');
  await second.context().close();
});

function rows(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > tbody > tr');
}
