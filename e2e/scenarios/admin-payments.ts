import type { Page } from '@playwright/test';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { payAtPayBill } from '@zawadi/story/pay-bill';
import { newPerson } from '@zawadi/story/people';
import { buyGift } from '@zawadi/story/steps';
import { signInAsAdmin } from '../helpers/administrators.ts';
import { letYearPass } from '../helpers/database.ts';
import { payAtBank, payToPhone, sell, settle } from '../helpers/sales.ts';
import { openShop } from '../helpers/shops.ts';
import { expect } from '../helpers/test.ts';
import { visit, type Walk } from './look.ts';

const LISTS = /\/api\/admin\/v1\/(transactions|approvals|reviews|settlements)/u;
const SCREENS = [
  ['transactions', 'transactions'],
  ['transactions/approvals', 'approvals'],
  ['transactions/reviews', 'reviews'],
  ['settlements', 'settlements'],
] as const;

/** Walks the administrators' transactions, approvals, cases and settlements, with their dialogs. */
export async function walkAdminPayments(walk: Walk): Promise<void> {
  const { page, world, sandboxUrl, meet, look } = walk;
  const [buyer, recipient] = [await meet('Amina', 'Wanjiru'), newPerson('Brian', 'Otieno')];
  const gift = { recipient, amount: 20_000, message: 'Hongera', cloth: 'birthday' } as const;
  const { requestId } = await buyGift(world, buyer, gift);
  await letYearPass(recipient.phoneNumber);
  const shop = await openShop(world, 'Duka la Malipo');
  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  await sell(world, shop, buyer, [{ firstName: 'Grace', lastName: 'Wambui', amount: 450 }]);
  await settle(world, shop);
  const bankShop = await openShop(world, 'Duka la Benki');
  await payAtBank(world, bankShop);
  await sell(world, bankShop, buyer, [{ firstName: 'Hassan', lastName: 'Abdi', amount: 600 }]);
  await settle(world, bankShop);
  const lost = { msisdn: recipient.phoneNumber, amount: 750, reference: 'SAMAHANI' };
  await payAtPayBill(sandboxUrl, sandboxCredentials, lost);

  await signInAsAdmin(page, '/admin/transactions');
  const show = async (path: string, name: string): Promise<void> => {
    await visit(page, `/admin/${path}`);
    await look(page, `admin-${name}`);
  };
  await show(`transactions/Deposit/${requestId}`, 'transaction');
  await page.getByText('As it came').first().click();
  await look(page, 'admin-transaction-raw');
  await ask(walk, 'Refund', 'refund');
  await ask(walk, 'Void', 'void');
  await ask(walk, 'Extend', 'extend');
  await ask(walk, 'M-PESA took it back…', 'book-reversal');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The buyer called');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('waits for a second administrator.')).toBeVisible();
  await look(page, 'admin-transaction-waits');

  for (const [path, name] of SCREENS) await show(path, name);
  await show('transactions?search=nobody', 'transactions-none-found');
  await show('transactions/Deposit/00000000-0000-4000-8000-000000000000', 'transaction-unknown');
  await visit(page, '/admin/transactions/approvals');
  await openRow(page, /^Refund KES/u);
  await look(page, 'admin-approval');
  await visit(page, '/admin/transactions/reviews');
  await openRow(page, 'Money that fits no purchase');
  await look(page, 'admin-review');
  await page.getByRole('button', { name: 'Give the money to…' }).click();
  await page.getByLabel('A consumer’s wallet').click();
  await page.getByLabel('Consumer', { exact: true }).fill('Amina');
  await expect(page.getByRole('group', { name: 'Found' })).toBeVisible();
  await look(page, 'admin-review-money');
  await settlements(walk, bankShop.merchantCode);

  const refusal = { code: 'feature_off', customerMessage: 'This is not available yet.' };
  await page.route(LISTS, (route) => route.fulfill({ status: 409, json: refusal }));
  await page.goto('/admin/transactions');
  for (const [path, name] of SCREENS) {
    await visit(page, `/admin/${path}`);
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await look(page, `admin-${name}-error`);
  }
  await page.unroute(LISTS);
}

async function settlements({ page, look }: Walk, merchantCode: string): Promise<void> {
  await visit(page, `/admin/settlements?merchantCode=${merchantCode}`);
  await page.getByRole('button', { name: 'Settle now…' }).click();
  await look(page, 'admin-settle-now');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Duka la Benki' }).click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await look(page, 'admin-batch');
  await page.getByRole('button', { name: 'Cancel batch' }).click();
  await look(page, 'admin-batch-cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep batch' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const batch = page.url();
  await visit(page, '/admin/settlements/bank-files');
  await page.getByRole('button', { name: 'Make bank file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^BF-/u })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Duka la Benki' })).toBeVisible();
  await look(page, 'admin-bank-file');
  await visit(page, '/admin/settlements/bank-files');
  await look(page, 'admin-bank-files');
  await visit(page, new URL(batch).pathname);
  await page.getByRole('button', { name: 'Mark…' }).click();
  await look(page, 'admin-batch-mark');
  await page.getByRole('dialog').getByLabel('Reference').fill('EQ-2026-0042');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Another administrator must confirm it.')).toBeVisible();
  await look(page, 'admin-batch-marked');
}

async function ask({ page, look }: Walk, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, `admin-${name}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
}

async function openRow(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
