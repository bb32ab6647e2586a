import { newPerson } from '@zawadi/story/people';
import { buyGift, openTill, readGift, redeemTwice } from '@zawadi/story/steps';
import { letVoucherExpire } from '../helpers/database.ts';
import { signIn } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import type { Walk } from './look.ts';

/** The page behind a claim link in all its states. */
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
  await redeemTwice(world, till, code, 1_400);
  await show('voucher-partly-used');
  await signIn(page, recipient, `/v/${claimToken}`);
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(page.getByText('is in your wallet.')).toBeVisible();
  await look(page, 'voucher-added');

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
