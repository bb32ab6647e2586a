import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { signInAsAdmin } from './helpers/administrators.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test.use({ serviceWorkers: 'allow' });

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A browser without a database has no key to bind its session to, so that others may use a copy of what it stores. */
const withoutKey = () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined });

const FIRST_VISIT_BYTES = 110 * 1024;
const FURTHER_SCREEN_BYTES = 70 * 1024;
/** Beside the first one; each is a request, with half a KB of headers. */
const MOST_FILES = 18;
/** All of it: page, scripts, styles, typeface, drawings and the gift itself, with their headers. */
const GIFT_BYTES = 150 * 1024;

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

for (const [language, button] of [
  ['en', 'Sign In'],
  ['sw', 'Ingia'],
] as const) {
  test(`S183 a first visit to the login loads at most 110 KB of script (${language})`, async ({ page }) => {
    const weight = weighScripts(page);
    await page.goto(`/login?lang=${language}`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
    const { bytes, list } = await weight();
    expect(bytes, list).toBeLessThanOrEqual(FIRST_VISIT_BYTES);
  });
}

test('the way from the login to the dashboard loads at most 70 KB more', async ({ page, meet }) => {
  const person = await meet('Imani', 'Mwangi');
  await page.goto('/login', { waitUntil: 'networkidle' });
  const weight = weighScripts(page);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible();
  const { bytes, list } = await weight();
  expect(bytes, list).toBeLessThanOrEqual(FURTHER_SCREEN_BYTES);
});

test('S184 every other screen, opened cold, loads at most 70 KB more than a first visit may, and a gift at most 150 KB in all', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const [person, friend] = [await meet('Juma', 'Oloo'), await meet('Kanini', 'Mutua')];
  await buyGift(world, friend, { recipient: person, amount: 100, message: 'Asante', cloth: 'asante' });
  const { claimToken } = await readGift(world, person);
  await expectLightGift(browser, `/v/${claimToken}`);
  await expectWordsWithoutScripts(browser, `/v/${claimToken}`);
  await page.addInitScript(withoutKey);
  await signIn(page, person);
  const storageState = await page.context().storageState();
  await expectLight(browser, storageState, [...SCREENS, `/v/${claimToken}`]);
});

test('every screen of a merchant, opened cold, loads no more either', async ({ page, browser, world }) => {
  const { merchantCode } = await openShop(world, 'Duka la Uzito');
  await page.addInitScript(withoutKey);
  await signInAtShop(page, merchantCode);
  await expectLight(browser, await page.context().storageState(), MERCHANT_SCREENS);
});

test('every screen of an administrator, opened cold, loads no more either', async ({ page, browser }) => {
  await page.addInitScript(withoutKey);
  await signInAsAdmin(page);
  await expectLight(browser, await page.context().storageState(), ADMIN_SCREENS);
});

test('the till and the office come in few files, so that a slow line opens them soon', async ({
  request,
}) => {
  for (const path of ['/merchant/dashboard/redeem', '/admin']) {
    const page = await request.get(path, { headers: { accept: 'text/html' } });
    const files = (await page.text()).match(/rel="modulepreload"/gu) ?? [];
    expect(files.length, path).toBeGreaterThan(3);
    expect(files.length, path).toBeLessThanOrEqual(MOST_FILES);
  }
});

test('S190 every page has the strict policy that keeps strangers’ scripts out', async ({ page }) => {
  const response = await page.goto('/login');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'(;|$)/u);
  expect(policy).toMatch(/default-src 'self'|default-src 'none'/u);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
});

/** Opens each screen in a browser with an empty cache and a session. */
async function expectLight(
  browser: Browser,
  storageState: StorageState,
  screens: readonly string[],
): Promise<void> {
  for (const screen of screens) {
    const cold = await browser.newContext({ storageState, baseURL: addressOf('ZAWADI_URL') });
    const visit = await cold.newPage();
    const weight = weighScripts(visit);
    await visit.goto(screen);
    await expect(visit.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(visit.locator('[aria-busy="true"]')).toHaveCount(0);
    const { bytes, list } = await weight();
    expect.soft(bytes, `${screen}\n${list}`).toBeLessThanOrEqual(FIRST_VISIT_BYTES + FURTHER_SCREEN_BYTES);
    await cold.close();
  }
}

/** A person opens the link of an SMS in a browser that has never been here. */
async function expectLightGift(browser: Browser, path: string): Promise<void> {
  const stranger = await browser.newContext({ baseURL: addressOf('ZAWADI_URL') });
  const visit = await stranger.newPage();
  const devtools = await stranger.newCDPSession(visit);
  await devtools.send('Network.enable');
  const addresses = new Map<string, string>();
  const weights: { url: string; bytes: number }[] = [];
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) =>
    weights.push({ url: addresses.get(requestId) ?? '', bytes }),
  );
  await visit.goto(path);
  await visit.getByRole('button', { name: 'Show code' }).click();
  await expect(visit.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible();
  await visit.waitForLoadState('networkidle');
  const list = weights.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');
  expect(
    weights.reduce((sum, { bytes }) => sum + bytes, 0),
    list,
  ).toBeLessThanOrEqual(GIFT_BYTES);
  await stranger.close();
}

/** A browser that runs no scripts shows the gift, and elsewhere what is missing. */
async function expectWordsWithoutScripts(browser: Browser, giftPath: string): Promise<void> {
  const bare = await browser.newContext({ baseURL: addressOf('ZAWADI_URL'), javaScriptEnabled: false });
  const visit = await bare.newPage();
  // Texts are not looked for in a noscript.
  const [gift, page] = [visit.locator('main.no-script'), visit.locator('.for-page').first()];
  await visit.goto(giftPath);
  await expect(gift).toBeVisible();
  await expect(gift).toContainText('sent you a gift');
  await expect(page).toHaveCount(0);
  await visit.goto('/login');
  await expect(page).toBeVisible();
  await bare.close();
}

/** Counts the script a page loads over the wire from now on: one entry per file, brotli and nothing else. */
function weighScripts(page: Page) {
  const arrived: Response[] = [];
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script';
    if (isScript && response.request().serviceWorker() === null) arrived.push(response);
  });
  return async (): Promise<{ bytes: number; list: string }> => {
    const scripts = await Promise.all(
      arrived.map(async (response) => ({
        url: response.url(),
        encoding: response.headers()['content-encoding'],
        bytes: (await response.request().sizes()).responseBodySize,
      })),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter(({ encoding }) => encoding !== 'br')).toEqual([]);
    return {
      bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      list: scripts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n'),
    };
  };
}
