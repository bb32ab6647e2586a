import { randomInt } from 'node:crypto';
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
  // Wait until the dialog is closed, because it also shows the number.
  await expect(asking).toBeHidden();
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
