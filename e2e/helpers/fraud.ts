import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { redeemAtTill } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { closeAllWeek, openShop, type Shop } from './shops.ts';
import { giveTo } from './till.ts';

/** Redeems a voucher at a shop that is closed all week, which raises an alert within seconds. */
export async function redeemWhileClosed(
  world: World,
  businessName: string,
  buyer: SignedIn,
): Promise<Shop & { bearer: string }> {
  const shop = await openShop(world, businessName);
  await closeAllWeek(world, shop);
  const { code } = await giveTo(world, buyer, 'Brian', 'Otieno', 1_000);
  const body = { code, amount: 350, attemptId: randomUUID() };
  await world.api.call(redeemAtTill, { body }, { bearer: shop.bearer });
  return shop;
}

/** Opens the fraud desk as an administrator, and waits until the rules have checked the shop. */
export async function findOnDesk(page: Page, shop: Shop): Promise<void> {
  await expect(async () => {
    await page.goto(`/admin/fraud-alerts?merchantCode=${shop.merchantCode}`);
    await expect(page.getByRole('link', { name: shop.businessName })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
