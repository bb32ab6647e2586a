import type { Page } from '@playwright/test';
import { merchantOverview, redeemVoucher } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { openTill } from '@zawadi/story/steps';
import { randomUUID } from 'node:crypto';
import { sell } from './helpers/sales.ts';
import { savedFile } from './helpers/saved-file.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const VOUCHERS = '/merchant/dashboard/vouchers';

test('a shop issues a voucher, sees the outstanding total, sends the voucher again, and voids it', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Vocha');
  await sell(world, shop, await meet('Amina', 'Wanjiru'), [
    { firstName: 'Brian', lastName: 'Otieno', amount: 900 },
  ]);
  await signInAtShop(page, shop.merchantCode, VOUCHERS);
  await expect(page.getByText('No vouchers yet')).toBeVisible();
  await expect(card(page, 'Your balance')).toContainText(/KES\s*900/u);

  await page.getByRole('button', { name: 'New voucher' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/You have KES\s900/u);
  await dialog.getByLabel('Amount').fill('901');
  await dialog.getByLabel('Recipient').fill('Kip Rotich');
  await dialog.getByLabel('Phone').fill(newPerson('Kip', 'Rotich').phoneNumber);
  await dialog.getByLabel('Your reference').fill('Order 1042');
  await dialog.getByRole('button', { name: 'Make voucher' }).click();
  await expect(
    dialog.getByText('Your balance with Zawadi is too low for this. Please try again after your next sales.'),
  ).toBeVisible();
  await dialog.getByLabel('Amount').fill('300');
  await dialog.getByRole('button', { name: 'Make voucher' }).click();
  await expect(page.getByRole('dialog', { name: 'Voucher made' })).toContainText(
    'We show the code only this once',
  );
  const code = (await dialog.getByText(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/u).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(card(page, 'Outstanding value')).toContainText(/KES\s*300.*On 1 voucher/u);
  await expect(card(page, 'Your balance')).toContainText(/KES\s*600/u);

  const basic = await openTill(world, shop.merchantCode);
  const request = {
    params: { id: code },
    headers: { 'idempotency-key': randomUUID() },
    body: { amount: 100, reference: 'Receipt 4711' },
  };
  await world.api.call(redeemVoucher, request, { basic });
  await page.getByLabel('Search').fill('order 10');
  await expect(rows(page)).toHaveText([/Kip Rotich.*Order 1042.*Partly used.*KES\s200/u]);
  const csv = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(csv.name).toMatch(/^vouchers-\d{4}-\d{2}-\d{2}\.csv$/u);
  expect(csv.content.toString()).toContain('Order 1042');

  await page.getByRole('button', { name: 'Kip Rotich' }).click();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sent again', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled();
  await expect(dialog).toContainText('You can send it again from');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(dialog).toContainText(/The KES\s200 left on it goes back to your balance at once/u);
  await dialog.getByLabel('Reason').fill('Made by mistake');
  await dialog.getByRole('button', { name: 'Void voucher' }).click();
  await expect(page.getByText(/KES\s200 is back in your balance/u)).toBeVisible();
  await expect(rows(page)).toHaveText([/Kip Rotich.*Voided/u]);
  await expect(card(page, 'Outstanding value')).toContainText(/KES\s*0/u);
  const { pendingSettlements } = await world.api.call(
    merchantOverview,
    { query: {} },
    { bearer: shop.bearer },
  );
  expect(pendingSettlements).toBe(900);

  await page.goto('/merchant/dashboard/transactions?search=receipt+47');
  await expect(rows(page)).toHaveText([/Kip Rotich.*Receipt 4711/u]);
});

function rows(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > tbody > tr');
}

function card(page: Page, label: string) {
  return page.locator('.stats > div', { has: page.getByText(label, { exact: true }) });
}
