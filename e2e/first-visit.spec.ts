import type { APIRequestContext, Browser, BrowserContext, Page, Response } from '@playwright/test';
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

test('S183 a first visit to the login loads at most 110 KB of script, and the way to the dashboard at most 70 KB more', async ({
  page,
  browser,
  baseURL,
  meet,
}) => {
  for (const [language, button] of [
    ['sw', 'Ingia'],
    ['en', 'Sign In'],
  ] as const) {
    const cold = await browser.newContext({ baseURL });
    const visit = await cold.newPage();
    const first = weighScripts(visit);
    await visit.goto(`/login?lang=${language}`, { waitUntil: 'networkidle' });
    await expect(visit.getByRole('button', { name: button, exact: true })).toBeVisible();
    const { bytes, list } = await first();
    expect(bytes, list).toBeLessThanOrEqual(FIRST_VISIT_BYTES);
    await cold.close();
  }
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

test('every screen of a merchant, opened cold, loads no more either, and the till comes in few files', async ({
  page,
  browser,
  request,
  world,
}) => {
  await expectFewFiles(request, '/merchant/dashboard/redeem');
  const { merchantCode } = await openShop(world, 'Duka la Uzito');
  await page.addInitScript(withoutKey);
  await signInAtShop(page, merchantCode);
  await expectLight(browser, await page.context().storageState(), MERCHANT_SCREENS);
});

test('every screen of an administrator, opened cold, loads no more either, and the office comes in few files', async ({
  page,
  browser,
  request,
}) => {
  await expectFewFiles(request, '/admin');
  await page.addInitScript(withoutKey);
  await signInAsAdmin(page);
  await expectLight(browser, await page.context().storageState(), ADMIN_SCREENS);
});

/** A slow line opens a page with few files soon. */
async function expectFewFiles(request: APIRequestContext, path: string): Promise<void> {
  const page = await request.get(path, { headers: { accept: 'text/html' } });
  const files = (await page.text()).match(/rel="modulepreload"/gu) ?? [];
  expect(files.length, path).toBeGreaterThan(3);
  expect(files.length, path).toBeLessThanOrEqual(MOST_FILES);
}

/** Opens each screen in a browser with a session that has nothing of it yet. */
async function expectLight(
  browser: Browser,
  storageState: StorageState,
  screens: readonly string[],
): Promise<void> {
  const context = await browser.newContext({ storageState, baseURL: addressOf('ZAWADI_URL') });
  for (const screen of screens) {
    // In a page of its own, so that what the screen before still loads when idle is not counted.
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
  const weigh = (response: Response) => {
    const isScript = response.request().resourceType() === 'script';
    if (isScript && response.request().serviceWorker() === null) arrived.push(response);
  };
  page.on('response', weigh);
  return async (): Promise<{ bytes: number; list: string }> => {
    page.off('response', weigh);
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
