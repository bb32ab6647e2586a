import type { Page } from '@playwright/test';
import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { overflowOf } from './helpers/overflow.ts';
import { payAtBank, payToPhone, sell, settle } from './helpers/sales.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { addStaffMember, openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

test('no administrators’ page about merchants, money or books scrolls sideways, from 320 pixels on', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka Kubwa la Vitu Vingi vya Nyumbani');
  await addStaffMember(world, shop, { name: 'Juma Ali', handle: 'juma', staffRole: 'cashier' });
  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  const sales = [{ firstName: 'Grace', lastName: 'Wambui', amount: 110_000 }];
  const buyer = await meet('Amina', 'Wanjiru');
  await world.sandbox.setBalance(buyer.phoneNumber, 400_000);
  await sell(world, shop, buyer, sales);
  await settle(world, shop);
  // Add a second payout channel, which takes effect later: the merchant's page then has one more sentence.
  await payAtBank(world, shop);
  const record = `/admin/merchants/${shop.merchantCode}`;
  await signInAsAdmin(page, '/admin/transactions');
  await expectToFit(page, [
    '/admin/transactions',
    '/admin/transactions/approvals',
    '/admin/transactions/reviews',
    '/admin/settlements',
    '/admin/merchants',
    `/admin/merchants?search=${shop.merchantCode}&status=SUSPENDED`,
    record,
    '/admin/reconciliation',
    '/admin/reconciliation/statements',
    '/admin/reconciliation/balances',
    '/admin/reports/invoices',
    '/admin/reports/journal',
    '/admin/settings/invoices',
    '/admin/settings/bookkeeping',
  ]);
  await page.goto(`/admin/settlements?merchantCode=${shop.merchantCode}`);
  await page.locator('.row-open').first().click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expectToFit(page, [new URL(page.url()).pathname]);
  // For administrators who may not move money, the page has one more sentence.
  await withSecondBrowser(browser, async (helper) => {
    await signInAsAdmin(helper, record, await hire(world, 'support'));
    await expectToFit(helper, [record]);
  });
});

async function expectToFit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const width of [320, 360, 800, 1000, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowOf(page), `${path} at ${width}`).toEqual([]);
    }
  }
}
