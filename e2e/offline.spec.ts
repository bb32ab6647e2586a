import type { Page } from '@playwright/test';
import { buyGift, readGift } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { problemsOn } from './helpers/axe.ts';
import { OFFLINE_COMPLAINTS } from './helpers/line.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { expectFreeControls } from './helpers/toasts.ts';

test.use({ expectedComplaints: OFFLINE_COMPLAINTS, serviceWorkers: 'allow' });

test('S54 S191 S192 without network, the installed app shows the last known balance, and gifts with their codes if the user allowed it', async ({
  page,
  context,
  world,
  meet,
}) => {
  const [sender, recipient] = [await meet('Tatu', 'Kibet'), await meet('Umi', 'Farah')];
  await buyGift(world, sender, { recipient, amount: 500, message: 'Heri', cloth: 'asante' });
  const { code } = await readGift(world, recipient);
  await buyGift(world, recipient, { recipient: sender, amount: 100, message: 'Karibu', cloth: 'plain' });
  await signIn(page, recipient, '/dashboard/wallet');
  await expectOfferToInstall(page);
  await installed(page);
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; type: string }[];
    start_url: string;
  };
  expect(manifest.start_url).toBe('/');
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.status()).toBe(200);
    expect(icon.headers()['content-type']).toContain(type);
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const named = await Promise.all((await caches.keys()).map(async (name) => caches.open(name)));
    const requests = await Promise.all(named.map(async (cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => path.startsWith('/api/'))).toEqual([]);

  // Wait until the balance is stored, which happens a moment after it is displayed.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('zawadi.offline'))).not.toBeNull();
  expect(await storedAs(page, code)).toBe(false);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Network error occurred' })).toBeVisible();
  await expect(page.getByText('Last known balance')).toBeVisible();
  await expect(page.getByText(/^As of today/u)).toBeVisible();
  await expect(page.getByText('Gifts kept on this device')).toBeHidden();
  expect(await problemsOn(page)).toEqual([]);
  await context.setOffline(false);

  await page.getByLabel('Keep my gifts and their codes on this device').check();
  await expect(page.getByText('Gifts kept: 1')).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  const ticket = page.getByRole('article', { name: 'Voucher for Umi Farah, Active' });
  for (const group of code.split('-')) await expect(ticket.getByText(group, { exact: true })).toBeVisible();
  await expect(ticket.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible();
  expect(await storedAs(page, code)).toBe(false);

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('zawadi.offline'))).toBeNull();
});

test('the note of a new version appears where toasts do and covers no control, at phone width and at desk width', async ({
  browser,
  meet,
}) => {
  // Bypass the content policy, because it allows only the app to register a service worker.
  const context = await browser.newContext({ bypassCSP: true, baseURL: addressOf('ZAWADI_URL') });
  const page = await context.newPage();
  await signIn(page, await meet('Nafula', 'Wekesa'));
  await installed(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Send your first gift' })).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.register('/sw.js?next');
  });
  const note = page.getByRole('status').filter({ hasText: 'A new version of Zawadi is ready.' });
  await expect(note).toBeVisible();
  await expectFreeControls(page);
  expect(await problemsOn(page)).toEqual([]);
  await note.getByRole('button', { name: 'Later' }).click();
  await expect(note).toBeHidden();
  await context.close();
});

/** Checks that the app offers the browser's install prompt through a button, and no longer after a refusal. */
async function expectOfferToInstall(page: Page): Promise<void> {
  const offer = page.getByRole('heading', { name: 'Install Zawadi on this phone' });
  await expect(offer).toBeHidden();
  const isKept = await page.evaluate(() => {
    const question = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = () => Promise.resolve(document.documentElement.setAttribute('data-asked', ''));
    dispatchEvent(Object.assign(question, { prompt, userChoice: Promise.resolve({ outcome: 'dismissed' }) }));
    return question.defaultPrevented;
  });
  expect(isKept).toBe(true);
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(offer).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-asked', '');
}

/** Waits until the service worker has cached the shell and controls this page. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Returns whether the device's storage contains a text unencrypted. */
async function storedAs(page: Page, text: string): Promise<boolean> {
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  return stored.includes(text) || stored.includes(text.replaceAll('-', ''));
}
