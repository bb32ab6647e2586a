import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import type { AdminDashboard } from '@zawadi/contract/reports-dashboard';
import { submitLogin } from './helpers/sign-in.ts';
import { pickUp } from './helpers/phone.ts';
import { overflowAt320, overflowAtTwiceTheText, overflowOf } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';

test('S91 S276 a merchant signs in with the merchant code and sees the balance, and an administrator adjusts it', async ({
  page,
}) => {
  await page.goto('/merchant/dashboard');
  await expect(page).toHaveURL(/\/merchant\/login\?from=/u);
  await submitLogin(page, 'Merchant code', 'duka001');
  await expect(page).toHaveURL('/merchant/dashboard');
  await expect(page.getByRole('heading', { name: 'Duka la Juma' })).toBeVisible();
  await expect(page.locator('#content').getByText('DUKA001')).toBeVisible();
  await expect(page.getByText('Pending Settlements')).toBeVisible();
  expect(await overflowAt320(page)).toEqual([]);
  await page.goto('/merchant/login');
  await expect(page).toHaveURL('/merchant/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/merchant/login');

  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/login\?from=/u);
  await showLargeFigures(page);
  await submitLogin(page, 'Email', 'admin@zawadi.test');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByText('234,567,890 more').first()).toBeVisible();
  expect(await overflowAtTwiceTheText(page)).toEqual([]);
  await page.goto('/admin/reports/trial-balance');
  await expect(page.getByText('Debits and credits agree.')).toBeVisible();
  expect(await overflowAt320(page)).toEqual([]);
  await page.goto('/admin/no-such-page');
  await expect(page).toHaveURL('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test('the sandbox phone works at 360 and at 1280 px', async ({ page, context, sandboxUrl, world }) => {
  await page.close();
  for (const width of [360, 1280]) {
    const { phoneNumber } = newPerson('Nobody', 'Yet');
    await world.sandbox.phone(phoneNumber);
    const phone = await pickUp(context, sandboxUrl, phoneNumber);
    await phone.setViewportSize({ width, height: 800 });
    await expect(phone.locator('#balance')).toHaveText(/KES\s50,000/u);
    await phone.getByRole('button', { name: 'Change', exact: true }).click();
    await phone.getByLabel('Balance in KES').fill('1234');
    await phone.getByRole('button', { name: 'Set balance' }).click();
    await expect(phone.locator('#balance')).toHaveText(/KES\s1,234/u);
    for (const tab of ['SMS', 'Mail', 'Events']) {
      await phone.getByRole('tab', { name: new RegExp(`^${tab}`, 'u') }).click();
      await expect(phone.getByRole('tabpanel', { name: new RegExp(`^${tab}`, 'u') })).toBeVisible();
    }
    await phone.getByRole('button', { name: 'Another number' }).click();
    await phone.getByLabel('Kenyan mobile number').fill('12');
    await phone.getByRole('button', { name: 'Pick up this phone' }).click();
    await expect(phone.getByText('Enter a Kenyan mobile number, such as 0712 000 001.')).toBeVisible();
    await phone.getByRole('button', { name: 'Not now' }).click();
    expect(await overflowOf(phone)).toEqual([]);
    await phone.close();
  }
});

/** Fakes an administrators' dashboard with hundreds of millions in a day, and with long names of people and shops. */
async function showLargeFigures(page: Page): Promise<void> {
  await page.route('**/api/admin/v1/reports/dashboard', async (route) => {
    const response = await route.fetch();
    const { body, ...rest } = (await response.json()) as { body: AdminDashboard };
    const large = 234_567_890;
    const today = { ...body.today, volume: large, depositVolume: large, withdrawalVolume: large };
    const days = body.days.map((day) => ({ ...day, volume: large, voucherLiability: 30 * large }));
    const longName = 'Otondo'.repeat(5);
    const recentTransactions = body.recentTransactions.map((one) => ({
      ...one,
      person: longName,
      merchant: longName,
    }));
    await route.fulfill({ response, json: { ...rest, body: { ...body, today, days, recentTransactions } } });
  });
}
