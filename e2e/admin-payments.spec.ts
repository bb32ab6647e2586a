import type { Page } from '@playwright/test';
import { registerTransaction, startPurchase } from '@zawadi/contract';
import { giftRegistration, promptRequest } from '@zawadi/story/payment-requests';
import { newPerson } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { payOnPhone } from './helpers/phone.ts';
import { savedFile } from './helpers/saved-file.ts';
import { openFilters } from './helpers/fields.ts';
import { expect, test } from './helpers/test.ts';

const TRANSACTIONS = '/admin/transactions';

test('S285 an administrator finds a stuck purchase by phone number, queries M-PESA about it, and refunds it', async ({
  page,
  world,
  meet,
  mpesaBehaves,
}) => {
  const [buyer, recipient] = [await meet('Amina', 'Wanjiru'), newPerson('Brian', 'Otieno')];
  // Hire a new administrator: amounts that one administrator moves alone in a day add up, up to a limit.
  await signInAsAdmin(page, TRANSACTIONS, await hire(world, 'finance'));
  await mpesaBehaves({ callback: { drop: true } });
  const { bearer } = buyer;
  const body = giftRegistration(buyer, { recipient, amount: 2_000 });
  const registered = await world.api.call(registerTransaction, { body }, { bearer });
  await world.api.call(startPurchase, promptRequest(registered), { bearer });
  await payOnPhone(world, buyer.phoneNumber);

  await page.getByLabel('Search').fill(spoken(buyer.phoneNumber));
  await expect(rows(page)).toHaveText([/Amina Wanjiru/u]);
  await expect(rows(page)).toContainText('Pending');
  await rows(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/KES\s2,000 from Amina Wanjiru/u);
  await page.getByRole('button', { name: 'Ask M-PESA again' }).click();
  await expect(page.locator('.page-head .badge')).toHaveText('Success');
  await expect(life(page, 'Posted to the ledger')).toContainText('revenue:deposit-fee');
  await expect(page.getByRole('button', { name: 'Ask M-PESA again' })).toBeHidden();
  await mpesaBehaves({ callback: { drop: false } });

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Refund KES\s2,000 of Brian Otieno’s voucher\?/u });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await expect(dialog).toContainText('We look for its receipt at M-PESA first');
  await dialog.getByLabel('Reason').fill('The buyer called');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refund started')).toBeVisible();
  await expect(sheet(page, 'Voucher')).toContainText('Refunded');
  await expect(sheet(page, 'Voucher')).toContainText('The buyer called');
  await world.sandbox.sms(
    buyer.phoneNumber,
    /^Your gift to [\w’' ]+ is cancelled\. KES.2,000 is back on 07\d\d \d{3} \d{3}\.$/u,
  );
  expect(await readWallet(world, buyer)).toBe(0);
  await expect(page.locator('.page-head .badge')).toHaveText('Refunded');
  await expect(page.getByRole('button', { name: 'M-PESA took it back…' })).toBeHidden();
  await page.getByRole('link', { name: 'All transactions of this voucher' }).click();
  await expect(rows(page)).toHaveText([/Refund.*Success/u, /Deposit.*Refunded/u]);
  const csv = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(csv.name).toMatch(/^transactions-\d{4}-\d{2}-\d{2}\.csv$/u);
  expect(csv.content.toString().trim().split('\r\n')).toHaveLength(3);
  const filter = await openFilters(page);
  await filter.getByRole('button', { name: 'Refunded', exact: true }).click();
  await filter.getByRole('button', { name: /^Show/u }).click();
  await expect(rows(page)).toHaveText([/Deposit/u]);
});

/** Formats a phone number as people say it. */
function spoken(msisdn: string): string {
  return `0${msisdn.slice(3, 6)} ${msisdn.slice(6, 9)} ${msisdn.slice(9)}`;
}

function rows(page: Page) {
  return page.locator('main .table:not([aria-hidden]) > tbody > tr');
}

function life(page: Page, title: string) {
  return page.locator('.life > li', { has: page.getByRole('heading', { name: title }) });
}

function sheet(page: Page, title: string) {
  return page.locator('.sheet', { has: page.getByRole('heading', { name: title, exact: true }) });
}
