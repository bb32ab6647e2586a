import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { redeemAtTill, todaysRedemptions } from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { buyGift, readGift, type World } from '@zawadi/story/steps';
import { overflowOf } from './kit/overflow.ts';
import { addColleague, openShop, setStatus, signInAtShop, type Shop } from './kit/shops.ts';
import { expect, test } from './kit/test.ts';

const TILL = '/merchant/dashboard/redeem';
const REDEEM = '/api/till/v1/redeem';

test('a typed code shows the voucher, a part of it is taken, and the rest later', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Otieno', 'Okoth'), 'Brian', 'Otieno', 5_000);
  const shop = await openShop(world, 'Duka la Baraka');
  await signInAtShop(page, shop.merchantCode, TILL);
  await expect(page.getByText('Nothing redeemed yet today')).toBeVisible();
  await typeCode(page, code.toLowerCase());
  await expect(page.getByText('Brian O.')).toBeVisible();
  await expect(page.getByText('Active')).toBeVisible();
  await expect(page.getByLabel('Take')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter the amount to take')).toBeVisible();
  await page.getByLabel('Take').fill('4,751');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Only KES\s4,750 is left on this voucher/u)).toBeVisible();
  await page.getByRole('button', { name: '1,000', exact: true }).click();
  await page.getByLabel('Take').fill('1,200');
  await expect(page.getByText(/^KES\s3,550$/u)).toBeVisible();
  await page.getByRole('button', { name: /^Redeem KES\s1,200$/u }).click();
  await expect(page.getByText('Taken from Brian’s voucher')).toBeVisible();
  await expect(page.getByText(/KES\s3,550 stays on the voucher/u)).toBeVisible();
  await expect(page.getByText(`•••• ${code.slice(-4)}`)).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await expect(page.getByLabel('Characters 1 to 4', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Brian O.' })).toBeVisible();
  await typeCode(page, code);
  await expect(page.getByText('Partly used')).toBeVisible();
  await page.getByRole('button', { name: /^All 3,550$/u }).click();
  await page.getByRole('button', { name: /^Redeem KES\s3,550$/u }).click();
  await expect(page.getByText('Nothing stays on the voucher')).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await typeCode(page, code);
  await expect(page.getByText('This voucher is already used up.')).toBeVisible();
  await expect(page.getByLabel('Take')).toBeHidden();
});

test('a scanner that types and presses Enter fills the code wherever the focus is', async ({
  page,
  world,
  meet,
}) => {
  const buyer = await meet('Wairimu', 'Kariuki');
  const first = await giveTo(world, buyer, 'Grace', 'Wambui', 600);
  const second = await giveTo(world, buyer, 'Peter', 'Odhiambo', 700);
  const shop = await openShop(world, 'Soko Bora');
  await signInAtShop(page, shop.merchantCode, TILL);
  await page.getByRole('heading', { name: 'Redeem a voucher' }).click();
  await scanWithKeys(page, first.code);
  await expect(page.getByText('Grace W.')).toBeVisible();
  // The focus is on the amount now: the next customer's code must not become an amount.
  await scanWithKeys(page, second.code);
  await expect(page.getByText('Peter O.')).toBeVisible();
  await expect(page.getByLabel('Take')).toHaveValue('');
  await page.getByRole('button', { name: /^All/u }).click();
  await page.getByRole('button', { name: /^Redeem KES/u }).click();
  await expect(page.getByText('Taken from Peter’s voucher')).toBeVisible();
  await scanWithKeys(page, first.code);
  await expect(page.getByText('Grace W.')).toBeVisible();
});

test('a code with a mistake is found before anybody is asked, and an unknown one says so', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Mboga Safi');
  await signInAtShop(page, shop.merchantCode, TILL);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByText('Please enter all 16 characters of the code')).toBeVisible();
  await typeCode(page, '0000000000000001');
  await expect(page.getByText('This is not quite the code.')).toBeVisible();
  expect(asked).not.toContain('/api/till/v1/look-up');
  await page.getByLabel('Characters 13 to 16', { exact: true }).fill('0000');
  await expect(page.getByText('We do not know this voucher.')).toBeVisible();
});

