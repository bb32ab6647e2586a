import type { Browser, Page } from '@playwright/test';
import { sentGifts } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import type { SignedIn } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import type { World } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { expect, test } from './helpers/test.ts';

const CODE = /[0-9A-HJKMNP-TV-Z]{4}(?:-?[0-9A-HJKMNP-TV-Z]{4}){3}/u;

type Given = { buyer: SignedIn; code: string; claimToken: string };

async function give(world: World, buyer: SignedIn): Promise<Given> {
  const recipient = newPerson('Brenda', 'Moraa');
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'birthday' });
  return { buyer, ...(await readGift(world, recipient)) };
}

async function sentBy(world: World, buyer: SignedIn) {
  return (await world.api.call(sentGifts, { query: {} }, buyer)).gifts[0];
}

const SCANNERS = [
  { name: 'a mail scanner', userAgent: undefined, javaScriptEnabled: true },
  {
    name: 'a crawler without scripts',
    userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)',
    javaScriptEnabled: false,
  },
  { name: 'WhatsApp', userAgent: 'WhatsApp/2.24.6.77 A', javaScriptEnabled: true },
];

test('scanners and previews load a gift, scroll it and wait, and it stays unopened; one touch opens it', async ({
  browser,
  world,
  meet,
}) => {
  const { buyer, code, claimToken } = await give(world, await meet('Aisha', 'Hussein'));
  for (const { userAgent, javaScriptEnabled } of SCANNERS) {
    const page = await visit(browser, { javaScriptEnabled, ...(userAgent !== undefined && { userAgent }) });
    await page.goto(`/v/${claimToken}`);
    await expect(page.locator('main.public').first()).toContainText('Kwa upendo');
    for (let turns = 0; turns < 5; turns += 1) await page.mouse.wheel(0, 800);
    await page.waitForLoadState('networkidle');
    expect((await page.content()).replaceAll(claimToken, '')).not.toContain(code.slice(0, 4));
    await page.context().close();
  }
  const bare = await visit(browser, {});
  for (const path of [`/v/${claimToken}`, `/v/${claimToken}/card.png`]) {
    expect((await bare.request.head(path)).ok()).toBe(true);
    expect((await bare.request.get(path, { headers: { accept: '*/*' } })).ok()).toBe(true);
  }
  expect(await sentBy(world, buyer)).toMatchObject({ canBeCorrected: true });
  expect((await sentBy(world, buyer))?.openedAt).toBeUndefined();

  await bare.goto(`/v/${claimToken}`);
  await bare.getByRole('button', { name: 'Show code' }).click();
  await expect(bare.getByRole('button', { name: 'Copy code' })).toBeVisible();
  expect(await sentBy(world, buyer)).toMatchObject({ canBeCorrected: false, openedAt: expect.any(String) });
  await bare.context().close();
});

test('without JavaScript the page shows value, giver and shops, and a plain form shows the code', async ({
  browser,
  world,
  meet,
}) => {
  const { buyer, code, claimToken } = await give(world, await meet('Zuhura', 'Hussein'));
  const page = await visit(browser, { javaScriptEnabled: false });
  await page.goto(`/v/${claimToken}`);
  const gift = page.locator('main.no-script');
  await expect(gift).toContainText('Brenda, Zuhura sent you a gift');
  await expect(gift).toContainText(/KES\s*950/u);
  await expect(gift).toContainText('Where to spend it');
  await page.locator('main.no-script button').click();
  await expect(page.getByRole('heading', { name: 'Brenda, Zuhura sent you a gift' })).toBeVisible();
  for (const group of code.split('-')) await expect(page.getByText(group, { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible();
  expect(await page.locator('script').count()).toBe(0);
  expect(await sentBy(world, buyer)).toMatchObject({ openedAt: expect.any(String) });
  await page.context().close();

  const waswahili = await visit(browser, { javaScriptEnabled: false, locale: 'sw-KE' });
  await waswahili.goto(`/v/${claimToken}`);
  await expect(waswahili.locator('main.no-script')).toContainText('Brenda, Zuhura amekutumia zawadi');
  await waswahili.locator('main.no-script button').click();
  await expect(waswahili.getByText('Msimbo huu ni pesa.')).toBeVisible();
  await waswahili.context().close();
});

test('a link with something behind it leads to its gift, and a dead one says so calmly', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const { code, claimToken } = await give(world, await meet('Farida', 'Noor'));
  for (const end of ['.', ',', ')', '!', '%20', '%E2%80%8B', '%E2%80%9D', '-', '**']) {
    await page.goto(`/v/${claimToken}${end}`);
    await expect(page.getByRole('heading', { name: 'Brenda, Farida sent you a gift' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show code' }).click();
  for (const group of code.split('-')) await expect(page.getByText(group, { exact: true })).toBeVisible();
  const plain = await visit(browser, { javaScriptEnabled: false });
  await plain.goto(`/v/${claimToken}.`);
  await plain.locator('main.no-script button').click();
  await expect(plain.getByText(code.slice(0, 4), { exact: true })).toBeVisible();
  await plain.goto(`/v/${'A'.repeat(32)}`);
  await expect(plain.locator('main.no-script')).toContainText('We do not know this voucher.');
  expect(await plain.content()).not.toMatch(CODE);
  await plain.context().close();
});

async function visit(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ baseURL: addressOf('ZAWADI_URL'), ...options });
  return context.newPage();
}
