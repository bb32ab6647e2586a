import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { savedFile } from './helpers/saved-file.ts';
import { sell } from './helpers/sales.ts';
import { openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const SALE = { firstName: 'Brian', lastName: 'Otieno', amount: 22_000 } as const;

const REPORTS = [
  ['Volume', 'volume', 'Volume by day'],
  ['Fees', 'fees', 'Fees by day'],
  ['Voucher liability', 'liability', 'Outstanding by age'],
  ['Expiries', 'expiries', 'Expired in this period'],
  ['Wallets', 'wallets', 'Wallets by what is in them'],
  ['Merchants', 'merchants', 'Ranking'],
  ['Owed to merchants', 'owed', 'By merchant'],
  ['Trial balance', 'trial-balance', 'Trial balance now'],
] as const;

test('S273 reports add up one period after the other, and a read-only administrator saves each as a file', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Hesabu Kuu');
  await sell(world, shop, await meet('Amina', 'Wanjiru'), [SALE]);
  await signInAsAdmin(page, '/admin/settings', await hire(world, 'read-only'));
  await page.goto('/admin/reports/no-such-report');
  await expect(page).toHaveURL('/admin/reports/volume');
  await page.getByRole('button', { name: '7 days' }).click();
  const period = new URL(page.url()).search;
  expect(period).toMatch(/^\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/u);
  for (const [tab, name, heading] of REPORTS) {
    await page
      .getByRole('navigation', { name: 'Reports' })
      .getByRole('link', { name: tab, exact: true })
      .click();
    await expect(page).toHaveURL(`/admin/reports/${name}${period}`);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    expect(await overflowAt320(page), tab).toEqual([]);
    const csv = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
    expect(csv.name).toMatch(
      new RegExp(`^${name}-(\\d{4}-\\d\\d-\\d\\d-to-)?\\d{4}-\\d\\d-\\d\\d\\.csv$`, 'u'),
    );
    if (name === 'merchants')
      expect(csv.content.toString()).toMatch(/"Duka la Hesabu Kuu","1","[^"]*","22000"/u);
    const pdf = await savedFile(page, () => page.getByRole('button', { name: 'Export PDF' }).click());
    expect(pdf.name).toMatch(
      new RegExp(`^${name}-(\\d{4}-\\d\\d-\\d\\d-to-)?\\d{4}-\\d\\d-\\d\\d\\.pdf$`, 'u'),
    );
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  }
  await expect(page.getByText('Debits and credits agree.')).toBeVisible();

  // Every account of it leads to its statement, and that to the account on the other side.
  await page.getByRole('link', { name: 'mpesa:collection' }).click();
  await expect(page).toHaveURL(/\/admin\/reports\/accounts\/mpesa(:|%3A)collection\?/u);
  const statement = page.getByRole('table', { name: 'Statement of mpesa:collection' });
  await expect(statement.locator('tbody tr')).not.toHaveCount(0);
  expect(await overflowAt320(page)).toEqual([]);
  const file = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(file.name).toMatch(/^mpesa-collection-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/u);
  expect(file.content.toString()).toContain('"opening balance"');
  await statement.getByRole('link', { name: 'revenue:deposit-fee' }).first().click();
  await expect(page.getByRole('table', { name: 'Statement of revenue:deposit-fee' })).toBeVisible();

  await page.getByRole('link', { name: 'All accounts' }).click();
  await page.getByRole('link', { name: 'Volume' }).click();
  await expect(page.getByRole('table', { name: 'Volume by day' }).locator('tbody tr')).not.toHaveCount(0);
  await page.getByLabel('From', { exact: true }).fill('01/01/2020');
  await expect(page.getByText('Please choose a period of at most one year.')).toBeVisible();
  await page.getByLabel('Until', { exact: true }).fill('31/01/2020');
  await expect(page.getByRole('heading', { name: 'Nothing moved in this period' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing moved in this period' })).toBeVisible();
});
