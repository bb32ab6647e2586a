import { holdFor, payToPhone, sell, settle } from '../helpers/sales.ts';
import { openShop, signInAtShop } from '../helpers/shops.ts';
import { expect } from '../helpers/test.ts';
import { visit, type Walk } from './look.ts';

const BASE = '/merchant/dashboard';
const SCREENS = ['transactions', 'vouchers', 'settlements', 'reports', 'support'] as const;
const LISTS = /\/api\/merchants\/v1\/(transactions|vouchers|settlements|report)/u;

/** Walks the merchant's lists, reports and help: empty, with sales, without a match, and after a failed request. */
export async function walkMerchantLists({ page, world, meet, look }: Walk): Promise<void> {
  const shop = await openShop(world, 'Duka la Matembezi');
  await signInAtShop(page, shop.merchantCode, `${BASE}/transactions`);
  const show = async (path: string, name: string): Promise<void> => {
    await visit(page, `${BASE}/${path}`);
    await look(page, `merchant-${name}`);
  };
  for (const screen of SCREENS) await show(screen, `${screen}-empty`);

  await payToPhone(world, shop, (await meet('Juma', 'Mwangi')).phoneNumber);
  await sell(world, shop, await meet('Amina', 'Wanjiru'), [
    { firstName: 'Brian', lastName: 'Otieno', amount: 300 },
    { firstName: 'Grace', lastName: 'Wambui', amount: 450 },
  ]);
  await page.goto(BASE);
  // Issue vouchers now, before a settlement uses up the shop's balance.
  await show('vouchers', 'vouchers-none');
  await page.getByRole('button', { name: 'New voucher' }).click();
  await look(page, 'merchant-voucher-new');
  await page.getByRole('button', { name: 'Make voucher' }).click();
  await look(page, 'merchant-voucher-new-wrong');
  await page.getByLabel('Amount').fill('50');
  await page.getByLabel('Recipient').fill('Kip Rotich');
  await page.getByRole('button', { name: 'Make voucher' }).click();
  await expect(page.getByText('Voucher made')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Kip Rotich' }).click();
  await look(page, 'merchant-voucher');
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
  await look(page, 'merchant-voucher-void');
  await settle(world, shop);
  await page.goto(BASE);
  for (const screen of SCREENS) await show(screen, screen);
  for (const by of ['hour', 'staff']) await show(`reports?by=${by}`, `reports-by-${by}`);
  await show('settlements/invoices', 'invoices');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await look(page, 'merchant-invoice-details');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Support' }).click();
  await page.getByText('How do I redeem a voucher?').click();
  await look(page, 'merchant-support-article');
  await visit(page, `${BASE}/transactions`);
  await page.getByRole('button', { name: 'Grace Wambui' }).click();
  await look(page, 'merchant-transaction');
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
  await look(page, 'merchant-reversal');
  await holdFor(world, shop, await meet('Rehema', 'Njeri'));
  await page.goto(BASE);
  await show('transactions?status=Pending', 'transactions-held');
  await holds({ page, look });
  await visit(page, `${BASE}/settlements`);
  await page.getByRole('link', { name: /^ST-/u }).click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await look(page, 'merchant-batch');
  await show('settlements/ST-20261120-AAAAA', 'batch-unknown');
  await show('transactions?search=nobody', 'transactions-none-found');

  const refusal = { code: 'feature_off', customerMessage: 'This is not available yet.' };
  await page.route(LISTS, (route) => route.fulfill({ status: 409, json: refusal }));
  await page.goto(BASE);
  for (const screen of ['transactions', 'vouchers', 'settlements', 'reports'] as const) {
    await visit(page, `${BASE}/${screen}`);
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await look(page, `merchant-${screen}-error`);
  }
  await page.unroute(LISTS);
}

/** Walks a shop's holds on a voucher: capture and release. */
async function holds({ page, look }: Pick<Walk, 'page' | 'look'>): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Brian Otieno' }).click();
  await expect(dialog.getByText('Held until')).toBeVisible();
  await look(page, 'merchant-hold');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await look(page, 'merchant-hold-release');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await look(page, 'merchant-hold-capture');
  await dialog.getByLabel('Amount').fill('401');
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await expect(dialog.getByText(/^Only KES\s400 is held$/u)).toBeVisible();
  await look(page, 'merchant-hold-capture-wrong');
}
