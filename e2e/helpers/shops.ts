import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  addMerchant,
  addMember,
  changePassword,
  merchantLogin,
  updateMerchant,
  updateOpeningHours,
  type Merchant,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { adminBearer, SECOND_ADMIN } from './administrators.ts';
import { submitLogin } from './sign-in.ts';
import { expect } from './test.ts';

export type Shop = { merchantCode: string; merchantId: string; businessName: string; contactEmail: string };
export type NewShop = Shop & { temporaryPassword: string };

/** Creates a pending shop, just added by an administrator, with a temporary password in its email. */
export async function addShop(world: World, businessName: string): Promise<NewShop> {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  const contactEmail = `shop.${digits}@example.test`;
  const { merchantCode, merchantId } = await world.api.call(
    addMerchant,
    {
      body: {
        businessName,
        contactName: 'Wanjiku Kamau',
        contactEmail,
        contactPhoneNumber: `2547${digits}`,
        brandingConfig: { primaryColor: '#7A2E12' },
      },
    },
    { bearer: await adminBearer(world) },
  );
  const temporaryPassword = await mailedPassword(world, contactEmail);
  return { merchantCode, merchantId, businessName, contactEmail, temporaryPassword };
}

/** Creates an approved shop whose owner signs in with the demo password. */
export async function openShop(world: World, businessName: string): Promise<Shop & { bearer: string }> {
  const shop = await addShop(world, businessName);
  await setStatus(world, shop, 'ACTIVE');
  const bearer = await chooseDemoPassword(world, shop.merchantCode, shop.temporaryPassword);
  return { ...shop, bearer };
}

/** Approves, suspends or closes a shop as an administrator. */
export async function setStatus(
  world: World,
  { merchantId }: Shop,
  status: Merchant['status'],
): Promise<void> {
  await world.api.call(
    updateMerchant,
    { body: { merchantId, status, reason: 'For the journeys' } },
    // Use the second administrator, because the first added the shop and may not activate it alone.
    { bearer: await adminBearer(world, SECOND_ADMIN) },
  );
}

/** Adds a staff member with the demo password to a shop. Returns the text that the member types as merchant code. */
export async function addStaffMember(
  world: World,
  shop: Shop & { bearer: string },
  member: { name: string; handle: string; staffRole: 'manager' | 'cashier' },
): Promise<string> {
  const email = `${member.handle}.${shop.merchantCode}@example.test`.toLowerCase();
  const { signInCode } = await world.api.call(
    addMember,
    { body: { ...member, email } },
    { bearer: shop.bearer },
  );
  await chooseDemoPassword(world, signInCode, await mailedPassword(world, email));
  return signInCode;
}

/** Signs in at the merchants' login and waits for the page after it. */
export async function signInAtShop(
  page: Page,
  merchantCode: string,
  onward = '/merchant/dashboard',
): Promise<void> {
  await page.goto(`/merchant/login?from=${encodeURIComponent(onward)}`);
  await submitLogin(page, 'Merchant code', merchantCode);
  await expect(page).toHaveURL((url) => url.pathname === onward);
}

async function mailedPassword({ sandbox }: World, email: string): Promise<string> {
  const [, password = ''] = await sandbox.mail(email, /password:?\s+(\S{12,})/iu);
  return password;
}

async function chooseDemoPassword(
  { api }: World,
  merchantCode: string,
  temporaryPassword: string,
): Promise<string> {
  const { accessToken: bearer } = await api.call(merchantLogin, {
    body: { merchantCode, password: temporaryPassword },
  });
  const body = { currentPassword: temporaryPassword, newPassword: DEMO_PASSWORD };
  return (await api.call(changePassword, { body }, { bearer })).accessToken;
}

/** Sets a shop's opening hours to never, so that every redemption raises an alert. */
export async function closeAllWeek(
  { api }: World,
  shop: { bearer: string; merchantId: string },
): Promise<void> {
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' as const }));
  const params = { placeId: shop.merchantId };
  await api.call(updateOpeningHours, { params, body: { openingHours } }, { bearer: shop.bearer });
}
