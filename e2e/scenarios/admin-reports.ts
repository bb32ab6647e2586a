import { signInAsAdmin } from '../helpers/administrators.ts';
import { payToPhone, sell, settle } from '../helpers/sales.ts';
import { openShop } from '../helpers/shops.ts';
import { expect } from '../helpers/test.ts';
import { visit, type Walk } from './look.ts';

const REPORTS = [
  'volume',
  'fees',
  'liability',
  'expiries',
  'wallets',
  'merchants',
  'owed',
  'ussd',
  'trial-balance',
] as const;
const WORK_LIST = /\/api\/admin\/v1\/work-list/u;
const CALLS = /\/api\/admin\/v1\/(system-health|reports|trial-balance|work-list)/u;

/** Walks the administrators' dashboard and reports: with data, without data, and when loading fails. */
export async function walkAdminReports({ page, world, meet, look }: Walk): Promise<void> {
  const buyer = await meet('Amina', 'Wanjiru');
  const shop = await openShop(world, 'Duka la Takwimu');
  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  await sell(world, shop, buyer, [
    { firstName: 'Brian', lastName: 'Otieno', amount: 2_400 },
    { firstName: 'Grace', lastName: 'Wambui', amount: 950 },
  ]);
  await settle(world, shop);
  await signInAsAdmin(page);
  const show = async (path: string, name: string): Promise<void> => {
    await visit(page, path);
    await look(page, name);
  };
  await show('/admin', 'admin-dashboard');
  for (const summary of await page.locator('summary').all()) await summary.click();
  await expect(page.getByRole('table', { name: 'Volume and fees, day by day' })).toBeVisible();
  await look(page, 'admin-dashboard-figures');
  await page.route(WORK_LIST, (route) =>
    route.fulfill({ json: { responseCode: 200, responseMessage: 'Success', body: { work: [], total: 0 } } }),
  );
  await page.goto('/admin');
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await look(page, 'admin-dashboard-done');
  await page.unroute(WORK_LIST);
  for (const report of REPORTS) await show(`/admin/reports/${report}`, `admin-report-${report}`);
  for (const account of ['suspense', 'voucher', 'mpesa:collection'])
    await show(`/admin/reports/accounts/${account}`, `admin-account-${account.replace(':', '-')}`);
  for (const screen of ['journal', 'invoices'])
    await show(`/admin/reports/${screen}`, `admin-report-${screen}`);
  for (const report of ['volume', 'fees', 'expiries', 'merchants', 'ussd'])
    await show(`/admin/reports/${report}?from=2020-01-01&to=2020-01-31`, `admin-report-${report}-empty`);

  const refusal = { code: 'feature_off', customerMessage: 'This is not available yet.' };
  await page.route(CALLS, (route) => route.fulfill({ status: 409, json: refusal }));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(3);
  await look(page, 'admin-dashboard-error');
  await visit(page, '/admin/reports/fees');
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await look(page, 'admin-report-error');
  await page.unroute(CALLS);
}
