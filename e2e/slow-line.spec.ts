import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { fillGift } from './helpers/gifts.ts';
import { payOnPhone } from './helpers/phone.ts';
import { OFFLINE_COMPLAINTS, slowLine, slowPhone } from './helpers/line.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test('S21 on a slow line every page shows its shape before its data, and its button that it is busy', async ({
  page,
  meet,
}) => {
  const person = await meet('Zuhura', 'Omondi');
  await slowLine(page);
  await page.goto('/login');
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(page.getByText('No data available').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'My Wallet' }).first().click();
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible({ timeout: 30_000 });
});

test('S185 a cheap phone on a slow line buys a gift, withdraws, and saves its profile', async ({
  page,
  meet,
  world,
}) => {
  const person = await withWallet(world, meet, 1_000, ['Sofia', 'Nekesa']);
  await slowPhone(page);
  await page.goto('/login?from=%2Fdashboard%2Fbuy-gifts');
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByRole('heading', { name: 'Buy a gift' })).toBeVisible({ timeout: 30_000 });
  await fillGift(page, { amount: 350, recipient: newPerson('Tatu', 'Mwende') });
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await payOnPhone(world, person.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tatu has it' })).toBeVisible();

  await chooseInMenu(page, 'Redeem');
  await page.getByRole('link', { name: /Withdraw to M-PESA/u }).click();
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible();

  await chooseInMenu(page, /^Profile of/u);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Last name').fill('Simiyu');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sofia Simiyu' })).toBeVisible();
});

test('S181 a sign-in without a network keeps what was typed, and blames no password', async ({
  page,
  context,
  meet,
}) => {
  const person = await meet('Abdi', 'Noor');
  await page.goto('/login', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await expect(page.getByText('If you forgot your password, please reset it.')).toBeHidden();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).not.toHaveValue('');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('S180 a read that the line loses is asked again by itself', async ({ page, context }) => {
  let lost = 0;
  await context.route('**/api/vouchers/v1/public/**', async (route) => {
    lost += 1;
    if (lost === 1) return route.abort('connectionreset');
    return route.continue();
  });
  await page.goto('/v/unknown-token-of-a-gift');
  await expect(page.getByRole('heading', { name: 'We do not know this voucher.' })).toBeVisible();
  expect(lost).toBe(2);
});

test.use({
  expectedComplaints: new RegExp(`ERR_CONNECTION_RESET|${OFFLINE_COMPLAINTS.source}`, 'u'),
  serviceWorkers: 'allow',
});

async function chooseInMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click();
}
