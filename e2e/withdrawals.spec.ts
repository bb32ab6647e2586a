import type { Page } from '@playwright/test';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test('S375 S58 a refused pay-out is Canceled with a reason and refunded; a slow one shows On its way, survives a reload and then completes', async ({
  page,
  meet,
  world,
  mpesaBehaves,
}) => {
  const person = await withWallet(world, meet, 1_000);
  await mpesaBehaves({ b2c: 'fail' });
  await signIn(page, person, '/dashboard/redeem?way=withdraw');
  await register(page, '300');
  await complete(page).click();
  await expect(page.getByText('The money is back in your wallet.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Canceled' })).toBeVisible();
  await expect(page.getByText('Back in your wallet', { exact: true })).toBeVisible();
  await expect(page.getByText('You receive')).toBeHidden();
  await expect(page.getByRole('complementary').filter({ hasText: 'New balance' })).toContainText('950');
  await expect(page.getByText('Withdrawal completed successfully!')).toBeHidden();

  await mpesaBehaves({ b2c: 'succeed', callback: { delayMs: 3_000 } });
  const sends: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/mpesa/b2c')) sends.push(request.method());
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('300');
  await register(page, '300');
  await complete(page).dblclick();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
  expect(sends).toEqual(['POST']);
  await expect(page.getByRole('definition').first()).toHaveText(/^[0-9A-F]{8}(?:[0-9A-F-]+)?Copy$/u);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'View Receipt' }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText(/KES\s293/u);
  await page.goto('/dashboard/wallet');
  await expect(page.getByLabel('Your balance')).toContainText('650');
});

async function register(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: /^Send KES/u })).toBeVisible();
}

function complete(page: Page) {
  return page.getByRole('button', { name: 'Complete', exact: true });
}
