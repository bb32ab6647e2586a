import type { Browser, BrowserContext } from '@playwright/test';
import { addressOf } from './helpers/addresses.ts';
import { signInAsAdmin } from './helpers/administrators.ts';
import { give } from './helpers/gifts.ts';
import { FIRST_VISIT_BYTES, FURTHER_SCREEN_BYTES, weighScripts } from './helpers/script-weight.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test.use({ serviceWorkers: 'allow' });

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * Removes IndexedDB, so that the browser has no key for its session. Then a copy of its storage works in other
 * browsers.
 */
const withoutKey = () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined });

const SCREENS = [
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/buy-gifts',
  '/dashboard/redeem?way=withdraw',
  '/dashboard/wallet',
  '/dashboard/profile',
];
const MERCHANT_SCREENS = [
  '/merchant/dashboard',
  '/merchant/dashboard/redeem',
  '/merchant/dashboard/day-closes',
  '/merchant/dashboard/transactions',
  '/merchant/dashboard/vouchers',
  '/merchant/dashboard/settlements',
  '/merchant/dashboard/reports',
  '/merchant/dashboard/api',
  '/merchant/dashboard/api/webhooks',
  '/merchant/dashboard/api/events',
  '/merchant/dashboard/api/log',
  '/merchant/dashboard/support',
  '/merchant/dashboard/settings',
];
const ADMIN_SCREENS = [
  '/admin',
  '/admin/merchants',
  '/admin/merchants/DUKA001',
  '/admin/transactions',
  '/admin/transactions/approvals',
  '/admin/transactions/reviews',
  '/admin/settlements',
  '/admin/reports/volume',
  '/admin/users',
  '/admin/reconciliation',
  '/admin/support',
  '/admin/settings',
];

test('S184 every other consumer screen, opened with an empty cache, loads at most 70 KB more than the limit of a first visit', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const { claimToken } = await give(world, meet);
  await page.addInitScript(withoutKey);
  await signIn(page, await meet('Juma', 'Oloo'));
  await expectLight(browser, await page.context().storageState(), [...SCREENS, `/v/${claimToken}`]);
});

test('every merchant screen, opened with an empty cache, loads at most 70 KB more than the limit of a first visit', async ({
  page,
  browser,
  world,
}) => {
  const { merchantCode } = await openShop(world, 'Duka la Uzito');
  await page.addInitScript(withoutKey);
  await signInAtShop(page, merchantCode);
  await expectLight(browser, await page.context().storageState(), MERCHANT_SCREENS);
});

test('every administrator screen, opened with an empty cache, loads at most 70 KB more than the limit of a first visit', async ({
  page,
  browser,
}) => {
  await page.addInitScript(withoutKey);
  await signInAsAdmin(page);
  await expectLight(browser, await page.context().storageState(), ADMIN_SCREENS);
});

/** Opens each screen in a browser with a session but an empty cache. */
async function expectLight(
  browser: Browser,
  storageState: StorageState,
  screens: readonly string[],
): Promise<void> {
  const context = await browser.newContext({ storageState, baseURL: addressOf('ZAWADI_URL') });
  for (const screen of screens) {
    // Open each screen in a new page, so that files that the previous screen loads when idle are not counted.
    const visit = await context.newPage();
    const devtools = await context.newCDPSession(visit);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const weight = weighScripts(visit);
    await visit.goto(screen);
    await expect(visit.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(visit.locator('[aria-busy="true"]')).toHaveCount(0);
    const { bytes, list } = await weight();
    expect.soft(bytes, `${screen}\n${list}`).toBeLessThanOrEqual(FIRST_VISIT_BYTES + FURTHER_SCREEN_BYTES);
    await visit.close();
  }
  await context.close();
}
