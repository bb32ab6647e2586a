import type { Page } from '@playwright/test';
import { merchantDetails } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { randomInt } from 'node:crypto';
import { adminBearer, approveAbout, signInAsAdmin } from './helpers/administrators.ts';
import { settle } from './helpers/sales.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo, TILL, typeCode } from './helpers/till.ts';

const MERCHANTS = '/admin/merchants';

test('S198 S199 a merchant goes from Add Merchant through first password and approval to the first settlement; a suspension signs its staff out until the reactivation', async ({
  page,
  browser,
  world,
  meet,
}) => {
  test.setTimeout(480_000);
  const owner = await meet('Wanjiku', 'Kamau');
  const contactEmail = `maua.${randomInt(1_000_000_000)}@example.test`;
  await signInAsAdmin(page, MERCHANTS);
  await page.getByRole('button', { name: 'Add Merchant' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Merchant' });
  await expect(adding.getByLabel('Brand colour', { exact: true })).toHaveValue('#007BFF');
  await adding.getByRole('button', { name: 'Add Merchant' }).click();
  await expect(adding.getByText('Please fill in all required fields')).toHaveCount(2);
  await expect(adding.getByText('Please enter a valid email address')).toBeVisible();
  await expect(adding.getByText('Please enter a valid phone number')).toBeVisible();
  await adding.getByLabel('Business name').fill('Duka la Maua');
  await adding.getByLabel('Contact name').fill('Wanjiku Kamau');
  await adding.getByLabel('Contact email').fill(contactEmail);
  await adding.getByLabel('Contact phone number').fill('0722 000 333');
  await adding.getByRole('button', { name: 'Add Merchant' }).click();
  await expect(page.getByText('Merchant added successfully!')).toBeVisible();
  await expect(page.getByText('The merchant is pending approval.')).toBeVisible();
  const row = rowOf(page, contactEmail);
  await expect(row).toContainText('Pending');
  const merchantCode = (await row.locator('.code').textContent()) ?? '';
  const [, temporaryPassword = ''] = await world.sandbox.mail(contactEmail, /password:?\s+(\S{12,})/iu);

  await withSecondBrowser(browser, async (shop) => {
    await shop.goto('/merchant/login');
    await submitLogin(shop, 'Merchant code', merchantCode, temporaryPassword);
    await shop.getByLabel('Temporary password').fill(temporaryPassword);
    await shop.getByLabel('New password').fill(DEMO_PASSWORD);
    await shop.getByLabel('Confirm password').fill(DEMO_PASSWORD);
    await shop.getByRole('button', { name: 'Save and continue' }).click();
    await expect(shop).toHaveURL('/merchant/dashboard');
    await shop.goto(TILL);
    await expect(shop.getByText('Your account is waiting for approval.')).toBeVisible();

    await row.getByRole('link').click();
    await expect(page.getByText('This merchant is pending approval')).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    const approving = page.getByRole('dialog', { name: 'Approve Duka la Maua?' });
    await approving.getByLabel('Reason').fill('Licence and pay-out number checked');
    await approving.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
    await expect(page.getByText('waits for a second administrator')).toBeVisible();
    const { merchantId } = await world.api.call(
      merchantDetails,
      { body: { merchantCode } },
      { bearer: await adminBearer(world) },
    );
    await approveAbout(world, merchantId);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.locator('.page-head').getByText('Active')).toBeVisible();

    await shop.goto('/merchant/dashboard/settings');
    await shop.getByRole('button', { name: 'Set channel' }).click();
    const channel = shop.getByRole('dialog', { name: 'Set the pay-out channel' });
    await channel.getByLabel('M-PESA number').fill(owner.phoneNumber);
    await channel.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
    await channel.getByRole('button', { name: 'Save channel' }).click();
    await expect(channel).toBeHidden();

    const { code } = await giveTo(world, await meet('Otieno', 'Okoth'), 'Brian', 'Otieno', 2_000);
    await shop.goto(TILL);
    await typeCode(shop, code);
    await shop.getByLabel('Take').fill('1,900');
    await shop.getByRole('button', { name: /^Redeem KES\s1,900$/u }).click();
    await expect(shop.getByText('Taken from Brian’s voucher')).toBeVisible();

    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(fact(page, 'Current balance')).toContainText(/KES\s1,900/u);
    await expect(page.getByText('Pay-out channel changed')).toBeVisible();
    const before = (await world.sandbox.phone(owner.phoneNumber)).balance;
    await settle(world, { merchantCode, merchantId: '', businessName: '', contactEmail });
    await shop.goto('/merchant/dashboard/settlements');
    await expect(async () => {
      await shop.reload();
      await expect(shop.locator('tbody tr').first()).toContainText('Completed', { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    expect((await world.sandbox.phone(owner.phoneNumber)).balance).toBe(before + 1_900 - 19);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(fact(page, 'Current balance')).toHaveText(/KES\s0$/u);
    await expect(fact(page, 'Must change password')).toHaveText('No');

    await shop.goto(TILL);
    await answerQuestion(page, 'Suspend Account', 'Suspend merchant');
    await expect(page.locator('.page-head').getByText('Suspended')).toBeVisible();
    await expect(shop).toHaveURL(/\/merchant\/login/u, { timeout: 30_000 });
    await submitLogin(shop, 'Merchant code', merchantCode);
    await expect(
      shop.getByText('This merchant account is not active. Please write to Zawadi support.'),
    ).toBeVisible();
    await answerQuestion(page, 'Reactivate Account', 'Reactivate merchant');
    await expect(page.locator('.page-head').getByText('Active')).toBeVisible();
    await submitLogin(shop, 'Merchant code', merchantCode);
    await expect(shop).toHaveURL(TILL);
  });
});

function rowOf(page: Page, contactEmail: string) {
  return page.locator('tbody tr').filter({ hasText: contactEmail });
}

function fact(page: Page, label: string) {
  return page.locator('.facts > div').filter({ hasText: label }).locator('dd');
}

/** Presses a button for a change of the merchant's account, types the reason, and confirms. */
async function answerQuestion(page: Page, asked: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: asked }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A till was stolen');
  await dialog.getByRole('button', { name: answer }).click();
  await expect(dialog).toBeHidden();
}
