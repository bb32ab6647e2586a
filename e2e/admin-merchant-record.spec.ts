import type { Page } from '@playwright/test';
import { approveRequest, listApprovals, suspendMerchant } from '@zawadi/contract';
import { adminBearer, hire, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { overflowOf } from './helpers/overflow.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { toastOf } from './helpers/toasts.ts';

const recordOf = ({ merchantCode }: { merchantCode: string }) => `/admin/merchants/${merchantCode}`;

test('S210 a merchant’s page has business, account, API access, timeline and the way to its transactions', async ({
  page,
  context,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Tatu');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsAdmin(page, recordOf(shop));
  await expect(page.getByRole('heading', { level: 1, name: 'Duka la Tatu' })).toBeVisible();
  await expect(page.locator('.page-head').getByText('Active')).toBeVisible();
  for (const [label, value] of [
    ['Contact person', 'Wanjiku Kamau'],
    ['Email', shop.contactEmail],
    ['Phone', /^07\d\d \d{3} \d{3}$/u],
    ['Current balance', /^KES\s0$/u],
    ['Role', 'Merchant'],
    ['Must change password', 'No'],
    ['Brand colour', '#7A2E12'],
    ['Account created', /^Today/u],
    ['Last updated', /^Today/u],
    ['Last login', /^Today/u],
  ] as const)
    await expect(fact(page, label), label).toHaveText(value);
  await expect(page.locator('.thread')).toContainText('Merchant added');
  await expect(page.getByText(/^•+$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Show API key' }).click();
  const shown = await page.locator('.credential dd').nth(1).textContent();
  expect(shown).toMatch(/^[\w-]{20,}$/u);
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await page.getByRole('button', { name: 'Hide API key' }).click();
  await page.getByRole('button', { name: 'Copy merchant code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shop.merchantCode);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'View Transactions' }).click();
  await expect(page).toHaveURL(`/admin/transactions?merchantCode=${shop.merchantCode}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/admin/merchants');
});

test('S211 Manage Balance asks for a reason, books small sums at once, and large ones with a second administrator', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Nne');
  // What one person does alone within a day counts together.
  await signInAsAdmin(page, recordOf(shop), await hire(world, 'finance'));
  await page.getByRole('button', { name: 'Manage Balance' }).click();
  const asking = page.getByRole('dialog', { name: 'Adjust the balance of Duka la Nne?' });
  await asking.getByRole('button', { name: 'Add to balance' }).click();
  await expect(asking.getByText('Please enter a valid amount')).toBeVisible();
  await expect(asking.getByText('Please give a reason')).toBeVisible();
  await asking.getByLabel('Amount').fill('3,000');
  await asking.getByLabel('Reason').fill('Promotion of October');
  await asking.getByRole('button', { name: 'Add to balance' }).click();
  await expect(page.getByText('Balance adjusted')).toBeVisible();
  await expect(fact(page, 'Current balance')).toHaveText(/KES\s3,000/u);
  await expect(page.locator('.thread')).toContainText(/KES\s3,000 added to the balance/u);

  await page.getByRole('button', { name: 'Manage Balance' }).click();
  await asking.getByLabel('Adjustment').selectOption('Take from the balance');
  await asking.getByLabel('Amount').fill('3001');
  await asking.getByLabel('Reason').fill('Counted twice');
  await asking.getByRole('button', { name: 'Take from balance' }).click();
  await expect(asking.getByRole('alert')).toContainText('too low');
  await expect(asking.getByLabel('Reason')).toHaveValue('Counted twice');
  await asking.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Manage Balance' }).click();
  await asking.getByLabel('Amount').fill('10000');
  await asking.getByLabel('Reason').fill('Lost settlement of June');
  await asking.getByRole('button', { name: 'Add to balance' }).click();
  await expect(page.getByText('Approval requested')).toBeVisible();
  const row = page.locator('.adjustments li').filter({ hasText: 'Lost settlement of June' });
  await expect(row).toContainText('Waits for a second administrator');
  await expect(row.getByRole('link', { name: 'Approvals' })).toHaveAttribute(
    'href',
    /\/admin\/transactions\/approvals/u,
  );
  await expect(fact(page, 'Current balance')).toHaveText(/KES\s3,000/u);
  const bearer = await adminBearer(world, SECOND_ADMIN);
  const { approvals } = await world.api.call(listApprovals, { query: { status: 'Open' } }, { bearer });
  const approval = approvals.find(({ reason }) => reason === 'Lost settlement of June');
  await world.api.call(approveRequest, { body: { approvalId: approval?.approvalId ?? '' } }, { bearer });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(fact(page, 'Current balance')).toHaveText(/KES\s13,000/u);
  await expect(row).toContainText('approved by');
});

test('S204 Reset Password signs the owner out and emails a temporary password, and Close keeps all staff out', async ({
  page,
  browser,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Tano');
  await signInAsAdmin(page, recordOf(shop));
  await withSecondBrowser(browser, async (owner) => {
    await signInAtShop(owner, shop.merchantCode, '/merchant/dashboard/redeem');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    const asking = page.getByRole('dialog', { name: 'Reset the password of Duka la Tano’s owner?' });
    await asking.getByRole('button', { name: 'Reset password' }).click();
    await expect(asking.getByText('Please give a reason')).toBeVisible();
    await asking.getByLabel('Reason').fill('The owner called and has lost it');
    await asking.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByText('A temporary password was mailed')).toBeVisible();
    await expect(fact(page, 'Must change password')).toHaveText('Yes');
    await world.sandbox.mail(shop.contactEmail, /reset the password of the owner/u);
    await expect(owner).toHaveURL(/\/merchant\/(login|first-password)/u, { timeout: 30_000 });
  });
  await page.getByRole('button', { name: 'Close Account' }).click();
  const closing = page.getByRole('dialog', { name: 'Close Duka la Tano?' });
  await closing.getByLabel('Reason').fill('It has moved to Mombasa');
  await closing.getByRole('button', { name: 'Close merchant' }).click();
  await expect(page.locator('.page-head').getByText('Inactive')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reactivate Account' })).toBeVisible();
});

test('S206 support reads a merchant and is offered and granted nothing more', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Sita');
  const support = await hire(world, 'support');
  await signInAsAdmin(page, recordOf(shop), support);
  await expect(page.getByRole('link', { name: 'View Transactions' })).toBeVisible();
  for (const name of ['Edit', 'Manage Balance', 'Reset Password', 'Suspend Account', 'Close Account'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await page.goto('/admin/merchants');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Merchant' })).toBeHidden();
  const bearer = await adminBearer(world, support);
  const body = { merchantId: shop.merchantId };
  await expect(world.api.call(suspendMerchant, { body }, { bearer })).rejects.toThrow(/^403/u);
});

test.describe('when a merchant cannot be read', () => {
  test.use({ expectedComplaints: /Failed to load resource/u });

  test('S209 the page says so, and Try Again reads it', async ({ page, world }) => {
    const shop = await openShop(world, 'Duka la Saba');
    let failNow = () => {};
    const isFailed = new Promise<void>((fail) => (failNow = fail));
    await page.route('**/api/merchants/v1/merchant-details', async (route) => {
      await isFailed;
      await route.abort();
    });
    await signInAsAdmin(page, recordOf(shop));
    await expect(page.locator('[aria-busy="true"]').getByText('Loading...')).toBeAttached();
    failNow();
    await expect(page.getByRole('heading', { name: 'Error Loading Merchant' })).toBeVisible();
    await expect(page.getByRole('main').getByText('Network error occurred')).toBeVisible();
    await expect(toastOf(page, 'Network error occurred')).toBeVisible();
    await page.unroute('**/api/merchants/v1/merchant-details');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Duka la Saba' })).toBeVisible();
    await page.goto('/admin/merchants/NOBODY999');
    await expect(page.getByRole('heading', { name: 'Error Loading Merchant' })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^Failed to fetch merchant details/u)).toBeVisible();
    await expect(toastOf(page, 'Failed to fetch merchant details')).toBeVisible();
  });
});

function fact(page: Page, label: string) {
  return page.locator('.facts > div').filter({ hasText: label }).locator('dd').first();
}
