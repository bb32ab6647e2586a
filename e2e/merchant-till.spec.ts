import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { todaysRedemptions, updatePlace } from '@zawadi/contract';
import { addStaffMember, openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { expectPaper, giveTo, TILL, typeCode } from './helpers/till.ts';
import { expectToCoverNothing } from './helpers/toasts.ts';

const REDEEM = '/api/redemptions/v1/redeem';
const NAKURU = { category: 'books', town: 'Nakuru', street: 'Kenyatta Avenue', mapLink: '' } as const;

test('S100 a code typed at the till shows the voucher, and the cashier redeems a part now and the rest later', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Otieno', 'Okoth'), 'Brian', 'Otieno', 5_000);
  const shop = await openShop(world, 'Duka la Baraka');
  await signInAtShop(page, shop.merchantCode, TILL);
  await expect(page.getByText('Nothing redeemed yet today')).toBeVisible();
  await expectToCoverNothing(page, 'Login successful!');
  await typeCode(page, '0000-0000-0000-0000');
  await expect(page.getByText('We do not know this voucher.')).toBeVisible();
  for (const box of await page.getByLabel(/^Characters/u).all())
    await expect(box).toHaveCSS('border-color', await tokenColour(page, '--danger'));
  await typeCode(page, code.toLowerCase());
  await expect(page.getByText('Brian O.')).toBeVisible();
  await expect(page.getByText('Active')).toBeVisible();
  await expect(page.getByLabel('Take')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Redeem KES\s4,750$/u })).toBeVisible();
  await expect(
    page.getByText('This is all of it. Press Enter to take it, or type another amount.'),
  ).toBeVisible();
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

test('S101 a redemption is shared, saved as PDF, and reversed on the same day by the owner but not by a cashier', async ({
  page,
  context,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Chebet', 'Koech'), 'Esther', 'Wanjala', 1_000);
  const shop = await openShop(world, 'Lulu Bookshop');
  const body = { ...NAKURU, phoneNumber: '0722 000 103' };
  const params = { placeId: shop.merchantId };
  await world.api.call(updatePlace, { params, body }, { bearer: shop.bearer });
  const cashier = await addStaffMember(world, shop, {
    name: 'Juma Ali',
    handle: 'juma',
    staffRole: 'cashier',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAtShop(page, cashier, TILL);
  await typeCode(page, code);
  await page.getByRole('button', { name: 'All 950' }).click();
  await page.getByRole('button', { name: /^Redeem KES\s950$/u }).click();
  await expect(page.locator('.receipt').getByText('Juma Ali')).toBeVisible();
  // The frame of the page shows the signed-in cashier.
  await expect(page.locator('.who').getByText('Juma Ali')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reverse this redemption' })).toBeHidden();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Kenyatta Avenue, Nakuru\n0722 000 103');
  expect(copied).toContain(`KES 950 taken from voucher •••• ${code.slice(-4)}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^receipt-[0-9a-z]{5}-[0-9a-z]{5}\.pdf$/u);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  // Receipt printers have rolls of 58 or 80 mm, and a receipt must be one page on the roll.
  for (const [paper, width] of [
    ['58 mm roll', 164],
    ['80 mm roll', 227],
    ['A5 sheet', 420],
    ['A4 sheet', 595],
  ] as const) {
    await page.getByLabel('Print on').selectOption(paper);
    await expectPaper(page, width);
  }
  // Fire the event that the browser fires before printing. Only then does the page contain the receipt.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const printed = page.getByRole('article');
  await expect(printed).toContainText('Kenyatta Avenue, Nakuru0722 000 103');
  await expect(printed).toContainText(/Date\d{1,2} \w+ \d{4}, \d\d:\d\d/u);
  await expect(printed).not.toContainText('Today');
  await page.emulateMedia({ media: null });
  await page.reload();
  const receipt = copied.match(/Receipt (\S+)/u)?.[1] ?? '';
  await page.getByRole('button', { name: 'Logout' }).click();

  await signInAtShop(page, shop.merchantCode, TILL);
  await page.getByRole('button', { name: 'Esther W.' }).click();
  // The paper that was chosen on this device is used for reprints, too.
  await expect(page.getByLabel('Print on')).toHaveValue('a4');
  await expectPaper(page, 595);
  await page.getByLabel('Print on').selectOption('58 mm roll');
  await expectPaper(page, 164);
  await page.getByRole('button', { name: 'Reverse this redemption' }).click();
  const question = page.getByRole('dialog', { name: /^Reverse KES\s950/u });
  await question.getByRole('button', { name: 'Reverse redemption' }).click();
  await expect(page.getByText('Redemption reversed')).toBeVisible();
  await expect(page.getByText('This redemption was reversed')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('Reversed', { exact: true })).toBeVisible();
  // A customer returns with the printed receipt number.
  await page.goto('/merchant/dashboard/transactions');
  await page.getByRole('searchbox').fill(receipt);
  await page.getByRole('button', { name: 'Esther Wanjala' }).click();
  await expect(page.getByRole('dialog')).toContainText(receipt);
  await page.goto(TILL);
  await typeCode(page, code);
  await expect(page.getByRole('button', { name: 'All 950' })).toBeVisible();
});

test.describe('with a bad line', () => {
  test.use({ expectedComplaints: /ERR_CONNECTION_RESET/u });

  test('S102 a page reloaded during a redemption finds its outcome and redeems nothing twice', async ({
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
    await page.getByRole('button', { name: 'Stop asking' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep asking' }).click();
    // Answers arrive again only after the reload has discarded the page that sent the attempt.
    await page.reload({ waitUntil: 'commit' });
    isLost = false;
    await expect(page.getByText('Taken from Mercy’s voucher')).toBeVisible();
    expect(new Set(attempts).size).toBe(1);
    const today = await world.api.call(todaysRedemptions, { query: { of: 'me' } }, { bearer: shop.bearer });
    expect(today).toMatchObject({ count: 1, amount: 300 });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Look up' })).toBeVisible();
  });
});

/** Records the ids of the redemption attempts that the page sends. */
function attemptsSeen(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== REDEEM) return;
    const { attemptId } = request.postDataJSON() as { attemptId: string };
    seen.push(attemptId);
  });
  return seen;
}

/** While the line is bad, drops the answers to redemptions, although the server executes them. */
async function loseAnswers(page: Page, isLineBad: () => boolean): Promise<void> {
  await page.route(`**${REDEEM}`, async (route) => {
    if (!isLineBad()) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** Returns a colour of the current theme, as the browser computes it. */
async function tokenColour(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}
