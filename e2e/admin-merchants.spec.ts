import type { Page } from '@playwright/test';
import { merchantDetails } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { randomInt } from 'node:crypto';
import { adminBearer, approveAbout, signInAsAdmin } from './helpers/administrators.ts';
import { overflowOf } from './helpers/overflow.ts';
import { settle } from './helpers/sales.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { addShop, openShop, setStatus } from './helpers/shops.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo, TILL, typeCode } from './helpers/till.ts';
import { expectFiveSeconds, expectToCoverNothing, stopClock } from './helpers/toasts.ts';

const MERCHANTS = '/admin/merchants';

test('S199 a merchant goes from Add Merchant through the first password and approval to the first settlement', async ({
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
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(fact(page, 'Current balance')).toHaveText(/KES\s0$/u);
  await expect(fact(page, 'Must change password')).toHaveText('No');
});

test('S195 merchants are counted, found by contact and ID, narrowed by status and led to by a menu', async ({
  page,
  world,
}) => {
  const shop = await addShop(world, 'Duka la Zambarau');
  await signInAsAdmin(page, MERCHANTS);
  for (const card of ['Total Merchants', 'Active', 'Volume', 'Transactions'])
    await expect(page.locator('dt', { hasText: card }).first()).toBeVisible();
  await expect(page.getByText(/^\d+ pending approval$/u)).toBeVisible();
  await expect(page.locator('thead th')).toHaveText([
    'Merchant',
    'Contact',
    'Status',
    'Created',
    'Owed',
    'Actions',
  ]);
  const search = page.getByLabel('Search');
  for (const words of [shop.contactEmail, shop.merchantCode.toLowerCase()]) {
    await search.fill(words);
    await expect(page.getByText(/^Showing 1 of \d+ merchants$/u)).toBeVisible();
    await expect(rowOf(page, shop.contactEmail)).toContainText(
      /Duka la Zambarau.*Wanjiku Kamau.*07\d\d \d{3} \d{3}/u,
    );
  }
  await search.fill('Wanjiku Kam');
  await expect(rowOf(page, shop.contactEmail)).toBeVisible();
  await search.fill(shop.merchantCode);
  const row = rowOf(page, shop.contactEmail);
  await expect(row.getByText(/^\d{4}-\d{2}-\d{2}$/u)).toBeVisible();
  await expect(row.locator('.brand-tile')).toHaveText('D');
  await expect(row.locator('.brand-tile')).toHaveCSS('background-color', 'rgb(122, 46, 18)');
  await page.getByLabel('Status').selectOption('Suspended');
  await expect(page.getByText('No merchants found')).toBeVisible();
  await page.getByLabel('Status').selectOption('Pending');
  await expect(page).toHaveURL(`${MERCHANTS}?search=${shop.merchantCode}&status=PENDING`);
  expect(await overflowOf(page)).toEqual([]);
  const menu = page.getByRole('button', { name: 'Actions for Duka la Zambarau' });
  await menu.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['View Details', 'Edit Merchant', 'Suspend']);
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Edit Merchant' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('menuitem', { name: 'Edit Merchant' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${MERCHANTS}/${shop.merchantCode}`);
});

test.describe('when the server fails', () => {
  test.use({ expectedComplaints: /Failed to load resource/u });

  test('S208 every failure with merchants is said as such for five seconds, and loses nothing that was typed', async ({
    page,
    world,
  }) => {
    const shop = await openShop(world, 'Duka la Ajali');
    await setStatus(world, shop, 'ACTIVE');
    await page.clock.install();
    await signInAsAdmin(page, `${MERCHANTS}?search=${shop.merchantCode}`);
    await expect(rowOf(page, shop.contactEmail)).toBeVisible();
    await page.route(/\/api\/merchants\/v1\/(signup|update|delete)$/u, async (route) => route.abort());
    await page.getByRole('button', { name: 'Add Merchant' }).click();
    const adding = page.getByRole('dialog', { name: 'Add Merchant' });
    await adding.getByLabel('Business name').fill('Duka la Bahati');
    await adding.getByLabel('Contact name').fill('Asha Juma');
    await adding.getByLabel('Contact email').fill('asha@example.test');
    await adding.getByLabel('Contact phone number').fill('0722000444');
    await stopClock(page);
    await adding.getByRole('button', { name: 'Add Merchant' }).click();
    await expectToCoverNothing(page, 'Failed to add merchant. Please try again.');
    await expectFiveSeconds(page, 'Failed to add merchant. Please try again.');
    await page.clock.resume();
    await expect(adding.getByLabel('Business name')).toHaveValue('Duka la Bahati');
    await adding.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Actions for Duka la Ajali' }).click();
    await page.getByRole('menuitem', { name: 'Edit Merchant' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Failed to update merchant.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Actions for Duka la Ajali' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await page.getByLabel('Reason').fill('A till was stolen');
    await page.getByRole('button', { name: 'Suspend merchant' }).click();
    await expect(page.getByText('Failed to suspend merchant.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep active' }).click();
    await page.route('**/api/merchants/v1/all', async (route) => route.abort());
    await page.reload();
    await expect(page.locator('.toast', { hasText: 'Failed to fetch merchants' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Failed to fetch merchants' })).toBeVisible();
    await page.unroute('**/api/merchants/v1/all');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(rowOf(page, shop.contactEmail)).toBeVisible();
  });
});

function rowOf(page: Page, contactEmail: string) {
  return page.locator('tbody tr').filter({ hasText: contactEmail });
}

function fact(page: Page, label: string) {
  return page.locator('.facts > div').filter({ hasText: label }).locator('dd');
}
