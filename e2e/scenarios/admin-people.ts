import { adjustMerchant, freezeUser } from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { buyGift, withdraw } from '@zawadi/story/steps';
import { adminBearer, signInAsAdmin } from '../helpers/administrators.ts';
import { letShopAge } from '../helpers/database.ts';
import { payAtBank, payToPhone } from '../helpers/sales.ts';
import { addShop, openShop } from '../helpers/shops.ts';
import { expect } from '../helpers/test.ts';
import { withWallet } from '../helpers/wallet.ts';
import { visit, type Walk } from './look.ts';

/** Walks merchants and consumers as administrators see them, with their dialogs. */
export async function walkAdminPeople(walk: Walk): Promise<void> {
  await merchants(walk);
  await consumers(walk);
}

async function merchants({ page, world, look }: Walk): Promise<void> {
  const { merchantId, merchantCode, businessName } = await addShop(world, 'Duka la Jirani');
  await letShopAge(merchantId);
  const bearer = await adminBearer(world);
  const asked = { merchantId, direction: 'credit', reason: 'Promotion of October' } as const;
  for (const amount of [3_000, 12_000])
    await world.api.call(
      adjustMerchant,
      { body: { ...asked, amount, adjustmentId: randomUUID() } },
      { bearer },
    );
  await signInAsAdmin(page, '/admin/merchants');
  await expect(page.getByRole('link', { name: businessName }).first()).toBeVisible();
  await look(page, 'admin-merchants');
  await page
    .getByRole('button', { name: `Actions for ${businessName}` })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
  await look(page, 'admin-merchants-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add Merchant' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add Merchant' }).click();
  await look(page, 'admin-merchants-add');
  await visit(page, '/admin/merchants?search=nobody-at-all');
  await expect(page.getByText('No merchants found')).toBeVisible();
  await look(page, 'admin-merchants-none');
  await visit(page, `/admin/merchants/${merchantCode}`);
  await expect(page.locator('.thread')).toBeVisible();
  await expect(page.getByText('Waits for a second administrator')).toBeVisible();
  await expect(page.getByText('No pay-out channel: settlements leave')).toBeVisible();
  await look(page, 'admin-merchant');
  for (const action of ['Edit', 'Approve', 'Manage Balance', 'Reset Password', 'Suspend Account']) {
    await page.getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, `admin-merchant-${action.toLowerCase().replace(' ', '-')}`);
    await page.getByRole('button', { name: /^(?:Cancel|Keep active)$/u }).click();
  }
  const paid = await openShop(world, 'Duka la Benki');
  await payAtBank(world, paid);
  await payToPhone(world, paid, '254712345678');
  await visit(page, `/admin/merchants/${paid.merchantCode}`);
  await expect(page.getByText(/money goes to/u)).toBeVisible();
  await expect(page.getByText('No settlements yet')).toBeVisible();
  await look(page, 'admin-merchant-paid');
}

async function consumers({ page, world, meet, look }: Walk): Promise<void> {
  // Withdraw once, so that the name registered at M-PESA is known. Only then can the user request a new number.
  const person = await withWallet(world, meet, 1_000);
  await withdraw(world, person, 500);
  const friend = await meet('Otieno', 'Ochieng');
  await buyGift(world, person, { recipient: friend, amount: 500, message: 'Hongera', cloth: 'birthday' });
  await visit(page, '/admin/users');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await look(page, 'admin-users');
  await visit(page, '/admin/users/ussd');
  await page.getByLabel('Phone number').fill(friend.phoneNumber);
  await page.getByRole('button', { name: 'Show sessions' }).click();
  await expect(page.getByText('No USSD sessions in seven days')).toBeVisible();
  await look(page, 'admin-users-ussd');
  await visit(page, `/admin/users/${person.user.id}`);
  await expect(page.getByRole('table', { name: 'Vouchers bought, newest first' })).toContainText('Otieno');
  await page.getByLabel('New note').fill('Called at 10:00, asks for a new number.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note added')).toBeVisible();
  await look(page, 'admin-user');
  for (const action of [
    'Freeze wallet',
    'Lost phone and email',
    'Download file',
    'Freeze account',
    'Close account',
    'Unlock',
  ]) {
    await page.getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, `admin-user-${action.toLowerCase().replace(' ', '-')}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  await page.getByRole('button', { name: 'Change limits' }).click();
  await look(page, 'admin-user-limits');
  const asked = { params: { userId: person.user.id }, body: { reason: 'Reported a stolen phone' } };
  await world.api.call(freezeUser, asked, { bearer: await adminBearer(world) });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Reported a stolen phone').first()).toBeVisible();
  await look(page, 'admin-user-frozen');
}
