import type { Page } from '@playwright/test';
import { shortReference } from '@zawadi/contract';
import { savedFile } from './helpers/saved-file.ts';
import { payToPhone, SALES, sell, settle } from './helpers/sales.ts';
import { addColleague, openShop, signInAtShop } from './helpers/shops.ts';
import { choosePeriod } from './helpers/fields.ts';
import { expect, test } from './helpers/test.ts';

const TRANSACTIONS = '/merchant/dashboard/transactions';
const SETTLEMENTS = '/merchant/dashboard/settlements';
const REPORTS = '/merchant/dashboard/reports';
const SUPPORT = '/merchant/dashboard/support';

test('S105 transactions are searched, narrowed and exported, and the address keeps what was chosen', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Majaribio');
  const [first] = await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES);
  await signInAtShop(page, shop.merchantCode, TRANSACTIONS);
  await expect(columns(page)).toHaveText([
    'M-Pesa Txn ID',
    'Voucher ID',
    'User',
    'Phone',
    'Date',
    'Status',
    'Amount',
  ]);
  await expect(rows(page)).toHaveText([/Hassan Abdi/u, /Grace Wambui/u, /Brian Otieno/u]);
  await expect(page.getByText('Showing 3 of 3')).toBeVisible();
  await expect(page.getByText('3 completed')).toBeVisible();
  await expect(page.getByText(/^Total KES\s870$/u)).toBeVisible();
  // M-PESA's receipt over the number on the till's receipt; each finds the sale.
  const [receipt = '', number = ''] = (await rows(page).last().getByRole('cell').first().innerText()).split(
    '\n',
  );

  const search = page.getByLabel('Search');
  for (const part of [
    'otieno',
    first?.voucherId ?? '',
    first?.voucherId.slice(0, 13) ?? '',
    number,
    receipt,
  ]) {
    await search.fill(part);
    await expect(page, part).toHaveURL((url) => url.searchParams.get('search') === part);
    await expect(rows(page), part).toHaveText([/Brian Otieno/u]);
  }
  await page.reload();
  await expect(search).toHaveValue(receipt);
  await expect(rows(page)).toHaveText([/Brian Otieno/u]);
  const csv = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(csv.name).toMatch(/^transactions-\d{4}-\d{2}-\d{2}\.csv$/u);
  expect(csv.content.toString()).toContain('Brian Otieno');
  expect(csv.content.toString()).not.toContain('Grace Wambui');

  await search.fill('ab');
  await expect(page.getByText('Please enter at least 3 characters')).toBeVisible();
  await search.fill('');
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('Status').selectOption('Failed');
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(TRANSACTIONS);
  await choosePeriod(page, { to: '31/01/2025' });
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await expect(page).toHaveURL(/to=2025-01-31/u);
});

