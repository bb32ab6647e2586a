import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { signInAsAdmin } from './helpers/administrators.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { addColleague, openShop, signInAtShop } from './helpers/shops.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { TILL } from './helpers/till.ts';

const MERCHANTS = '/admin/merchants';

test('S198 suspending a merchant throws out the cashier who is signed in, and reactivating lets them in again', async ({
  page,
  browser,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Usiku');
  const cashier = await addColleague(world, shop, { name: 'Juma Ali', handle: 'juma', staffRole: 'cashier' });
  await signInAsAdmin(page, `${MERCHANTS}?search=${shop.merchantCode}`);
  await withSecondBrowser(browser, async (till) => {
    await signInAtShop(till, cashier, TILL);
    await expect(till.getByRole('heading', { name: 'Redeem a voucher' })).toBeVisible();
    const row = rowOf(page, shop.contactEmail);
    await page.getByRole('button', { name: 'Actions for Duka la Usiku' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    const asking = page.getByRole('dialog', { name: 'Suspend Duka la Usiku?' });
    await expect(asking.getByText(/The balance of KES\s0 stays\./u)).toBeVisible();
    await expect(asking.getByText(/API keys stop until the merchant is reactivated/u)).toBeVisible();
    await asking.getByRole('button', { name: 'Suspend merchant' }).click();
    await expect(asking.getByText('Please give a reason')).toBeVisible();
    await asking.getByLabel('Reason').fill('A till was stolen');
    await asking.getByRole('button', { name: 'Suspend merchant' }).click();
    await expect(page.getByText('Merchant suspended successfully!')).toBeVisible();
    await expect(row).toContainText('Suspended');
    await expect(till).toHaveURL(/\/merchant\/login/u, { timeout: 30_000 });
    await submitLogin(till, 'Merchant code', cashier);
    await expect(till.getByText('This merchant account is not active.')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Duka la Usiku' }).click();
    await page.getByRole('menuitem', { name: 'Reactivate' }).click();
    const again = page.getByRole('dialog', { name: 'Reactivate Duka la Usiku?' });
    await again.getByLabel('Reason').fill('The till is back');
    await again.getByRole('button', { name: 'Reactivate merchant' }).click();
    await expect(row).toContainText('Active');
    await till.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await till.getByRole('button', { name: 'Sign In' }).click();
    await expect(till).toHaveURL(TILL);
  });
  await page.goto(`${MERCHANTS}/${shop.merchantCode}`);
  const life = page.locator('.thread li');
  await expect(life.filter({ hasText: 'Merchant suspended' })).toContainText('A till was stolen');
  await expect(life.filter({ hasText: 'The till is back' })).toContainText('Merchant set active');
});

test('S201 a merchant is edited, and its status is changed with what it means', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Kesho');
  await signInAsAdmin(page, `${MERCHANTS}?search=${shop.merchantCode}`);
  await page.getByRole('button', { name: 'Actions for Duka la Kesho' }).click();
  await page.getByRole('menuitem', { name: 'Edit Merchant' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Merchant: Duka la Kesho' });
  await expect(editing.getByLabel('Contact email')).toHaveValue(shop.contactEmail);
  await editing.getByLabel('Contact name').fill('');
  await editing.getByLabel('Brand colour', { exact: true }).fill('#12');
  await expect(editing.getByText('The merchant uploads the logo')).toBeVisible();
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editing.getByText('Please fill in all required fields')).toBeVisible();
  await expect(editing.getByText('Please enter a colour such as #007BFF')).toBeVisible();
  await editing.getByLabel('Contact name').fill('Njoki Kamau');
  await editing.getByLabel('Brand colour', { exact: true }).fill('#ffd400');
  await expect(editing.getByLabel('Status').locator('option')).toHaveText(['Active', 'Pending', 'Suspended']);
  await editing.getByLabel('Status').selectOption('Suspended');
  await expect(editing.getByText('Staff are signed out within a second')).toBeVisible();
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editing.getByText('Please give a reason')).toBeVisible();
  await editing.getByLabel('Reason').fill('The owner asked for it');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Merchant updated successfully!')).toBeVisible();
  await expect(rowOf(page, shop.contactEmail)).toContainText(/Njoki Kamau.*Suspended/u);
});

function rowOf(page: Page, contactEmail: string) {
  return page.locator('tbody tr').filter({ hasText: contactEmail });
}
