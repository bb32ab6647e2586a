import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { openTill } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { overflowAt320, overflowOf } from './helpers/overflow.ts';
import { holdFor, payToPhone, SALES, sell, settle } from './helpers/sales.ts';
import { addStaffMember, closeAllWeek, openShop } from './helpers/shops.ts';
import { test } from './helpers/receiver.ts';
import { expect } from './helpers/test.ts';
import { giveTo } from './helpers/till.ts';
import { expectFreeControls } from './helpers/toasts.ts';

const HOME = '/merchant/dashboard';

test.use({ viewport: { width: 360, height: 740 } });

test('on a phone of 360 pixels, no page or dialog of a shop overflows in Kiswahili, whose words are longer', async ({
  page,
  world,
  meet,
  receiver,
}) => {
  test.slow();
  await page.goto('/merchant/login');
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await page.getByRole('button', { name: 'Ingia', exact: true }).click();
  await expectFits(page);
  await page.goto('/merchant/forgot-password');
  await expectFits(page);

  const shop = await openShop(world, 'Duka la Tumaini');
  await closeAllWeek(world, shop);
  const buyer = await meet('Amina', 'Wanjiru');
  await sell(world, shop, buyer, SALES.slice(0, 2));
  await holdFor(world, shop, buyer);
  await addStaffMember(world, shop, { name: 'Juma Otieno', handle: 'juma', staffRole: 'cashier' });
  const { code } = await giveTo(world, buyer, 'Khadija', 'Omar', 40_000);
  const authorization = `Basic ${Buffer.from(await openTill(world, shop.merchantCode)).toString('base64')}`;
  await fetch(`${addressOf('ZAWADI_URL')}/api/v1/transactions?limit=5`, { headers: { authorization } });

  await page.goto('/merchant/login');
  await page.getByLabel('Msimbo wa mfanyabiashara').fill(shop.merchantCode);
  await page.getByLabel('Nenosiri', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Ingia', exact: true }).click();
  await expect(page).toHaveURL(HOME);
  await expect(page.getByText('Umeingia!')).toBeVisible();
  await expectFreeControls(page);
  await expect(page.getByText('Hatua za kwanza')).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Fungua menyu' }).click();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await lookInto(page, 'Ona Zote', 'Funga');

  await look(page, '/redeem');
  await page.getByLabel('Herufi 1 hadi 4', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Zote 38,000' }).click();
  await expectFits(page);
  await page.getByRole('button', { name: /^Tumia KES/u }).click();
  await expect(page.getByText('Zimechukuliwa kwenye vocha ya Khadija')).toBeVisible();
  await expectFits(page);
  await lookInto(page, 'Batilisha matumizi haya', 'Ibakishe');

  await look(page, '/transactions');
  await lookInto(page, 'Brian Otieno', 'Funga');
  await page.getByRole('button', { name: /^Kipindi/u }).click();
  await expectFits(page);
  await look(page, '/vouchers');
  await page.getByRole('button', { name: 'Vocha mpya' }).click();
  await page.getByLabel('Kiasi').fill('302');
  await page.getByLabel('Mpokeaji').fill('Asha Mwangi');
  await page.getByRole('button', { name: 'Tengeneza vocha' }).click();
  await expect(page.getByText('Nimemaliza')).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Nimemaliza' }).click();
  await expectFits(page);

  await payToPhone(world, shop, '254722000111');
  await settle(world, shop);
  await look(page, '/settlements');
  await page.getByRole('link', { name: /^ST-/u }).first().click();
  await expect(page.getByRole('heading', { name: 'Yaliyotokea' })).toBeVisible();
  await expectFits(page);
  await look(page, '/settlements/invoices');
  await lookInto(page, 'Badilisha');
  await look(page, '/reports');
  await look(page, '/support');
  for (const question of await page.locator('summary').all()) await question.click();
  await expectFits(page);

  await look(page, '/settings');
  for (const button of [
    'Hariri mawasiliano',
    'Badilisha barua pepe',
    'Weka mahali',
    'Badilisha njia',
    'Ongeza wafanyakazi',
    'Simamia Juma Otieno',
    'Badilisha Nenosiri',
  ])
    await lookInto(page, button);
  await page.getByRole('button', { name: 'Badilisha saa' }).click();
  await page.getByLabel('Jumatatu: limefunguliwa au limefungwa').selectOption({ index: 0 });
  await expectFits(page);

  await look(page, '/api');
  for (const button of ['Tengeneza siri upya', 'Badilisha ndani ya saa 24', 'Ongeza ufunguo'])
    await lookInto(page, button);
  await page.getByRole('button', { name: 'Toa vocha ya majaribio' }).click();
  await expect(page.getByLabel('Msimbo wa vocha ya majaribio', { exact: true })).toBeVisible();
  for (const example of await page.locator('details > summary').all()) await example.click();
  await expectFits(page);
  await look(page, '/api/log');
  await page
    .getByRole('button', { name: /transactions/u })
    .first()
    .click();
  await expectFits(page);
  await look(page, '/api/webhooks');
  await page.getByLabel('URL ya webhook').fill(receiver.url);
  await page.getByRole('button', { name: 'Hifadhi', exact: true }).click();
  await page.getByRole('button', { name: 'Nimeitunza' }).click();
  await lookInto(page, 'Ongeza anwani');
  await page.getByRole('button', { name: 'Jaribu', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page);
  await look(page, '/api/events');
  await page.getByRole('button', { name: 'webhook.test' }).click();
  await expect(page.getByText('Jaribio la 1')).toBeVisible();
  await expectFits(page);
});

/** Opens a page and checks that nothing overflows, also on the narrowest phone. */
async function look(page: Page, path: string): Promise<void> {
  await page.goto(`${HOME}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFits(page);
  expect(await overflowAt320(page), path).toEqual([]);
}

/** Presses a button, checks the dialog that the button opens, and closes the dialog. */
async function lookInto(page: Page, button: string, close = 'Ghairi'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectFits(page);
  await dialog.getByRole('button', { name: close, exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function expectFits(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await overflowOf(page), new URL(page.url()).pathname).toEqual([]);
}
