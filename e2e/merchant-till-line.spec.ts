import type { Page } from '@playwright/test';
import { todaysRedemptions } from '@zawadi/contract';
import type { World } from '@zawadi/story/steps';
import { openShop, setStatus, signInAtShop, type Shop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo, TILL, typeCode } from './helpers/till.ts';

const REDEEM = '/api/redemptions/v1/redeem';

const COMPLAINTS = /ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)|status of (403|50\d)/u;
test.use({ expectedComplaints: COMPLAINTS });

test('a lost answer is asked for again by itself, and the value is taken once', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Njeri', 'Maina'), 'Hassan', 'Abdi', 2_000);
  const shop = await openShop(world, 'Duka la Salama');
  await signInAtShop(page, shop.merchantCode, TILL);
  const attempts = attemptsSeen(page);
  await loseAnswers(page, () => attempts.length <= 2);
  await typeCode(page, code);
  await page.getByLabel('Take').fill('500');
  await page.getByRole('button', { name: /^Redeem KES\s500$/u }).click();
  await expect(page.getByRole('heading', { name: 'We do not know yet' })).toBeVisible();
  await expect(page.getByText('Taken from Hassan’s voucher')).toBeVisible();
  await expect(page.getByText(/KES\s1,400 stays on the voucher/u)).toBeVisible();
  expect(attempts.length).toBeGreaterThanOrEqual(3);
  expect(new Set(attempts).size).toBe(1);
  await expectOneRedemption(world, shop, 500);
});

test('S102 a page that is reloaded in the middle finds out what happened, and takes nothing twice', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Akinyi', 'Odera'), 'Mercy', 'Atieno', 1_000);
  const shop = await openShop(world, 'Chai Corner');
  await signInAtShop(page, shop.merchantCode, TILL);
  const attempts = attemptsSeen(page);
  let isLost = true;
  await loseAnswers(page, () => isLost);
  await typeCode(page, code);
  await page.getByLabel('Take').fill('300');
  await page.getByRole('button', { name: /^Redeem KES\s300$/u }).click();
  await expect(page.getByRole('heading', { name: 'We do not know yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep asking' }).click();
  // The line is back only when the page that knew of the attempt is gone.
  await page.reload({ waitUntil: 'commit' });
  isLost = false;
  await expect(page.getByText('Taken from Mercy’s voucher')).toBeVisible();
  expect(new Set(attempts).size).toBe(1);
  await expectOneRedemption(world, shop, 300);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Look up' })).toBeVisible();
});

test('two presses at once are one redemption', async ({ page, world, meet }) => {
  const { code } = await giveTo(world, await meet('Moraa', 'Nyaboke'), 'Lucy', 'Chebet', 1_000);
  const shop = await openShop(world, 'Kwa Moraa');
  await signInAtShop(page, shop.merchantCode, TILL);
  const attempts = attemptsSeen(page);
  await typeCode(page, code);
  await page.getByLabel('Take').fill('100');
  await page.getByRole('button', { name: /^Redeem KES\s100$/u }).dblclick();
  await expect(page.getByText('Taken from Lucy’s voucher')).toBeVisible();
  expect(attempts).toHaveLength(1);
  await expectOneRedemption(world, shop, 100);
});

test('without a network nothing is sent, and the page says that nothing was taken', async ({
  page,
  context,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Ouma', 'Otiende'), 'Faith', 'Muthoni', 1_000);
  const shop = await openShop(world, 'Duka Mtandaoni');
  await signInAtShop(page, shop.merchantCode, TILL);
  const attempts = attemptsSeen(page);
  await typeCode(page, code);
  await page.getByLabel('Take').fill('100');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: /^Redeem KES\s100$/u }).click();
  await expect(page.getByText('There is no connection, so nothing was taken.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await page.getByRole('button', { name: /^Redeem KES\s100$/u }).click();
  await expect(page.getByText('Taken from Faith’s voucher')).toBeVisible();
  expect(attempts).toHaveLength(1);
});

test('a shop that is not approved yet is told so before and when it tries', async ({ page, world, meet }) => {
  const { code } = await giveTo(world, await meet('Kendi', 'Mwiti'), 'Joyce', 'Nduta', 1_000);
  const shop = await openShop(world, 'Duka Jipya');
  await setStatus(world, shop, 'PENDING');
  await signInAtShop(page, shop.merchantCode, TILL);
  await expect(page.getByText('Your account is waiting for approval.')).toBeVisible();
  await typeCode(page, code);
  await expect(page.getByText('This merchant account is not active.')).toBeVisible();
});

/** The ids that the page sends with its attempts. */
function attemptsSeen(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== REDEEM) return;
    const { attemptId } = request.postDataJSON() as { attemptId: string };
    seen.push(attemptId);
  });
  return seen;
}

/** The server does what it is asked while the line is bad, and its answers are lost on the way back. */
async function loseAnswers(page: Page, isLineBad: () => boolean): Promise<void> {
  await page.route(`**${REDEEM}`, async (route) => {
    if (!isLineBad()) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function expectOneRedemption(world: World, shop: Shop & { bearer: string }, amount: number) {
  const today = await world.api.call(todaysRedemptions, { query: { of: 'me' } }, { bearer: shop.bearer });
  expect(today).toMatchObject({ count: 1, amount });
}