test('S107 a press on a row shows all about a redemption, and a reversal of the day makes it Failed', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Makosa');
  const [, second] = await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES.slice(0, 2));
  await signInAtShop(page, shop.merchantCode, TRANSACTIONS);
  await page.getByRole('button', { name: 'Grace Wambui' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(shortReference(second?.voucherId ?? ''));
  await expect(dialog).toContainText(second?.servedBy ?? '');
  await expect(dialog).toContainText('Redeem page');
  const pdf = await savedFile(page, () => dialog.getByRole('button', { name: 'Receipt' }).click());
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(dialog).toContainText(/Reverse KES\s450 of Grace Wambui\?/u);
  await dialog.getByRole('button', { name: 'Reverse it' }).click();
  await expect(page.getByText('Redemption reversed')).toBeVisible();
  await expect(dialog.locator('.badge')).toHaveText('Reversed');
  await expect(dialog.getByRole('button', { name: 'Reverse' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rows(page).first()).toContainText('Reversed');
  for (const state of ['Failed', 'Reversed']) {
    await page.getByLabel('Status').selectOption(state);
    await expect(rows(page), state).toHaveText([/Grace Wambui/u]);
    await expect(page.getByText(/^Total without reversed KES\s0$/u)).toBeVisible();
  }
  await page.getByLabel('Status').selectOption('All states');
  await expect(page.getByText('1 completed')).toBeVisible();
  await expect(page.getByText(/^Total without reversed KES\s300$/u)).toBeVisible();
});

test('S108 scrolling brings the rest of the transactions', async ({ page, world, meet }) => {
  const shop = await openShop(world, 'Duka la Kurasa');
  await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES);
  // Real pages, only shorter ones.
  await page.route('**/api/merchants/v1/reports/transactions?*', async (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('limit', '1');
    await route.continue({ url: String(address) });
  });
  await page.route('**/api/merchants/v1/reports/transactions', (route) =>
    route.continue({ url: `${route.request().url()}?limit=1` }),
  );
  await signInAtShop(page, shop.merchantCode, TRANSACTIONS);
  await expect(rows(page)).toHaveText([/Hassan Abdi/u, /Grace Wambui/u, /Brian Otieno/u]);
  await expect(page.getByText('Showing 3 of 3')).toBeVisible();
});

test('S109 a settlement goes from what was redeemed to money on the phone, and is there as CSV and PDF', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Malipo');
  const owner = await meet('Juma', 'Mwangi');
  await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES);
  await signInAtShop(page, shop.merchantCode, SETTLEMENTS);
  await expect(page.getByText('We do not know where to pay you.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set a pay-out channel' })).toBeVisible();
  await payToPhone(world, shop, owner.phoneNumber);
  await page.reload();
  await expect(fact(page, 'Not yet in a batch')).toContainText(/KES\s870/u);
  await expect(fact(page, 'When')).toContainText(/\d{2}:00/u);
  await settle(world, shop);
  await expect(async () => {
    await page.reload();
    await expect(rows(page).first()).toContainText('Completed', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(columns(page)).toHaveText([
    'Batch ID',
    'Amount',
    'Status',
    'Date',
    'Payout channel',
    'Transactions',
    'Processing fee',
  ]);
  await expect(page.getByText(/^Total fees KES\s8$/u)).toBeVisible();
  await expect(page.locator('.stats > div')).toHaveText([
    /Total Settled.*KES.*870/u,
    /Pending Settlements.*KES.*0/u,
    /Average Settlement.*\d+\.\d days/u,
  ]);
  for (const kind of ['CSV', 'PDF']) {
    const file = await savedFile(page, () => page.getByRole('button', { name: `Export ${kind}` }).click());
    expect(file.name).toMatch(new RegExp(`^settlements-\\d{4}-\\d{2}-\\d{2}\\.${kind.toLowerCase()}$`, 'u'));
    expect(file.content.toString('latin1')).toContain(kind === 'CSV' ? '870' : '%PDF-');
  }
  const batchId = (await rows(page).first().getByRole('link').textContent()) ?? '';
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: batchId })).toBeVisible();
  await expect(page.locator('.sum .total')).toHaveText(/You get\s*KES\s862/u);
  await expect(page.locator('.thread > li')).toHaveText([
    /Batch made/u,
    /Pay-out to M-PESA.*started/u,
    /Paid/u,
  ]);
  await expect(
    page.getByRole('table', { name: 'Transactions in this batch' }).locator('tbody tr'),
  ).toHaveCount(3);
  const statement = await savedFile(page, () => page.getByRole('button', { name: 'PDF statement' }).click());
  expect(statement.name).toBe(`settlement-${batchId}.pdf`);
  await page.getByRole('link', { name: 'Settlements', exact: true }).last().click();
  await page.getByLabel('Status').selectOption('Canceled');
  await expect(page.getByRole('heading', { name: 'No settlements found' })).toBeVisible();
});

test('S110 a pay-out that failed says why, and that the money is safe', async ({
  page,
  world,
  meet,
  mpesaBehaves,
}) => {
  const shop = await openShop(world, 'Duka la Subira');
  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES.slice(0, 1));
  await mpesaBehaves({ b2c: 'fail' });
  await settle(world, shop);
  await signInAtShop(page, shop.merchantCode, SETTLEMENTS);
  await rows(page).first().getByRole('link').click();
  await expect(async () => {
    await page.reload();
    await expect(page.locator('.thread > li.bad')).toContainText('Not paid', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText('The money is safe: it stays in this batch and we try again.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Pay-out attempts' }).locator('tbody tr')).toContainText([
    'Failed',
  ]);
});

test('S104 a cashier finds help and the till, and none of the lists', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Zamu');
  const cashier = await addColleague(world, shop, {
    name: 'Otis Ouma',
    handle: 'otis',
    staffRole: 'cashier',
  });
  await signInAtShop(page, cashier, SUPPORT);
  await expect(page.getByText('How do I redeem a voucher?')).toBeVisible();
  await expect(page.getByText('When do I get my money?')).toBeHidden();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Settlements' })).toBeHidden();
  for (const path of [TRANSACTIONS, SETTLEMENTS, `${SETTLEMENTS}/ST-20261120-AAAAA`, REPORTS]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/merchant\/dashboard\/redeem$/u);
  }
});

function rows(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > tbody > tr');
}

function columns(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > thead th');
}

function fact(page: Page, label: string) {
  return page.locator('.facts > div', { has: page.getByText(label, { exact: true }) }).locator('dd');
}
