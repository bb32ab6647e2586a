import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInAsAdmin } from './helpers/administrators.ts';
import { moveFeesToLastMonth } from './helpers/database.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { payToPhone, sell, settle } from './helpers/sales.ts';
import { savedFile } from './helpers/saved-file.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

test('finance issues the invoices of a month with their eTIMS numbers, and a merchant downloads its own', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Ankara');
  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  await sell(world, shop, await meet('Amina', 'Wanjiru'), [
    { firstName: 'Brian', lastName: 'Otieno', amount: 1_500 },
  ]);
  await settle(world, shop);
  await expect.poll(() => moveFeesToLastMonth(shop.merchantId)).toBe(1);

  await signInAsAdmin(page, '/admin/settings/invoices');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Business name').fill(`Zawadi ${randomInt(1_000_000)} Ltd`);
  await page.getByLabel('KRA PIN').fill('12345');
  await page.getByLabel('Address').fill('Moi Avenue 1, Nairobi');
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(page.getByText('Please enter a KRA PIN such as P051234567X')).toBeVisible();
  await page.getByLabel('KRA PIN').fill('p051234567x');
  await page.getByRole('button', { name: 'Review change' }).click();
  const asking = page.getByRole('dialog');
  await asking.getByLabel('Reason').fill('Registered for VAT');
  await asking.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('P051234567X').first()).toBeVisible();

  await page.goto('/admin/reports/invoices');
  await page.getByRole('button', { name: 'Issue now…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
  const row = page.getByRole('row', { name: /Duka la Ankara/u }).first();
  await expect(row).toContainText('missing');
  expect(await overflowAt320(page)).toEqual([]);
  await row.getByRole('button').click();
  const invoice = page.getByRole('dialog');
  await expect(invoice).toContainText('KES\u00a02.07');
  const number = (await invoice.getByRole('heading').textContent())?.replace('Invoice ', '') ?? '';
  const paper = await savedFile(page, () => invoice.getByRole('button', { name: 'PDF invoice' }).click());
  expect([paper.name, paper.content.subarray(0, 5).toString()]).toEqual([`${number}.pdf`, '%PDF-']);
  const etims = `KRATEST${randomInt(1_000_000)}/1`;
  await invoice.getByLabel('eTIMS number').fill('?');
  await invoice.getByRole('button', { name: 'Save eTIMS number' }).click();
  await expect(invoice.getByText(/as it stands on the eTIMS invoice/u)).toBeVisible();
  await invoice.getByLabel('eTIMS number').fill(etims);
  await invoice.getByRole('button', { name: 'Save eTIMS number' }).click();
  await expect(row).toContainText(etims);

  await signInAtShop(page, shop.merchantCode, '/merchant/dashboard/settlements');
  await page.getByRole('link', { name: 'Invoices for the fees' }).click();
  await expect(page.getByRole('row', { name: new RegExp(number, 'u') })).toContainText(etims);
  const own = await savedFile(page, () => page.getByRole('button', { name: 'PDF' }).click());
  expect(own.name).toBe(`${number}.pdf`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('KRA PIN').fill('A001234567Z');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('A001234567Z')).toBeVisible();
  expect(await overflowAt320(page)).toEqual([]);
});

test('the journal of last month is a file for QuickBooks and Xero, once every account is mapped', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Leja');
  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  await sell(world, shop, await meet('Amina', 'Wanjiru'), [
    { firstName: 'Grace', lastName: 'Wambui', amount: 900 },
  ]);
  await settle(world, shop);
  await expect.poll(() => moveFeesToLastMonth(shop.merchantId)).toBe(1);

  await signInAsAdmin(page, '/admin/settings/bookkeeping');
  await changeAccount(page, { code: '', name: '' });
  await page.goto('/admin/reports/journal');
  await expect(page.getByText('These accounts of the ledger are not mapped: held.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Map them in Settings' }).click();
  await changeAccount(page, { code: '2051', name: 'Paid out soon' });

  await page.goto('/admin/reports/journal');
  const files = page.getByRole('table', { name: 'Files for bookkeeping programs' });
  const quickbooks = files.getByRole('row', { name: /QuickBooks Online/u }).getByRole('button');
  const saved = await savedFile(page, () => quickbooks.click());
  expect(saved.name).toMatch(/^journal-quickbooks-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/u);
  const [headings, ...rows] = saved.content
    .toString()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  expect(headings?.slice(2, 5)).toEqual(['Account Name', 'Debits', 'Credits']);
  expect(rows.map((cells) => cells[2])).toContain('Paid out soon');
  const sumOf = (column: number) => rows.reduce((sum, cells) => sum + Number(cells[column]), 0);
  expect(sumOf(3)).toBe(sumOf(4));
  const xero = files.getByRole('row', { name: /Xero/u }).first().getByRole('button');
  expect((await savedFile(page, () => xero.click())).name).toMatch(/^journal-xero-/u);
  expect(await overflowAt320(page)).toEqual([]);
});

/** Gives the account `held` another code and name, or none. */
async function changeAccount(page: Page, { code, name }: { code: string; name: string }): Promise<void> {
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const account = page.getByRole('group', { name: 'held' });
  await account.getByLabel('Code').fill(code);
  await account.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Review change' }).click();
  const asking = page.getByRole('dialog');
  await asking.getByLabel('Reason').fill('Our own chart');
  await asking.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(asking).toHaveCount(0);
}
