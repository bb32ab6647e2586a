import type { Browser } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { FIRST_VISIT_BYTES, FURTHER_SCREEN_BYTES, weighScripts } from './helpers/script-weight.ts';
import { expect, test } from './helpers/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Maximum number of files after the page. Each file costs a request with half a KB of headers. */
const MOST_FILES = 18;
/** Limit for the whole gift page: HTML, scripts, styles, typeface, drawings and the gift's data, with headers. */
const GIFT_BYTES = 150 * 1024;

test('S183 a first visit to the login loads at most 110 KB of script, and the dashboard after sign-in at most 70 KB more', async ({
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
  await expect(page.getByRole('heading', { name: 'Send your first gift' })).toBeVisible();
  const { bytes, list } = await weight();
  expect(bytes, list).toBeLessThanOrEqual(FURTHER_SCREEN_BYTES);
});

test('a gift opened with an empty cache loads at most 150 KB in all, and is readable without scripts', async ({
  browser,
  world,
  meet,
}) => {
  const [person, friend] = [await meet('Juma', 'Oloo'), await meet('Kanini', 'Mutua')];
  await buyGift(world, friend, { recipient: person, amount: 100, message: 'Asante', cloth: 'asante' });
  const { claimToken } = await readGift(world, person);
  await expectLightGift(browser, `/v/${claimToken}`);
  await expectWordsWithoutScripts(browser, `/v/${claimToken}`);
});

test('the till and the administrators’ pages load few files, because each file is a request on a slow line', async ({
  request,
}) => {
  for (const path of ['/merchant/dashboard/redeem', '/admin']) {
    const page = await request.get(path, { headers: { accept: 'text/html' } });
    const files = (await page.text()).match(/rel="modulepreload"/gu) ?? [];
    expect(files.length, path).toBeGreaterThan(3);
    expect(files.length, path).toBeLessThanOrEqual(MOST_FILES);
  }
});

/** Opens a gift's SMS link in a new browser, and checks the size and number of files. */
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

/** Checks that a browser without scripts shows the gift, and says on other pages that scripts are needed. */
async function expectWordsWithoutScripts(browser: Browser, giftPath: string): Promise<void> {
  const bare = await browser.newContext({ baseURL: addressOf('ZAWADI_URL'), javaScriptEnabled: false });
  const visit = await bare.newPage();
  // Use CSS locators, because text locators do not search inside a noscript element.
  const [gift, page] = [visit.locator('main.no-script'), visit.locator('.for-page').first()];
  await visit.goto(giftPath);
  await expect(gift).toBeVisible();
  await expect(gift).toContainText('sent you a gift');
  await expect(page).toHaveCount(0);
  await visit.goto('/login');
  await expect(page).toBeVisible();
  await bare.close();
}
