import type { Page } from '@playwright/test';
import { inAnotherBrowser, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { payAtBank, payToPhone, sell, settle } from './helpers/sales.ts';
import { savedFile } from './helpers/saved-file.ts';
import { openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const SETTLEMENTS = '/admin/settlements';

test('S330 a settlement that failed says so, is found, and is paid at the next try', async ({
  page,
  world,
  meet,
  mpesaBehaves,
}) => {
  const shop = await openShop(world, 'Duka la Bahati');
  const owner = await meet('Juma', 'Mwangi');
  await payToPhone(world, shop, owner.phoneNumber);
  const sales = [{ firstName: 'Brian', lastName: 'Otieno', amount: 300 }];
  await sell(world, shop, await meet('Amina', 'Wanjiru'), sales);
  const { balance: before } = await world.sandbox.phone(owner.phoneNumber);
  await mpesaBehaves({ b2c: 'fail' });
  await settle(world, shop);
  await signInAsAdmin(page, `${SETTLEMENTS}?merchantCode=${shop.merchantCode}`);
  await expect(async () => {
    await page.reload();
    await expect(rows(page)).toContainText('Pay-out failed', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByLabel('Show', { exact: true }).selectOption('Needs a person');
  await expect(rows(page)).toHaveText([/Duka la Bahati/u]);
  await rows(page).getByRole('link').click();
  await expect(page.locator('.thread > li.bad')).toContainText('Not paid');
  await mpesaBehaves({ b2c: 'succeed' });
  await page.getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog', { name: /Pay KES\s297 to Duka la Bahati\?/u });
  await dialog.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.locator('.page-head .badge')).toHaveText('Completed', { timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'Pay-out attempts' }).locator('tbody tr')).toHaveText([
    /Failed/u,
    /Completed/u,
  ]);
  expect((await world.sandbox.phone(owner.phoneNumber)).balance).toBe(before + 297);
});

test('S328 a batch for the bank is in its file, and two administrators say that it was paid', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Akiba');
  await payAtBank(world, shop);
  const sales = [{ firstName: 'Hassan', lastName: 'Abdi', amount: 700 }];
  await sell(world, shop, await meet('Amina', 'Wanjiru'), sales);
  await signInAsAdmin(page, `${SETTLEMENTS}?merchantCode=${shop.merchantCode}`);
  await page.getByRole('button', { name: 'Settle now…' }).click();
  const settling = page.getByRole('dialog');
  await settling.getByLabel('Merchant code').fill(shop.merchantCode);
  await settling.getByLabel('Up to now').click();
  await settling.getByRole('button', { name: 'Settle now' }).click();
  await expect(page.getByText('1 batch made')).toBeVisible();
  await rows(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.locator('.page-head .badge')).toHaveText('Processing');
  const batch = page.url();
  await page.getByRole('button', { name: 'Mark…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Please enter the reference of the payment')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Reference').fill('EQ-2026-0042');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Another administrator has to confirm it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm…' })).toBeHidden();
  await page.goto(SETTLEMENTS);
  const file = await savedFile(page, () => page.getByRole('button', { name: 'Bank file' }).click());
  expect(file.name).toMatch(/^bank-file-\d{4}-\d{2}-\d{2}\.csv$/u);
  expect(file.content.toString()).toContain('Duka la Akiba');

  const second = await inAnotherBrowser(browser, new URL(batch).pathname, SECOND_ADMIN);
  await second.getByRole('button', { name: 'Confirm…' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(second.locator('.page-head .badge')).toHaveText('Completed');
  await expect(second.locator('.facts')).toContainText('EQ-2026-0042');
  await second.context().close();
});

test('a run that makes no batch says why', async ({ page, world, meet }) => {
  const shop = await openShop(world, 'Duka la Leo');
  await signInAsAdmin(page, SETTLEMENTS);
  const run = async () => {
    await page.getByRole('button', { name: 'Settle now…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Merchant code').fill(shop.merchantCode);
    await dialog.getByRole('button', { name: 'Settle now' }).click();
    return dialog;
  };
  const refused = await run();
  await expect(refused).toContainText('This merchant has not chosen where to be paid yet.');
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  await run();
  await expect(page.getByText('Nothing is due')).toBeVisible();
  await expect(page.getByText(/are being paid/u)).toBeHidden();
});

function rows(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > tbody > tr');
}
