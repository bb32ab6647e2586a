import type { Locator } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { enableTwoFactor, startTwoFactor } from '@zawadi/contract';
import { addColleague, addShop, openShop, setStatus, signInAtShop } from './helpers/shops.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

test('S94 a new merchant replaces the temporary password before any other page, and lands where they wanted to go', async ({
  page,
  world,
}) => {
  const shop = await addShop(world, 'Mama Njeri Groceries');
  await page.goto('/merchant/dashboard/redeem');
  await expect(page).toHaveURL(/\/merchant\/login\?from=/u);
  await submitLogin(page, 'Merchant code', shop.merchantCode.toLowerCase(), shop.temporaryPassword);
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  for (const elsewhere of ['/merchant/dashboard', '/merchant/transactions', '/merchant/login']) {
    await page.goto(elsewhere);
    await expect(page, elsewhere).toHaveURL(/\/merchant\/first-password/u);
  }
  await page.goto('/merchant/dashboard/redeem');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await page.getByLabel('Temporary password').fill('not-what-was-mailed');
  await page.getByLabel('New password').fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password').fill('Another-demo-1');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('Your current password is not right.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue(DEMO_PASSWORD);
  await page.getByLabel('Temporary password').fill('');
  await paste(page.getByLabel('Temporary password'), ` ${shop.temporaryPassword} `);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL('/merchant/dashboard/redeem');
  await expect(page.getByText('Your account is waiting for approval.')).toBeVisible();
  await page.goto('/merchant/first-password');
  await expect(page).toHaveURL('/merchant/dashboard');
});

test('S92 a forgotten password is reset by merchant code and email, and leads back to the merchant’s login', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Kamau Hardware');
  await page.goto('/merchant/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/merchant/forgot-password');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Please enter a valid merchant code')).toBeVisible();
  await page.getByLabel('Merchant code').fill(shop.merchantCode);
  await page.getByLabel('Email').fill(shop.contactEmail);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Reset code sent to your email')).toBeVisible();
  await expect(page.getByLabel('Merchant code')).toHaveValue(shop.merchantCode);
  const [otp = ''] = await world.sandbox.mail(shop.contactEmail, /\b\d{6}\b/u);
  await page.getByLabel('Verification code').fill(otp);
  await page.getByLabel('New password').fill('Tujenge-pamoja-7');
  await page.getByLabel('Confirm password').fill('Tujenge-pamoja-7');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successful')).toBeVisible();
  await expect(page).toHaveURL('/merchant/login');
  await submitLogin(page, 'Merchant code', shop.merchantCode, 'Tujenge-pamoja-7');
  await expect(page).toHaveURL('/merchant/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/merchant/login');
});

test('an address that does not belong to the merchant code is answered alike and gets no email', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Otieno Phones');
  await page.goto('/merchant/forgot-password');
  await page.getByLabel('Merchant code').fill(shop.merchantCode);
  await page.getByLabel('Email').fill('somebody.else@example.test');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Reset code sent to your email')).toBeVisible();
  await page.getByLabel('Verification code').fill('123456');
  await page.getByLabel('New password').fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();
});

test('an administrator’s reset asks the administrators’ calls and leads back to their login', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await expect(page).toHaveURL('/forgot-password?login=%2Fadmin%2Flogin');
  await page.getByLabel('Email').fill('nobody@example.test');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Reset code sent to your email')).toBeVisible();
  await page.getByLabel('Verification code').fill('123456');
  await page.getByLabel('New password').fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();
  expect(asked).toContain('/api/account-security/v1/administrators/password/generate-otp');
  expect(asked).toContain('/api/account-security/v1/administrators/password/reset');
  expect(asked.filter((path) => path.startsWith('/api/auth/'))).toEqual([]);
  await page.getByRole('link', { name: 'Send a new one' }).click();
  await expect(page).toHaveURL('/forgot-password?login=%2Fadmin%2Flogin');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/admin/login');
});

test('a merchant with two-factor authentication is asked for a code, and a wrong one keeps the form', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Achieng Fashion');
  const bearer = { bearer: shop.bearer };
  const { secret } = await world.api.call(startTwoFactor, { body: { password: DEMO_PASSWORD } }, bearer);
  await world.api.call(enableTwoFactor, { body: { otp: totp(secret) } }, bearer);
  await page.goto('/merchant/login');
  await submitLogin(page, 'Merchant code', shop.merchantCode);
  const code = page.getByLabel('Authentication code');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();
  await code.fill(totp(secret, 1));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/merchant/dashboard');
});

test('S95 a cashier signs in with the own name, lands at the till and sees nothing of the rest', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Naivas ya Mtaa');
  const code = await addColleague(world, shop, { name: 'Juma Ali', handle: 'juma', staffRole: 'cashier' });
  await page.goto('/merchant/login');
  await submitLogin(page, 'Merchant code', code.toLowerCase());
  await expect(page).toHaveURL('/merchant/dashboard/redeem');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Redeem' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Everybody' })).toBeHidden();
  await page.goto('/merchant/dashboard');
  await expect(page).toHaveURL('/merchant/dashboard/redeem');
});

test.describe('a suspended merchant', () => {
  // Being told so is an answer; Chromium logs it all the same.
  test.use({ expectedComplaints: /status of 403/u });

  test('S96 loses the session that is open, and no sign-in opens it again', async ({ page, world }) => {
    const shop = await openShop(world, 'Wekesa Butchery');
    await signInAtShop(page, shop.merchantCode, '/merchant/dashboard/redeem');
    await setStatus(world, shop, 'SUSPENDED');
    await expect(page).toHaveURL(/\/merchant\/login/u, { timeout: 30_000 });
    await submitLogin(page, 'Merchant code', shop.merchantCode);
    await expect(page.getByText('This merchant account is not active.')).toBeVisible();
  });
});

/** Pastes as a person does who has copied a little too much of a message. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
