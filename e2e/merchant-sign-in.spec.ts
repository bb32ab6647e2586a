import type { World } from '@zawadi/story/steps';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import type { Page } from '@playwright/test';
import { addShop, setStatus } from './helpers/shops.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const SETTINGS = '/merchant/dashboard/settings';

test('S94 S135 a new shop owner replaces the temporary password, adds a cashier who starts at the till, and disables the cashier', async ({
  page,
  world,
}) => {
  const shop = await addShop(world, 'Mama Njeri Groceries');
  await setStatus(world, shop, 'ACTIVE');
  await page.goto(SETTINGS);
  await expect(page).toHaveURL(/\/merchant\/login\?from=/u);
  await submitLogin(page, 'Merchant code', shop.merchantCode.toLowerCase(), shop.temporaryPassword);
  await replace(page, shop.temporaryPassword);
  await expect(page).toHaveURL(SETTINGS);

  await page.getByRole('button', { name: 'Add staff' }).first().click();
  const add = page.getByRole('dialog', { name: 'Add staff' });
  const email = `juma.${shop.contactEmail}`;
  await add.getByLabel('Name', { exact: true }).fill('Juma Cash');
  await add.getByLabel('Sign-in name').fill('juma');
  await add.getByLabel('Email').fill(email);
  await add.getByRole('button', { name: 'Add staff' }).click();
  await expect(page.getByText('Staff account added')).toBeVisible();
  const first = await mailedPassword(world, email);
  await manage(page, 'Reset password', 'Reset the password of Juma Cash?');
  await expect(page.getByText('Temporary password sent by email')).toBeVisible();
  await expect.poll(() => mailedPassword(world, email)).not.toBe(first);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);

  const code = `${shop.merchantCode}.juma`;
  const temporary = await mailedPassword(world, email);
  await submitLogin(page, 'Merchant code', code, temporary);
  await replace(page, temporary);
  await expect(page).toHaveURL('/merchant/dashboard/redeem');
  await page.goto('/merchant/dashboard');
  await expect(page).toHaveURL('/merchant/dashboard/redeem');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);

  await page.goto(`/merchant/login?from=${encodeURIComponent(SETTINGS)}`);
  await submitLogin(page, 'Merchant code', shop.merchantCode);
  await manage(page, 'Disable account', 'Disable the account of Juma Cash?');
  await expect(page.getByText('Inactive')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);
  await submitLogin(page, 'Merchant code', code);
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
});

async function replace(page: Page, temporary: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await page.getByLabel('Temporary password').fill(temporary);
  await page.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
}

async function manage(page: Page, action: string, question: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage Juma Cash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: action }).click();
}

async function mailedPassword({ sandbox }: World, email: string): Promise<string> {
  const [, password = ''] = await sandbox.mail(email, /password:?\s+(\S{12,})/iu);
  return password;
}
