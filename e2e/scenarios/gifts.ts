import { newPerson, type SignedIn } from '@zawadi/story/people';
import { buyGift, openTill, readGift, redeemTwice } from '@zawadi/story/steps';
import { letVoucherExpire } from '../helpers/database.ts';
import { signIn } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import type { Walk } from './look.ts';

/** Walks the page of a claim link in all its states, and a scheduled gift. */
export async function walkGifts({ page, world, meet, look }: Walk): Promise<void> {
  const recipient = await meet('Brian', 'Otieno');
  const buyer = await meet('Amina', 'Wanjiru');
  const message = 'Hongera! Spend it on something you love.';
  await buyGift(world, buyer, { recipient, amount: 5_000, message, cloth: 'birthday' });
  const { code, claimToken } = await readGift(world, recipient);
  const till = await openTill(world, 'DUKA001');
  const show = async (name: string): Promise<void> => {
    await page.goto(`/v/${claimToken}`);
    await expect(page.getByRole('article')).toBeVisible();
    await look(page, name);
  };
  await show('voucher');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Pass it on' }).click();
  await expect(page.getByRole('dialog', { name: 'Pass this gift on?' })).toBeVisible();
  await look(page, 'voucher-pass-on');
  await redeemTwice(world, till, code, 1_400);
  await show('voucher-partly-used');
  await walkClaim({ page, world, look }, buyer);
  await signIn(page, recipient, `/v/${claimToken}`);
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(page.getByText('is in your wallet.')).toBeVisible();
  await look(page, 'voucher-added');

  const later = newPerson('Akinyi', 'Hassan');
  await buyGift(world, recipient, {
    recipient: later,
    amount: 2_000,
    message,
    cloth: 'asante',
    deliverAt: tomorrow(),
  });
  await page.goto('/dashboard/transactions');
  await page.getByRole('link', { name: 'Akinyi Hassan' }).click();
  await page.getByRole('button', { name: 'Change the day' }).waitFor();
  await look(page, 'payment-scheduled');
  await page.getByRole('button', { name: 'Change the day' }).click();
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
  await look(page, 'payment-scheduled-move');

  for (const [state, end] of [
    ['used', async (gift: { code: string }) => redeemTwice(world, till, gift.code, 950)],
    ['expired', async (gift: { phone: string }) => letVoucherExpire(gift.phone)],
  ] as const) {
    const other = newPerson('Kip', 'Rotich');
    await buyGift(world, await meet('Neema', 'Achieng'), {
      recipient: other,
      amount: 1_000,
      message,
      cloth: 'asante',
    });
    const gift = await readGift(world, other);
    await end({ code: gift.code, phone: other.phoneNumber });
    await page.goto(`/v/${gift.claimToken}`);
    await expect(page.getByRole('article')).toBeVisible();
    await look(page, `voucher-${state}`);
  }
  await page.goto('/v/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByText('We do not know this voucher.')).toBeVisible();
  await look(page, 'voucher-unknown');
}

const HOUR_MS = 3_600_000;

/** Returns the current full hour, tomorrow. */
function tomorrow(): string {
  return new Date((Math.floor(Date.now() / HOUR_MS) + 24) * HOUR_MS).toISOString();
}

/** Walks from the gift's link to the wallet, as a recipient without an account. */
async function walkClaim({ page, world, look }: Pick<Walk, 'page' | 'world' | 'look'>, buyer: SignedIn) {
  const recipient = newPerson('Njeri', 'Kamau');
  const { phoneNumber } = recipient;
  await buyGift(world, buyer, { recipient, amount: 2_500, message: 'Hongera', cloth: 'asante' });
  const { claimToken } = await readGift(world, recipient);
  await page.goto(`/v/${claimToken}/claim`);
  const [, code = ''] = await world.sandbox.sms(phoneNumber, /^(\d{6}) adds your gift/u);
  await page.getByRole('button', { name: 'Not my number' }).click();
  await look(page, 'claim-not-my-number');
  await page.getByRole('button', { name: 'It is my number' }).click();
  await look(page, 'claim-number');
  await page.getByLabel('6 digits').fill(code);
  await expect(page.getByText('Your number is verified.')).toBeVisible();
  await page.getByRole('button', { name: /to my wallet/u }).click();
  await expect(page.getByText('Please agree to the terms and conditions')).toBeVisible();
  await look(page, 'claim-wallet');
  await page.goto(`/v/${claimToken}/claim?step=sign-in`);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await look(page, 'claim-sign-in');
  await page.goto(`/v/${claimToken}/claim`);
  await page.getByLabel('Password', { exact: true }).last().fill('Three-goats-and-a-kite');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /to my wallet/u }).click();
  await expect(page.getByRole('heading', { name: 'Karibu, Njeri' })).toBeVisible();
  await look(page, 'claim-done');
  await page.evaluate(() => localStorage.clear());
}
