import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { savedFile } from './helpers/saved-file.ts';
import { sell } from './helpers/sales.ts';
import { openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const SALE = { firstName: 'Brian', lastName: 'Otieno', amount: 22_000 } as const;

test('S273 reports add up over periods, and a read-only administrator saves each report as a file', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Hesabu Kuu');
  await sell(world, shop, await meet('Amina', 'Wanjiru'), [SALE]);
  await signInAsAdmin(page, '/admin/reports/volume', await hire(world, 'read-only'));
  await page.getByRole('button', { name: '7 days' }).click();
  const period = new URL(page.url()).search;
  const reports = page.getByRole('navigation', { name: 'Reports' });
  await reports.getByRole('link', { name: 'Merchants', exact: true }).click();
  await expect(page).toHaveURL(`/admin/reports/merchants${period}`);
  await expect(page.getByRole('heading', { name: 'Ranking', exact: true })).toBeVisible();
  const csv = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(csv.name).toMatch(/^merchants-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/u);
  expect(csv.content.toString()).toMatch(/"Duka la Hesabu Kuu","1","[^"]*","22000"/u);
  const pdf = await savedFile(page, () => page.getByRole('button', { name: 'Export PDF' }).click());
  expect(pdf.name).toMatch(/^merchants-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.pdf$/u);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  await reports.getByRole('link', { name: 'Trial balance', exact: true }).click();
  await expect(page.getByText('Debits and credits agree.')).toBeVisible();

  // Each ledger account links to its statement, and each line of the statement links to the account on the other side.
  await page.getByRole('link', { name: 'mpesa:collection' }).click();
  await expect(page).toHaveURL(/\/admin\/reports\/accounts\/mpesa(:|%3A)collection\?/u);
  const statement = page.getByRole('table', { name: 'Statement of mpesa:collection' });
  await expect(statement.locator('tbody tr')).not.toHaveCount(0);
  const file = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(file.name).toMatch(/^mpesa-collection-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/u);
  expect(file.content.toString()).toContain('"opening balance"');
  await statement.getByRole('link', { name: 'revenue:deposit-fee' }).first().click();
  await expect(page.getByRole('table', { name: 'Statement of revenue:deposit-fee' })).toBeVisible();
});
