import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { enableTwoFactor, holdVoucher, redeemAtTill, startTwoFactor } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { openTill } from '@zawadi/story/steps';
import { expectKiswahili } from './helpers/kiswahili.ts';
import { overflowOf } from './helpers/overflow.ts';
import { SALES, sell } from './helpers/sales.ts';
import { addShop, closeAllWeek, openShop, setStatus } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo } from './helpers/till.ts';
import { totp } from './helpers/totp.ts';

const OVERVIEW = '/merchant/dashboard';
const PHONE = { width: 360, height: 740 };

test('a new shop signs in, chooses its password and reads its first steps in Kiswahili', async ({
  page,
  world,
}) => {
  const shop = await addShop(world, 'Duka la Mwangaza');
  await page.setViewportSize(PHONE);
  await page.goto('/merchant/login');
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await page.getByRole('button', { name: 'Ingia', exact: true }).click();
  await expect(page.getByText('Tafadhali andika msimbo wako wa mfanyabiashara')).toBeVisible();
  await expectFits(page);
  await page.getByRole('link', { name: 'Umesahau nenosiri?' }).click();
  await page.getByRole('button', { name: 'Tuma Msimbo' }).click();
  await expect(page.getByText('Tafadhali andika msimbo sahihi wa mfanyabiashara')).toBeVisible();
  await expectFits(page);
  await page.getByLabel('Msimbo wa mfanyabiashara').fill(shop.merchantCode);
  await page.getByLabel('Barua pepe').fill(shop.contactEmail);
  await page.getByRole('button', { name: 'Tuma Msimbo' }).click();
  await expect(page.getByRole('button', { name: 'Weka Nenosiri Jipya' })).toBeVisible();
  await expectFits(page);

  await page.goto('/merchant/login');
  await enter(page, shop.merchantCode, 'not-the-password');
  await expect(page.getByText('Imeshindikana kuingia.')).toBeVisible();
  await enter(page, shop.merchantCode, shop.temporaryPassword);
  await expect(page.getByRole('heading', { name: 'Chagua nenosiri lako mwenyewe' })).toBeVisible();
  await page.getByRole('button', { name: 'Hifadhi na uendelee' }).click();
  await expect(page.getByText('Tafadhali andika nenosiri lako')).toBeVisible();
  await expectFits(page);
  await page.getByLabel('Nenosiri la muda').fill(shop.temporaryPassword);
  await page.getByLabel('Nenosiri jipya').fill(DEMO_PASSWORD);
  await page.getByLabel('Rudia nenosiri').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Hifadhi na uendelee' }).click();
  await expect(page).toHaveURL(OVERVIEW);
  await expect(page.getByText('Hatua za kwanza')).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Fungua menyu' }).click();
  await expectFits(page);
  await page.getByRole('link', { name: 'Komboa', exact: true }).click();
  await expect(page.getByText('Bado hakuna vocha iliyokombolewa leo')).toBeVisible();
  await expectFits(page);
});

