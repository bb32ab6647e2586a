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

test('link scanners and previews that load, scroll and wait do not open a gift; without JavaScript a plain form shows the code', async ({
  browser,
  world,
  meet,
}) => {
  const { buyer, code, claimToken } = await give(world, await meet('Zuhura', 'Hussein'));
  for (const { userAgent, javaScriptEnabled } of SCANNERS) {
    const page = await visit(browser, { javaScriptEnabled, ...(userAgent !== undefined && { userAgent }) });
    await page.goto(`/v/${claimToken}`);
    await expect(page.locator('main.public').first()).toContainText('Kwa upendo');
    for (let turns = 0; turns < 5; turns += 1) await page.mouse.wheel(0, 800);
    await page.waitForLoadState('networkidle');
    expect((await page.content()).replaceAll(claimToken, '')).not.toContain(code.slice(0, 4));
    await page.context().close();
  }
  expect(await sentBy(world, buyer)).toMatchObject({ canBeCorrected: true });
  expect((await sentBy(world, buyer))?.openedAt).toBeUndefined();

  const page = await visit(browser, { javaScriptEnabled: false });
  // The link of an SMS, with the full stop at the end of its sentence.
  await page.goto(`/v/${claimToken}.`);
  const gift = page.locator('main.no-script');
  await expect(gift).toContainText('Brenda, Zuhura sent you a gift');
  await expect(gift).toContainText(/KES\s*950/u);
  await expect(gift).toContainText('Where to spend it');
  await gift.locator('button').click();
  await expect(page.getByRole('heading', { name: 'Brenda, Zuhura sent you a gift' })).toBeVisible();
  for (const group of code.split('-')) await expect(page.getByText(group, { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible();
  expect(await page.locator('script').count()).toBe(0);
  expect(await sentBy(world, buyer)).toMatchObject({ canBeCorrected: false, openedAt: expect.any(String) });
  await page.goto(`/v/${'A'.repeat(32)}`);
  await expect(gift).toContainText('We do not know this voucher.');
  expect(await page.content()).not.toMatch(CODE);
  await page.context().close();

  const swahili = await visit(browser, { javaScriptEnabled: false, locale: 'sw-KE' });
  await swahili.goto(`/v/${claimToken}`);
  await expect(swahili.locator('main.no-script')).toContainText('Brenda, Zuhura amekutumia zawadi');
  await swahili.locator('main.no-script button').click();
  await expect(swahili.getByText('Msimbo huu ni pesa.')).toBeVisible();
  await swahili.context().close();
});

async function visit(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ baseURL: addressOf('ZAWADI_URL'), ...options });
  return context.newPage();
}
