import type { BrowserContext, Page } from '@playwright/test';
import { submitLogin } from './kit/sign-in.ts';
import { expect, test } from './kit/test.ts';

/** A phone on a crowded 3G cell: 400 kbit/s each way, and 400 ms for every answer. */
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

test('on a slow line every page shows its shape before its data, and its button that it is busy', async ({
  page,
  context,
  meet,
}) => {
  const person = await meet('Zuhura', 'Omondi');
  await slowDown(page, context);
  await page.goto('/login');
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(page.getByText('No data available').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'My Wallet' }).first().click();
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible({ timeout: 30_000 });
});

test('a sign-in that the line loses keeps what was typed', async ({ page, context, meet }) => {
  const person = await meet('Abdi', 'Noor');
  await page.goto('/login');
  await context.route('**/api/auth/v1/login', (route) => route.abort('connectionreset'));
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).not.toHaveValue('');
  await context.unroute('**/api/auth/v1/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a read that the line loses is asked again by itself', async ({ page, context }) => {
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

async function slowDown(page: Page, context: BrowserContext): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
}

test.use({ expectedComplaints: /ERR_CONNECTION_RESET/u });
