import type { Locator, Page } from '@playwright/test';
import { buyGift, claim, readGift, withdraw } from '@zawadi/story/steps';
import { signInAsAdmin } from './helpers/administrators.ts';
import { renameEverywhere } from './helpers/database.ts';
import { overflowAtWidths } from './helpers/overflow.ts';
import { payToPhone, sell, settle } from './helpers/sales.ts';
import { addStaffMember, openShop, signInAtShop } from './helpers/shops.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { TILL, typeCode } from './helpers/till.ts';
import { hasData, visit } from './scenarios/look.ts';

const PHONES = [320, 360, 390, 412];
// The name of 27 letters that widened a gift's page, and the widest name that a form accepts.
const NAMES = ['WanjiruwaKamauNjorogeMwangi', 'W'.repeat(80)];

test.use({ viewport: { width: 360, height: 740 } });

for (const name of NAMES) {
  test(`a name of ${name.length} letters without a space widens no page on a phone`, async ({
    page,
    browser,
    baseURL,
    world,
    meet,
  }) => {
    test.slow();
    const [giver, recipient] = [await meet('Aisha', 'Hussein'), await meet('Brenda', 'Moraa')];
    const shop = await openShop(world, 'Duka la Tumaini');
    await addStaffMember(world, shop, { name: 'Juma Otieno', handle: 'juma', staffRole: 'cashier' });
    await payToPhone(world, shop, '254722000111');
    await sell(world, shop, giver, [{ ...recipient, amount: 300 }]);
    await settle(world, shop);
    const gift = { recipient, message: 'Kwa upendo', cloth: 'asante' } as const;
    await buyGift(world, giver, { ...gift, amount: 1_000 });
    await claim(world, recipient, (await readGift(world, recipient, 950)).claimToken);
    await withdraw(world, recipient, 500);
    await buyGift(world, giver, { ...gift, amount: 2_000 });
    const { claimToken, code } = await readGift(world, recipient, 1_900);
    const msisdns = [giver.phoneNumber, recipient.phoneNumber];
    await renameEverywhere({ msisdns, merchantId: shop.merchantId }, name);

    await expectFits(page, `/v/${claimToken}`, name);
    await expectFits(page, `/v/${claimToken}/claim`);
    const plain = await browser.newPage({ javaScriptEnabled: false, baseURL });
    await plain.goto(`/v/${claimToken}`);
    await expect(plain.locator('main.no-script')).toContainText(name);
    expect(await overflowAtWidths(plain, PHONES)).toEqual([]);
    await plain.close();

    for (const person of [giver, recipient]) {
      await signIn(page, person);
      for (const path of ['', '/wallet', '/redeem', '/buy-gifts', '/profile'])
        await expectFits(page, `/dashboard${path}`);
      await expectFits(page, '/dashboard/transactions', name);
      const payments = page.locator('main a[href*="/dashboard/transactions/"]');
      const addresses = await payments.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(addresses.length).toBeGreaterThan(1);
      for (const address of addresses) await expectFits(page, address ?? '');
      await page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear()));
    }

    await signInAtShop(page, shop.merchantCode);
    for (const path of ['', '/vouchers', '/settlements', '/reports', '/api', '/support', '/settings'])
      await expectFits(page, `/merchant/dashboard${path}`);
    await expectFits(page, '/merchant/dashboard/transactions', name);
    await expectFits(page, TILL);
    await typeCode(page, code);
    await expect(shown(page, name)).toBeVisible();
    await expectFits(page);

    await signInAsAdmin(page);
    for (const path of [
      '',
      '/settlements',
      '/transactions/approvals',
      '/transactions/reviews',
      '/fraud-alerts',
    ])
      await expectFits(page, `/admin${path}`);
    for (const path of ['users', 'transactions', 'merchants'])
      await expectFits(page, `/admin/${path}?search=${name.toLowerCase()}`, name);
    await expectFits(page, `/admin/users/${recipient.user.id}`, name);
    await expectFits(page, `/admin/merchants/${shop.merchantCode}`, name);
    await expectFits(page, `/admin/settings/audit?search=${shop.merchantCode}`);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.getByRole('searchbox', { name: 'What the caller reads out' }).fill(name);
    await expect(page.getByRole('link', { name }).first()).toBeVisible();
    await expectFits(page);
  });
}

/** Opens a page, if there is one to open, and expects that no phone has to scroll it sideways. */
async function expectFits(page: Page, address?: string, name?: string): Promise<void> {
  if (address !== undefined) await visit(page, address);
  if (name !== undefined) await expect(shown(page, name), page.url()).toBeVisible();
  await hasData(page);
  expect.soft(await overflowAtWidths(page, PHONES), page.url()).toEqual([]);
}

function shown(page: Page, name: string): Locator {
  return page.getByText(name).filter({ visible: true }).first();
}