test('figures, alerts, transactions and a hold are read in Kiswahili', async ({ page, world, meet }) => {
  const shop = await openShop(world, 'Duka la Tumaini');
  await closeAllWeek(world, shop);
  const buyer = await meet('Amina', 'Wanjiru');
  await sell(world, shop, buyer, SALES.slice(0, 2));
  const gift = await giveTo(world, buyer, 'Hassan', 'Abdi', 1_000);
  await world.api.call(
    holdVoucher,
    {
      params: { id: gift.code },
      headers: { 'idempotency-key': randomUUID() },
      body: { amount: 400, reference: 'oda 7', expires_in_minutes: 60 },
    },
    { basic: await openTill(world, shop.merchantCode) },
  );
  await signInInKiswahili(page, shop.merchantCode);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('nje ya saa zako za kazi')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectFits(page);
  await page.getByRole('button', { name: 'Nimeiona' }).first().click();
  await expect(page.getByText('Tahadhari imeonwa')).toBeVisible();
  await page.getByRole('button', { name: 'Ona Zote' }).click();
  await expect(page.getByRole('dialog').getByText('Ilionwa na Wanjiku Kamau')).toBeVisible();
  await expectFits(page);

  await page.goto(`${OVERVIEW}/transactions`);
  await expect(page.getByText('Miamala 3')).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Hassan Abdi' }).click();
  await expectFits(page);
  await page.getByRole('button', { name: 'Chukua', exact: true }).click();
  await page.getByLabel('Kiasi').fill('401');
  await page.getByRole('button', { name: 'Chukua', exact: true }).click();
  await expect(page.getByText(/^KES\s400 tu zimeshikiliwa$/u)).toBeVisible();
  await expectFits(page);
  await page.getByLabel('Kiasi').fill('300');
  await page.getByRole('button', { name: 'Chukua', exact: true }).click();
  await expect(page.getByText(/KES\s300 ni zako\. KES\s100 zimerudi kwa mteja\./u)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Funga' }).click();
  await page.getByRole('button', { name: 'Brian Otieno' }).click();
  await expectFits(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Funga' }).click();
  await page.getByRole('button', { name: /^Kipindi/u }).click();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('ab');
  await expect(page.getByText('Tafadhali andika angalau herufi 3')).toBeVisible();
  await page.getByRole('searchbox').fill('hakuna mtu');
  await expect(page.getByText('Hakuna miamala iliyopatikana')).toBeVisible();
  await expectFits(page);
});

test('a shop makes, sends and voids a voucher in Kiswahili', async ({ page, world, meet }) => {
  const shop = await openShop(world, 'Duka la Baraka');
  const { code } = await giveTo(world, await meet('Otieno', 'Okoth'), 'Faith', 'Chelimo', 2_000);
  const taken = { code, amount: 1_500, attemptId: randomUUID() };
  await world.api.call(redeemAtTill, { body: taken }, { bearer: shop.bearer });
  await signInInKiswahili(page, shop.merchantCode);
  await page.goto(`${OVERVIEW}/vouchers`);
  await expect(page.getByText('Bado hakuna vocha')).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Vocha mpya' }).click();
  await page.getByRole('button', { name: 'Tengeneza vocha' }).click();
  await expect(page.getByText('Tafadhali andika kiasi sahihi')).toBeVisible();
  await expectFits(page);
  await page.getByLabel('Kiasi').fill('500');
  await page.getByLabel('Mpokeaji').fill('Juma Ali');
  await page.getByRole('dialog').getByLabel('Simu').fill('0712345678');
  await page.getByRole('button', { name: 'Tengeneza vocha' }).click();
  await expect(page.getByText('Tumetuma msimbo na kiungo kwa')).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Nimemaliza' }).click();
  await expect(page.getByText('Vocha 1', { exact: true })).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Juma Ali' }).click();
  await page.getByRole('button', { name: 'Tuma tena' }).click();
  await expect(page.getByText('Imetumwa hivi punde.')).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Futa', exact: true }).click();
  await expectFits(page);
  await page.getByRole('button', { name: 'Futa', exact: true }).click();
  await expect(page.getByText('Vocha imefutwa')).toBeVisible();
  await expectFits(page);
});

test.describe('a shop with a second factor', () => {
  // That it is suspended is an answer; Chromium logs it all the same.
  test.use({ expectedComplaints: /status of 403/u });

  test('the second step of a sign-in is asked for in Kiswahili', async ({ page, world }) => {
    const shop = await openShop(world, 'Duka la Amani');
    const bearer = { bearer: shop.bearer };
    const { secret } = await world.api.call(startTwoFactor, { body: { password: DEMO_PASSWORD } }, bearer);
    await world.api.call(enableTwoFactor, { body: { otp: totp(secret) } }, bearer);
    await page.goto('/merchant/login?lang=sw');
    await enter(page, shop.merchantCode);
    const otp = page.getByLabel('Msimbo wa uthibitishaji');
    await otp.fill('000000');
    await page.getByRole('button', { name: 'Ingia', exact: true }).click();
    await expect(page.getByText('Msimbo wa uthibitisho si sahihi')).toBeVisible();
    await expectFits(page);
    await setStatus(world, shop, 'SUSPENDED');
    await otp.fill(totp(secret, 1));
    await page.getByRole('button', { name: 'Ingia', exact: true }).click();
    await expect(page.getByText('Akaunti hii ya mfanyabiashara haitumiki.')).toBeVisible();
  });
});

async function signInInKiswahili(page: Page, merchantCode: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto('/merchant/login');
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await enter(page, merchantCode);
  await expect(page).toHaveURL(OVERVIEW);
}

async function enter(page: Page, merchantCode: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Msimbo wa mfanyabiashara').fill(merchantCode);
  await page.getByLabel('Nenosiri', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingia', exact: true }).click();
}

/** No English, and nothing wider than a small phone. */
async function expectFits(page: Page): Promise<void> {
  await expectKiswahili(page);
  const usual = page.viewportSize();
  await page.setViewportSize(PHONE);
  expect(await overflowOf(page), new URL(page.url()).pathname).toEqual([]);
  if (usual !== null) await page.setViewportSize(usual);
}
