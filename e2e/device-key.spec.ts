import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Person } from '@zawadi/story/people';
import { addressOf } from './helpers/addresses.ts';
import { signInAsAdmin } from './helpers/administrators.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const NO_KEY = 'This browser’s sign-in can no longer be confirmed. Please sign in again.';
const HOUR_MS = 3_600_000;

/** Copies everything that the first browser stores as text into a new browser. */
async function copiedInto(browser: Browser, context: BrowserContext, address: string) {
  const storageState = await context.storageState();
  const thief = await browser.newContext({ storageState, baseURL: addressOf('ZAWADI_URL') });
  const page = await thief.newPage();
  const statuses = statusesOf(page);
  await page.goto(address);
  return { page, statuses };
}

function statusesOf(page: Page) {
  const statuses: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) statuses.push(`${response.status()} ${pathname}`);
  });
  return statuses;
}

test('A32 a session copied from one browser’s storage does not work in another browser, and still works in the first', async ({
  page,
  browser,
  context,
  meet,
  world,
}) => {
  const person = await meet('Neema', 'Atieno');
  const { merchantCode } = await openShop(world, 'Duka la Ufunguo');
  for (const [address, login, enter] of [
    ['/dashboard/wallet', '/login', () => signIn(page, person, '/dashboard/wallet')],
    ['/merchant/dashboard', '/merchant/login', () => signInAtShop(page, merchantCode)],
    ['/admin', '/admin/login', () => signInAsAdmin(page)],
  ] as const) {
    await enter();
    const { page: elsewhere, statuses } = await copiedInto(browser, context, address);
    await expect(elsewhere).toHaveURL((url) => url.pathname === login);
    await expect(elsewhere.getByText(NO_KEY)).toBeVisible();
    expect(statuses.filter((status) => status.endsWith('/refresh'))).toEqual(['401 /api/auth/v1/refresh']);
    // The second browser has created a key of its own, because its tokens were removed. That key does not help either.
    await elsewhere.goto(address);
    await expect(elsewhere).toHaveURL((url) => url.pathname === login);
    await elsewhere.context().close();
    await page.reload();
    await expect(page).toHaveURL((url) => url.pathname === address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a browser signs in and renews its session with its key, shares the key with a second tab, and a recorded request cannot be replayed', async ({
  page,
  context,
  request,
  meet,
}) => {
  const person = await meet('Zuri', 'Wanjala');
  const calls = statusesOf(page);
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/live-updates/v1/stream'));
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Send your first gift' })).toBeVisible();
  expect((await stream).status()).toBe(200);
  expect((await stream).request().headers()['dpop']).toBeDefined();
  // The key costs one more request: the login first gets a 401. Later requests and the stream get none.
  expect(calls.filter((status) => status.startsWith('401'))).toEqual(['401 /api/auth/v1/login']);

  const tab = await context.newPage();
  const statuses = statusesOf(tab);
  // Answer as if the access token had expired after fifteen minutes.
  const tooOld = { status: 401, json: { responseCode: 401, code: 'unauthenticated', customerMessage: '-' } };
  await tab.route('**/api/auth/v1/user-details', (route) => route.fulfill(tooOld), { times: 1 });
  await tab.goto('/dashboard/wallet');
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  expect(statuses.slice(0, 3)).toEqual([
    '401 /api/auth/v1/user-details',
    '200 /api/auth/v1/refresh',
    '200 /api/auth/v1/user-details',
  ]);
  await page.reload();
  await expect(page).toHaveURL('/dashboard');
  await tab.close();
  const [heard] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/api/auth/v1/user-details')),
    page.reload(),
  ]);
  const { authorization = '', dpop = '' } = heard.headers();
  const codeOf = async (path: string, headers: Record<string, string>, data?: object) => {
    const answer = await request.fetch(path, {
      method: data ? 'POST' : 'GET',
      headers,
      ...(data && { data }),
    });
    return [answer.status(), ((await answer.json()) as { code?: string }).code];
  };
  for (const path of ['/api/account-security/v1/devices', '/api/live-updates/v1/stream']) {
    expect(await codeOf(path, { authorization })).toEqual([401, 'device_key_needed']);
  }
  expect(await codeOf('/api/account-security/v1/devices', { authorization, dpop })).toEqual([
    401,
    'invalid_dpop_proof',
  ]);
  const [renewal] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/api/auth/v1/refresh')),
    page.route('**/api/auth/v1/user-details', (route) => route.fulfill({ status: 401, json: {} }), {
      times: 1,
    }),
    page.reload(),
  ]);
  const { refreshToken } = renewal.postDataJSON() as { refreshToken: string };
  await renewal.response();
  expect(await codeOf('/api/auth/v1/refresh', {}, { refreshToken })).toEqual([401, 'device_key_needed']);
  await page.reload();
  await expect(page).toHaveURL('/dashboard');
});

test('a phone whose clock is wrong by 14 hours signs in with its key and stays signed in; without a key it shows the reason for the refusal', async ({
  browser,
  baseURL,
  meet,
}) => {
  const person = await meet('Imara', 'Kosgei');
  for (const hours of [-14, 14]) {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.clock.setSystemTime(Date.now() + hours * HOUR_MS);
    const bound = page.waitForRequest((request) => request.url().endsWith('/api/auth/v1/login'));
    await signIn(page, person, '/dashboard/wallet');
    expect((await bound).headers()['dpop']).toBeDefined();
    await page.reload();
    await expect(page).toHaveURL('/dashboard/wallet');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (hours > 0) await loseKey(page, person);
    await context.close();
  }
});

async function loseKey(page: Page, { email }: Person): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('zawadi');
        request.addEventListener('success', resolve);
        request.addEventListener('error', reject);
        request.addEventListener('blocked', reject);
      }),
  );
  await page.reload();
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fwallet/u);
  await expect(page.getByText(NO_KEY)).toBeVisible();
  await submitLogin(page, 'Email', email);
  await expect(page).toHaveURL('/dashboard/wallet');
  await page.reload();
  await expect(page).toHaveURL('/dashboard/wallet');
}
