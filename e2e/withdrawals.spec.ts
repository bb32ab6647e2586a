import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

const WIZARD = '/dashboard/redeem?way=withdraw';

test('S455 the amount says what is wrong with it, in the words of the product', async ({
  page,
  meet,
  world,
}) => {
  const person = await withWallet(world, meet, 1_000);
  await signIn(page, person, WIZARD);
  await expect(page.getByText(/^Minimum: KES\s10 • Maximum: KES\s950$/u)).toBeVisible();
  const amount = page.getByLabel('Amount', { exact: true });
  for (const [typed, sentence] of [
    ['', 'Please fill in all required fields'],
    ['9', 'Minimum withdrawal amount is KES 10'],
    ['951', 'Insufficient wallet balance'],
    ['ten', 'Please enter a valid amount'],
  ] as const) {
    await amount.fill(typed);
    const proceed = page.getByRole('button', { name: 'Continue' });
    // Too much is said while it is typed, and nothing invites to go on.
    if (typed === '951') await expect(proceed).toBeDisabled();
    else await proceed.click();
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await amount.fill('999999');
  await expect(page.locator('.sum .total')).toHaveText('You receive—');
});

test('an empty wallet has nothing to withdraw, and says where its money comes from', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Otieno', 'Ouma'), WIZARD);
  await expect(page.getByText('There is nothing to withdraw yet')).toBeVisible();
  await expect(page.getByLabel('Amount', { exact: true })).toBeHidden();
});

test('S462 quick amounts above the balance cannot be pressed, and All takes the whole of it', async ({
  page,
  meet,
  world,
}) => {
  const person = await withWallet(world, meet, 1_000);
  await signIn(page, person, WIZARD);
  for (const offered of ['100', '500']) {
    await page.getByRole('button', { name: offered, exact: true }).click();
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue(offered);
  }
  await expect(page.getByText(/KES\s488/u)).toBeVisible();
  for (const tooMuch of ['1,000', '2,000']) {
    await expect(page.getByRole('button', { name: tooMuch, exact: true })).toBeDisabled();
  }
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('950');
});

test('S465 a new number asks for a code first, and then has the money', async ({ page, meet, world }) => {
  const person = await withWallet(world, meet, 1_000);
  const sister = newPerson('Dalila', 'Omondi');
  await signIn(page, person, WIZARD);
  await page.getByLabel('M-PESA number').fill(sister.phoneNumber);
  await register(page, '400');
  await complete(page).click();
  const code = page.getByLabel('Verification code');
  await expect(code).toBeVisible();
  await complete(page).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();

  const [, otp = ''] = await world.sandbox.sms(
    person.phoneNumber,
    /(\d{6}) confirms your Zawadi withdrawal/u,
  );
  await code.fill(otp);
  await complete(page).click();
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible();
  await expect.poll(async () => (await world.sandbox.phone(sister.phoneNumber)).balance).toBe(50_390);
});

test('S375 a pay-out that M-PESA refuses is Canceled with a reason, and the money is back', async ({
  page,
  meet,
  world,
  mpesaBehaves,
}) => {
  const person = await withWallet(world, meet, 1_000);
  await mpesaBehaves({ b2c: 'fail' });
  await signIn(page, person, WIZARD);
  await register(page, '500');
  await complete(page).click();
  await expect(page.getByText('The money is back in your wallet.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Canceled' })).toBeVisible();
  await expect(page.getByText('Back in your wallet', { exact: true })).toBeVisible();
  await expect(page.getByText('You receive')).toBeHidden();
  await expect(page.getByRole('complementary').filter({ hasText: 'New balance' })).toContainText('950');
  await expect(page.getByText('Withdrawal completed successfully!')).toBeHidden();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('500');
  await page.goto('/dashboard/wallet');
  await expect(page.getByLabel('Your balance')).toContainText('950');
});

test('S5 Back before sending keeps the money in the wallet', async ({ page, meet, world }) => {
  const person = await withWallet(world, meet, 1_000);
  await signIn(page, person, WIZARD);
  await register(page, '200');
  await page.getByRole('button', { name: 'Check Status' }).click();
  await expect(
    page.getByText(/^Checked at \d\d:\d\d:\d\d: Not sent yet\. The money is still in your wallet\.$/u),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Send KES\s195 to M-PESA$/u })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('200');
  await page.getByRole('link', { name: 'Redemption options' }).click();
  await expect(page.getByText(/KES\s950 available/u)).toBeVisible();
  await expect(page.getByText('Redeem Gift Card')).toBeVisible();
  await expect(page.getByText('Coming Soon')).toBeVisible();
});

test('S58 a slow pay-out shows On its way, survives a reload and then completes by itself, with a receipt', async ({
  page,
  meet,
  world,
  mpesaBehaves,
}) => {
  const person = await withWallet(world, meet, 1_000);
  await mpesaBehaves({ callback: { delayMs: 4_000 } });
  const sends: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/mpesa/b2c')) sends.push(request.method());
  });
  await signIn(page, person, WIZARD);
  await register(page, '300');
  await complete(page).dblclick();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
  expect(sends).toEqual(['POST']);
  await expect(page.getByRole('definition').first()).toHaveText(/^[0-9A-F]{8}(?:[0-9A-F-]+)?Copy$/u);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'View Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText(/KES\s293/u);
  await expect(receipt).toContainText(/Date\w{3} \d+ \w+ \d{4}, \d\d:\d\d:\d\d EAT/u);
  await receipt.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'New Withdrawal' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('');
});

async function register(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: /^Send KES/u })).toBeVisible();
}

function complete(page: Page) {
  return page.getByRole('button', { name: 'Complete', exact: true });
}
