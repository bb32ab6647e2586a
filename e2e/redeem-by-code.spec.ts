import type { Browser } from '@playwright/test';
import { buyGift, readGift } from '@zawadi/story/steps';
import { switchFeature } from './helpers/feature-switches.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

// Switch the feature off afterwards: one system serves all tests of a worker, and the others expect the default.
test.beforeAll(async ({ browser, baseURL }) => inPage(browser, baseURL, 'Switch on'));
test.afterAll(async ({ browser, baseURL }) => inPage(browser, baseURL, 'Switch off'));

test('S6 a typed gift code shows the gift, and one more press adds the gift to the wallet', async ({
  page,
  world,
  meet,
}) => {
  const recipient = await meet('Wambui', 'Njoroge');
  const buyer = await meet('Otieno', 'Okoth');
  const message = 'Hongera kwa kazi nzuri!';
  await buyGift(world, buyer, { recipient, amount: 1_000, message, cloth: 'asante' });
  const { code } = await readGift(world, recipient);
  await signIn(page, recipient, '/dashboard/redeem');
  await page.getByRole('link', { name: /Redeem Gift Card/u }).click();
  const symbols = code.replaceAll('-', '').toLowerCase();
  await page.getByLabel('Characters 1 to 4', { exact: true }).pressSequentially(symbols);
  await expect(page.getByLabel('Characters 13 to 16', { exact: true })).toHaveValue(code.slice(-4));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/KES\s950 from Otieno Okoth/u)).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(page.getByText(/KES\s950 is in your wallet\./u)).toBeVisible();
  await page.getByRole('button', { name: 'Another code' }).click();
  await expect(page.getByLabel('Characters 1 to 4', { exact: true })).toHaveValue('');
  await page.goto('/dashboard/wallet');
  await expect(page.getByText(/KES\s950/u).first()).toBeVisible();
});

async function inPage(
  browser: Browser,
  baseURL: string | undefined,
  verb: 'Switch on' | 'Switch off',
): Promise<void> {
  const page = await browser.newPage({ baseURL });
  await switchFeature(page, 'Redeem by code', verb);
  await page.close();
}
