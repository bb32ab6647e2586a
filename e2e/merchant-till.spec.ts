import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { redeemAtTill, updateMerchantPlace } from '@zawadi/contract';
import { overflowOf } from './helpers/overflow.ts';
import { addColleague, openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo, TILL, typeCode } from './helpers/till.ts';
import { expectToCoverNothing } from './helpers/toasts.ts';

const NAKURU = { category: 'books', town: 'Nakuru', street: 'Kenyatta Avenue', mapLink: '' } as const;

test('S100 a typed code shows the voucher, a part of it is taken, and the rest later', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Otieno', 'Okoth'), 'Brian', 'Otieno', 5_000);
  const shop = await openShop(world, 'Duka la Baraka');
  await signInAtShop(page, shop.merchantCode, TILL);
  await expect(page.getByText('Nothing redeemed yet today')).toBeVisible();
  await expectToCoverNothing(page, 'Login successful!');
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

test('one button leads at rest: scanning on a phone, looking up on a desk', async ({ page, world, meet }) => {
  const { code } = await giveTo(world, await meet('Achieng', 'Odera'), 'Moses', 'Kimani', 600);
  const shop = await openShop(world, 'Duka la Kitufe');
  await signInAtShop(page, shop.merchantCode, TILL);
  const leading = page.locator('main .btn.primary');
  await expect(leading).toHaveText([/^Look up/u]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(leading).toHaveText([/^Scan QR code/u]);
  await typeCode(page, code);
  await expect(leading).toHaveText([/^Redeem/u]);
});

test('a code with a mistake is found without a call, and an unknown one says so', async ({ page, world }) => {
  const shop = await openShop(world, 'Mboga Safi');
  await signInAtShop(page, shop.merchantCode, TILL);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByText('Please enter all 16 characters of the code')).toBeVisible();
  await typeCode(page, '0000000000000001');
  await expect(page.getByText('This is not quite the code.')).toBeVisible();
  expect(asked).not.toContain('/api/redemptions/v1/look-up');
  await page.getByLabel('Characters 13 to 16', { exact: true }).fill('0000');
  await expect(page.getByText('We do not know this voucher.')).toBeVisible();
  for (const box of await page.getByLabel(/^Characters/u).all()) {
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await expect(box).toHaveValue('0000');
    await expect(box).toHaveCSS('border-color', await tokenColour(page, '--danger'));
  }
});

test('S103 too many wrong codes slow the till down, and it says how long', async ({ page, world }) => {
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

test('S101 a redemption is shared, saved as PDF and reversed on the same day, by the owner and not by a cashier', async ({
  page,
  context,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Chebet', 'Koech'), 'Esther', 'Wanjala', 1_000);
  const shop = await openShop(world, 'Lulu Bookshop');
  const body = { ...NAKURU, phoneNumber: '0722 000 103' };
  await world.api.call(updateMerchantPlace, { body }, { bearer: shop.bearer });
  const cashier = await addColleague(world, shop, { name: 'Juma Ali', handle: 'juma', staffRole: 'cashier' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAtShop(page, cashier, TILL);
  await typeCode(page, code);
  await page.getByRole('button', { name: 'All 950' }).click();
  await page.getByRole('button', { name: /^Redeem KES\s950$/u }).click();
  await expect(page.locator('.receipt').getByText('Juma Ali')).toBeVisible();
  // Whose till this is.
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
  // A till's roll is 58 or 80 mm wide, and a receipt is one piece of it.
  for (const [paper, width] of [
    ['58 mm roll', 164],
    ['80 mm roll', 227],
    ['A5 sheet', 420],
    ['A4 sheet', 595],
  ] as const) {
    await page.getByLabel('Print on').selectOption(paper);
    const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(sheet.match(/\/Type \/Page\b/gu), paper).toHaveLength(1);
    const [, wide] = /\/MediaBox \[0 0 (\d+)/u.exec(sheet) ?? [];
    expect(Math.abs(Number(wide) - width), `${paper} ${wide}`).toBeLessThanOrEqual(1);
  }
  // The browser says so before it prints; nothing of it is on the screen.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const printed = page.getByRole('article');
  await expect(printed).toContainText('Kenyatta Avenue, Nakuru0722 000 103');
  await expect(printed).toContainText(/Date\d{1,2} \w+ \d{4}, \d\d:\d\d/u);
  await expect(printed).not.toContainText('Today');
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  const receipt = copied.match(/Receipt (\S+)/u)?.[1] ?? '';
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
  // What a customer brings back is the number on the paper.
  await page.goto('/merchant/dashboard/transactions');
  await page.getByRole('searchbox').fill(receipt);
  await page.getByRole('button', { name: 'Esther Wanjala' }).click();
  await expect(page.getByRole('dialog')).toContainText(receipt);
  await page.goto(TILL);
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

/** A colour of the theme in force, as the browser computes it. */
async function tokenColour(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}
