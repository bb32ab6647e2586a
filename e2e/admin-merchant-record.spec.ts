import type { Page } from '@playwright/test';
import { approveRequest, listApprovals, suspendMerchant } from '@zawadi/contract';
import { adminBearer, approveAbout, hire, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { overflowOf } from './helpers/overflow.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { payAtBank, payToPhone, sell, settle } from './helpers/sales.ts';
import { savedFile } from './helpers/saved-file.ts';
import { letShopAge } from './helpers/database.ts';
import { addColleague, openShop, signInAtShop } from './helpers/shops.ts';
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
  for (const name of ['Owed', 'Pay-out', 'Settlements', 'Staff', 'Opening Hours'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
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

test('a merchant’s page says where it is paid and by whom that was set, what it is owed, and who works there', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Kumi');
  await signInAsAdmin(page, recordOf(shop));
  const alert = page.getByText('No pay-out channel: settlements leave this merchant out.');
  await expect(alert).toBeVisible();
  await expect(fact(page, 'Money goes to')).toHaveText('No pay-out channel');
  await page.goto(`/admin/merchants?search=${shop.merchantCode}`);
  await page.getByLabel('Status').selectOption('No pay-out channel');
  await expect(page.getByText(/^Showing 1 of/u)).toBeVisible();
  await expect(page.locator('tbody tr')).toContainText('No pay-out channel');

  await payAtBank(world, shop);
  await addColleague(world, shop, { name: 'Juma Ali', handle: 'juma', staffRole: 'cashier' });
  const buyer = await meet('Amina', 'Wanjiru');
  await sell(world, shop, buyer, [{ firstName: 'Brian', lastName: 'Otieno', amount: 700 }]);
  await settle(world, shop);
  await sell(world, shop, buyer, [{ firstName: 'Grace', lastName: 'Wambui', amount: 300 }]);
  await payToPhone(world, shop, buyer.phoneNumber);
  await page.goto(`/admin/merchants?search=${shop.merchantCode}`);
  await expect(page.getByText(/^Showing 1 of/u)).toBeVisible();
  await expect(page.locator('tbody tr')).toContainText(/KES\s1,000/u);
  const { name, content } = await savedFile(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  );
  expect(name).toMatch(/^merchants-\d{4}-\d{2}-\d{2}\.csv$/u);
  expect(content.toString()).toMatch(/"Bank Transfer","300","700","\d+","1000"/u);

  await page.getByRole('link', { name: 'Duka la Kumi' }).click();
  await expect(alert).toBeHidden();
  await expect(fact(page, 'Money goes to')).toHaveText('Equity Bank, account 01234567890123');
  await expect(page.getByText(/^From .* money goes to M-PESA 07/u)).toContainText('set by Wanjiku Kamau');
  await expect(fact(page, 'Settled')).toHaveText('Every day at 09:00');
  await expect(fact(page, 'Paid without approval')).toHaveText(/^Up to KES\s[\d,]+ a batch, by M-PESA$/u);
  const channels = page.getByRole('region', { name: 'Pay-out channels so far' }).getByRole('listitem');
  await expect(channels).toHaveText([
    /^M-PESA 07.*Waits · set by Wanjiku/u,
    /^Equity Bank.*In force · set by/u,
  ]);
  for (const [label, value] of [
    ['In no batch yet', /KES\s300/u],
    ['In batches', /KES\s700/u],
    ['Owed', /KES\s1,000/u],
  ] as const)
    await expect(page.locator('.sum > div').filter({ hasText: label }).locator('dd')).toHaveText(value);
  const staff = page.locator('.sheet').filter({ has: page.getByRole('heading', { name: 'Staff' }) });
  await expect(staff.getByRole('listitem')).toHaveText([/Wanjiku Kamau.*Owner/u, /Juma Ali.*Cashier/u]);
  await expect(fact(page, 'Webhook')).toHaveText('No address');
  await expect(fact(page, 'Key last used')).toHaveText('Never');
  const batches = page.getByRole('table', { name: 'The latest settlements' }).locator('tbody tr');
  await expect(batches).toHaveText([/KES\s700/u]);
  await page.getByRole('link', { name: 'All settlements' }).click();
  await expect(page).toHaveURL(`/admin/settlements?merchantCode=${shop.merchantCode}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page).toHaveURL(/\/admin\/reports\/accounts\//u);

  await withSecondBrowser(browser, async (helper) => {
    await signInAsAdmin(helper, recordOf(shop), await hire(world, 'support'));
    await expect(fact(helper, 'Money goes to')).toHaveText('Equity Bank ••••0123');
    await expect(helper.getByText('Only administrators and finance see the whole numbers.')).toBeVisible();
    for (const width of [320, 360, 800]) {
      await helper.setViewportSize({ width, height: 740 });
      expect(await overflowOf(helper)).toEqual([]);
    }
  });
});

test('S211 Manage Balance asks for a reason, books small sums at once, and large ones with a second administrator', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Nne');
  await letShopAge(shop.merchantId);
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
  await expect(asking).toContainText(/The merchant’s balance\s*KES\s3,000.*KES\s13,000/u);
  await expect(asking).toContainText(/This needs a second administrator: two decide from KES\s10,000 on/u);
  await asking.getByLabel('Reason').fill('Lost settlement of June');
  await asking.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
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
  expect(approval).toMatchObject({ merchantCode: shop.merchantCode, rule: { because: 'amount' } });
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
    await asking.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(asking.getByText('Please give a reason')).toBeVisible();
    await asking.getByLabel('Reason').fill('The owner called and has lost it');
    await asking.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
    await expect(page.getByText('waits for a second administrator')).toBeVisible();
    await approveAbout(world, shop.merchantId);
    await page.getByRole('button', { name: 'Refresh' }).click();
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
