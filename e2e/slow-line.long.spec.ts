import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { fillGift } from './helpers/gifts.ts';
import { payOnPhone } from './helpers/phone.ts';
import { slowPhone } from './helpers/line.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test('S185 on a cheap phone with a slow line, a user buys a gift, withdraws, and saves the profile', async ({
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
  await expect(page.getByRole('heading', { name: /^(?:Sent|Delivered) to Tatu$/u })).toBeVisible();

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

test.use({ serviceWorkers: 'allow' });

async function chooseInMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click();
}
