import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, newPerson, type Person } from '@zawadi/story/people';
import { generatePasswordOtp, resetPassword, signup } from '@zawadi/contract';
import type { World } from '@zawadi/story/steps';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { expectToCoverNothing } from './helpers/toasts.ts';

test('S364 a wrong password keeps what was typed and says how to go on', async ({ page, meet }) => {
  const person = await meet('Amani', 'Kiptoo');
  await page.goto('/login');
  await submitLogin(page, 'Email', person.email, 'not-the-password');
  const toast = page.getByRole('alert').filter({ hasText: 'Login failed' });
  await expect(toast).toContainText('Login failed. Please check your credentials and try again.');
  await expect(toast).toContainText('If you forgot your password, please reset it.');
  await expectToCoverNothing(page, 'Login failed');
  await expect(page).toHaveURL(/\/login/u);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expectToCoverNothing(page, 'Login successful!');
  await expect(toast).toBeHidden();
});

test('S16 the password can be shown and hidden again', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('visible?');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('S28 registering says what is wrong, field by field', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Bahati');
  await page.getByLabel('Last name').fill('Nyambura');
  await page.getByLabel('Email').fill('bahati@example.test');
  await page.getByLabel('Phone number').fill('0712 34');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm password').fill('other');
  await page.getByRole('button', { name: 'Create Account' }).click();
  for (const sentence of [
    /Please enter a valid phone number/u,
    'Password must be at least 8 characters',
    "Passwords don't match",
    'Please agree to the terms and conditions',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toHaveValue('Bahati');
});

test('S19 a forgotten password is reset with the mailed code', async ({ page, meet, world }) => {
  const person = await meet('Chausiku', 'Mwangi');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Reset code sent to your email')).toBeVisible();
  await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(person.email)}`);

  await page.getByLabel('Verification code').fill('12345');
  await page.getByLabel('New password').fill('A-new-password-1');
  await page.getByLabel('Confirm password').fill('A-new-password-2');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();

  const [otp = ''] = await world.sandbox.mail(person.email, /\b\d{6}\b/u);
  await page.getByLabel('Verification code').fill(otp);
  await page.getByLabel('Confirm password').fill('A-new-password-1');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successful')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/u);
  await submitLogin(page, 'Email', person.email, 'A-new-password-1');
  await expect(page.getByRole('heading', { name: 'Welcome back, Chausiku' })).toBeVisible();
});

test('S34 a verification link does nothing by itself, works once with the password, and then says that it was used', async ({
  page,
  world,
}) => {
  const person = newPerson('Daudi', 'Kimani');
  await world.api.call(signup, { body: { ...person, password: DEMO_PASSWORD } });
  const [link = ''] = await world.sandbox.mail(person.email, /https?:\S+verify-email#token=[\w.~-]+/u);
  const confirm = page.getByRole('button', { name: 'Confirm my address' });
  for (const visit of ['by a scanner', 'by the owner']) {
    await page.goto('/login');
    await page.goto(visit === 'by a scanner' ? link : link.replace('#', '?'));
    await expect(confirm).toBeVisible();
  }
  await confirm.click();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('not-the-password');
  await confirm.click();
  await expect(page.getByText('Your current password is not right.')).toBeVisible();
  await password.fill(DEMO_PASSWORD);
  await confirm.click();
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  await page.goto('/login');
  await page.goto(link);
  await confirm.click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await expect(page.getByText('If you have used it before, your email is verified')).toBeVisible();
  await signIn(page, person);
  await page.goto(link);
  await confirm.click();
  await expect(page.getByText('Your email is verified already.')).toBeVisible();
});

test('S22 a session ended elsewhere leads to the login, and signing in leads back', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Eshe', 'Makori');
  await signIn(page, person, '/dashboard/wallet');
  await endSessions(world, person);
  await expectLoginThatLeadsBack(page, person);
});

test('S517 a page that is opened after its session was ended leads to the login as well', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Eshe', 'Makori');
  await signIn(page, person, '/dashboard/wallet');
  await page.goto('about:blank');
  await endSessions(world, person);
  await page.goto('/dashboard/wallet');
  await expectLoginThatLeadsBack(page, person);
});

async function endSessions(world: World, { email }: Person): Promise<void> {
  await world.api.call(resetPassword, {
    body: { email, otp: await resetCode(world, email), password: DEMO_PASSWORD },
  });
}

async function expectLoginThatLeadsBack(page: Page, { email }: Person): Promise<void> {
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fwallet/u);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await submitLogin(page, 'Email', email);
  await expect(page).toHaveURL('/dashboard/wallet');
}

test('S44 Logout ends the session on this device, in every tab', async ({ page, context, meet }) => {
  const person = await meet('Furaha', 'Cheptoo');
  await signIn(page, person);
  const other = await context.newPage();
  await other.goto('/dashboard/wallet');
  await expect(other.getByRole('heading', { name: 'My Wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(other).toHaveURL(/\/login/u);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?from=/u);
});

test('S26 a signed-in user goes past the login, by /user/dashboard, and / leads home', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Gift', 'Naliaka'));
  for (const path of ['/login', '/', '/user/dashboard', '/no/such/page']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
  await page.goto('/dashboard/no-such-page');
  await expect(page).toHaveURL('/dashboard');
});

test('A30 S24 an address of another site or area is no place to come back to', async ({ page, meet }) => {
  const person = await meet('Hawa', 'Adan');
  for (const from of ['https://evil.example/', '//evil.example', '/admin', String.raw`/\evil.example`]) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await submitLogin(page, 'Email', person.email);
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/u);
  }
});

test('S37 a consumer in the merchant area is asked to sign in there, which replaces the session', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Issa', 'Mohamed'));
  await page.goto('/merchant/dashboard');
  await expect(page).toHaveURL(/\/merchant\/login\?from=/u);
  await submitLogin(page, 'Merchant code', 'DUKA001');
  await expect(page).toHaveURL('/merchant/dashboard');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?from=/u);
});

test('S361 an access token that ran out is renewed unnoticed', async ({ page, meet }) => {
  await signIn(page, await meet('Jamila', 'Yusuf'));
  // A call of the page that is open now would otherwise be the one that is refused.
  await page.goto('about:blank');
  let refusals = 0;
  await page.route('**/api/mpesa/user/dashboard-stats', async (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    return route.fulfill({
      status: 401,
      json: { responseCode: 401, code: 'unauthenticated', customerMessage: 'Please sign in to continue.' },
    });
  });
  const refreshed = page.waitForResponse('**/api/auth/v1/refresh');
  await page.goto('/dashboard/wallet');
  expect((await refreshed).status()).toBe(200);
  await expect(page.getByLabel('Your balance')).toContainText('KES');
  await expect(page).toHaveURL('/dashboard/wallet');
});

test('S17 Remember me is asked of the server, and only when it is ticked', async ({ page, meet }) => {
  const person = await meet('Kito', 'Wafula');
  for (const rememberMe of [false, true]) {
    await page.goto('/login');
    await page.getByLabel('Remember me').setChecked(rememberMe);
    const asked = page.waitForRequest('**/api/auth/v1/login');
    await submitLogin(page, 'Email', person.email);
    expect((await asked).postDataJSON()).toMatchObject({ rememberMe });
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
  }
});

async function resetCode({ api, sandbox }: World, email: string): Promise<string> {
  await api.call(generatePasswordOtp, { body: { email } });
  const [otp = ''] = await sandbox.mail(email, /\b\d{6}\b/u);
  return otp;
}