test('too many wrong codes slow the till down, and it says how long', async ({ page, world }) => {
  const shop = await openShop(world, 'Kona Kiosk');
  await signInAtShop(page, shop.merchantCode, TILL);
  await typeCode(page, '0000000000000000');
  const again = page.getByRole('button', { name: 'Look up' });
  await expect(async () => {
    await again.click();
    await expect(page.getByText(/You can try again in \d+:\d\d/u)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('Too many codes were wrong.')).toBeVisible();
  await expect(page.getByText('You can try again now.')).toBeVisible({ timeout: 60_000 });
});

test.describe('when the connection breaks', () => {
  test.use({ expectedComplaints: /ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)|status of (403|50\d)/u });

  test('a lost answer is asked for again by itself, and the value is taken once', async ({
    page,
    world,
    meet,
  }) => {
    const { code } = await giveTo(world, await meet('Njeri', 'Maina'), 'Hassan', 'Abdi', 2_000);
    const shop = await openShop(world, 'Duka la Salama');
    await signInAtShop(page, shop.merchantCode, TILL);
    const attempts = attemptsSeen(page);
    await loseAnswers(page, 2);
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

  test('a page that is loaded anew in the middle finds out what happened, and takes nothing twice', async ({
    page,
    world,
    meet,
  }) => {
    const { code } = await giveTo(world, await meet('Akinyi', 'Odera'), 'Mercy', 'Atieno', 1_000);
    const shop = await openShop(world, 'Chai Corner');
    await signInAtShop(page, shop.merchantCode, TILL);
    const attempts = attemptsSeen(page);
    await loseAnswers(page, 100);
    await typeCode(page, code);
    await page.getByLabel('Take').fill('300');
    await page.getByRole('button', { name: /^Redeem KES\s300$/u }).click();
    await expect(page.getByRole('heading', { name: 'We do not know yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep asking' }).click();
    await page.unroute(`**${REDEEM}`);
    await page.reload();
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

  test('a shop that is not approved yet is told so before and when it tries', async ({
    page,
    world,
    meet,
  }) => {
    const { code } = await giveTo(world, await meet('Kendi', 'Mwiti'), 'Joyce', 'Nduta', 1_000);
    const shop = await openShop(world, 'Duka Jipya');
    await setStatus(world, shop, 'PENDING');
    await signInAtShop(page, shop.merchantCode, TILL);
    await expect(page.getByText('Your account is waiting for approval.')).toBeVisible();
    await typeCode(page, code);
    await expect(page.getByText('This merchant account is not active.')).toBeVisible();
  });
});

test('what another till took meanwhile is refused, and the till shows what is left', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Naliaka', 'Simiyu'), 'Samuel', 'Kiptoo', 1_000);
  const shop = await openShop(world, 'Rafiki Stores');
  await signInAtShop(page, shop.merchantCode, TILL);
  await typeCode(page, code);
  await page.getByRole('button', { name: 'All 950' }).click();
  const taken = { code, amount: 600, attemptId: randomUUID() };
  await world.api.call(redeemAtTill, { body: taken }, { bearer: shop.bearer });
  await page.getByRole('button', { name: /^Redeem KES\s950$/u }).click();
  await expect(page.getByText('The voucher has less than this left.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All 350' })).toBeVisible();
});

test('a redemption is shared, saved as PDF and reversed on the same day, by the owner and not by a cashier', async ({
  page,
  context,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Chebet', 'Koech'), 'Esther', 'Wanjala', 1_000);
  const shop = await openShop(world, 'Lulu Bookshop');
  const cashier = await addColleague(world, shop, { name: 'Juma Ali', handle: 'juma', staffRole: 'cashier' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAtShop(page, cashier, TILL);
  await typeCode(page, code);
  await page.getByRole('button', { name: 'All 950' }).click();
  await page.getByRole('button', { name: /^Redeem KES\s950$/u }).click();
  await expect(page.getByText('Juma Ali')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reverse this redemption' })).toBeHidden();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`KES 950 taken from voucher •••• ${code.slice(-4)}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^receipt-[0-9a-f]{8}\.pdf$/u);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.getByRole('button', { name: 'Logout' }).click();

  await signInAtShop(page, shop.merchantCode, TILL);
  await page.getByRole('button', { name: 'Esther W.' }).click();
  await page.getByRole('button', { name: 'Reverse this redemption' }).click();
  const question = page.getByRole('dialog', { name: /^Reverse KES\s950/u });
  await question.getByRole('button', { name: 'Reverse it' }).click();
  await expect(page.getByText('Redemption reversed')).toBeVisible();
  await expect(page.getByText('This redemption was reversed')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('Reversed', { exact: true })).toBeVisible();
  await typeCode(page, code);
  await expect(page.getByRole('button', { name: 'All 950' })).toBeVisible();
});

test('on a phone of 360 pixels nothing sticks out, and the sound can be turned off for good', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Barasa', 'Wafula'), 'Khadija', 'Omar', 40_000);
  const shop = await openShop(world, 'Duka Dogo');
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAtShop(page, shop.merchantCode, TILL);
  await page.getByRole('button', { name: 'Turn the sound off' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn the sound on' })).toBeVisible();
  expect(await overflowOf(page)).toEqual([]);
  await typeCode(page, code);
  await page.getByRole('button', { name: 'All 38,000' }).click();
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Redeem KES/u }).click();
  await expect(page.getByText('Taken from Khadija’s voucher')).toBeVisible();
  expect(await overflowOf(page)).toEqual([]);
});

async function giveTo(world: World, buyer: SignedIn, firstName: string, lastName: string, amount: number) {
  const recipient = newPerson(firstName, lastName);
  await buyGift(world, buyer, { recipient, amount, message: 'Hongera!', cloth: 'birthday' });
  return readGift(world, recipient);
}

async function typeCode(page: Page, code: string): Promise<void> {
  const first = page.getByLabel('Characters 1 to 4', { exact: true });
  for (const box of [5, 9, 13])
    await page.getByLabel(`Characters ${box} to ${box + 3}`, { exact: true }).fill('');
  await first.fill('');
  // With a person's pauses.
  await first.pressSequentially(code.replaceAll('-', ''), { delay: 70 });
}

async function scanWithKeys(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

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

/** The server does what the next calls ask for, and its answers are lost on the way back. */
async function loseAnswers(page: Page, times: number): Promise<void> {
  await page.route(
    `**${REDEEM}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times },
  );
}

async function expectOneRedemption(world: World, shop: Shop & { bearer: string }, amount: number) {
  const today = await world.api.call(todaysRedemptions, { query: { of: 'me' } }, { bearer: shop.bearer });
  expect(today).toMatchObject({ count: 1, amount });
}
