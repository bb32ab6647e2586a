import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { addShop, closeAllWeek, openShop, signInAtShop } from '../helpers/shops.ts';
import { submitLogin } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import { TILL, typeCode } from '../helpers/till.ts';
import type { Walk } from './look.ts';

/** Walks a merchant's sign-in pages, the overview of a new and of a busy shop, and every state of the till. */
export async function walkTill(walk: Walk): Promise<void> {
  const { page, world, look } = walk;
  await page.goto('/merchant/forgot-password');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await look(page, 'merchant-forgot-password');
  await page.goto('/reset-password?login=/merchant/login');
  await look(page, 'merchant-reset-password');
  const pending = await addShop(world, 'Mama Mboga');
  await page.goto('/merchant/login');
  await submitLogin(page, 'Merchant code', pending.merchantCode, pending.temporaryPassword);
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await look(page, 'merchant-first-password');
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);
  const shop = await openShop(world, 'Duka la Mfano');
  await closeAllWeek(world, shop);
  await signInAtShop(page, shop.merchantCode);
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await look(page, 'merchant-overview-new');
  await redeemOnce(walk);
  await closeDay(walk);
  await typeWrongCode(walk);
  await expect(async () => {
    await page.goto('/merchant/dashboard');
    await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await look(page, 'merchant-overview');
  await page.getByRole('button', { name: 'View All' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' })).toBeVisible();
  await look(page, 'merchant-fraud-alerts');
}

async function redeemOnce(walk: Walk): Promise<void> {
  const { page, look } = walk;
  const code = await newCode(walk);
  await page.goto(TILL);
  await look(page, 'merchant-till-empty');
  await typeCode(page, code);
  await expect(page.getByLabel('Take')).toBeFocused();
  await page.keyboard.press('Enter');
  await look(page, 'merchant-till-amount');
  await page.getByLabel('Take').fill('1,200');
  const stillRunning = {
    responseCode: 409,
    code: 'idempotency_key_in_use',
    customerMessage: 'Still running',
  };
  await page.route('**/api/redemptions/v1/redeem', (route) =>
    route.fulfill({ status: 409, json: stillRunning }),
  );
  await page.getByRole('button', { name: /^Redeem KES/u }).click();
  await expect(page.getByRole('heading', { name: 'We do not know yet' })).toBeVisible();
  await look(page, 'merchant-till-unknown');
  await page.getByRole('button', { name: 'Stop asking' }).click();
  await look(page, 'merchant-till-leave');
  await page.getByRole('button', { name: 'Keep asking' }).click();
  await page.unroute('**/api/redemptions/v1/redeem');
  // The till also asks automatically: its answer may replace the button before the click.
  const askAgain = page.getByRole('button', { name: 'Ask again' });
  await askAgain.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page.getByRole('button', { name: 'Next customer' })).toBeVisible();
  await look(page, 'merchant-till-done');
  await page.getByRole('button', { name: 'Reverse this redemption' }).click();
  await look(page, 'merchant-till-reverse');
  await page.getByRole('button', { name: 'Reverse redemption' }).click();
  await expect(page.getByText('This redemption was reversed')).toBeVisible();
  await look(page, 'merchant-till-reversed');
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByText(/We found no camera|may not use the camera/u)).toBeVisible();
  await look(page, 'merchant-till-no-camera');
  await page.getByRole('button', { name: 'Type the code instead' }).click();
}

/** Closes the owner's day with a difference, and confirms it: the shop has no other person. */
async function closeDay({ page, look }: Walk): Promise<void> {
  await page.goto('/merchant/dashboard/day-closes');
  await expect(page.getByText('No closed days yet')).toBeVisible();
  await look(page, 'merchant-day-closes-none');
  await page.goto(TILL);
  await page.getByRole('button', { name: 'Close my day' }).click();
  await page.getByLabel('Counted cash').fill('50');
  await look(page, 'merchant-day-count');
  await page.getByRole('button', { name: 'Check the count' }).click();
  await expect(page.getByRole('heading', { name: 'The cash differs' })).toBeVisible();
  await look(page, 'merchant-day-checked');
  await page.getByRole('dialog').getByRole('button', { name: 'Close my day' }).click();
  await expect(page.getByRole('heading', { name: 'Day close no. 1' })).toBeVisible();
  await look(page, 'merchant-day-closed');
  await page.goto('/merchant/dashboard/day-closes');
  await page.getByRole('button', { name: 'Wanjiku Kamau' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await look(page, 'merchant-day-confirm');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await look(page, 'merchant-day-closes');
  await page.goto(TILL);
}

async function typeWrongCode({ page, look }: Walk): Promise<void> {
  await typeCode(page, '0000000000000000');
  await expect(page.getByText('We do not know this voucher.')).toBeVisible();
  await look(page, 'merchant-till-wrong');
}

async function newCode({ world, meet }: Walk): Promise<string> {
  const recipient = newPerson('Brian', 'Otieno');
  await buyGift(world, await meet('Amina', 'Wanjiru'), {
    recipient,
    amount: 5_000,
    message: 'Hongera!',
    cloth: 'asante',
  });
  return (await readGift(world, recipient)).code;
}
