import { login, signOutEverywhere } from '@zawadi/contract';
import { DEMO_PASSWORD, type Person } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { expectToCoverNothing } from './helpers/toasts.ts';

test('S19 a consumer resets a forgotten password with the mailed code', async ({ page, meet, world }) => {
  const person = await meet('Chausiku', 'Mwangi');
  await page.goto('/login');
  await submitLogin(page, 'Email', person.email, 'not-the-password');
  await expectToCoverNothing(page, 'Login failed');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Reset code sent to your email')).toBeVisible();
  await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(person.email)}`);

  const [otp = ''] = await world.sandbox.mail(person.email, /\b\d{6}\b/u);
  await page.getByLabel('Verification code').fill(otp);
  await page.getByLabel('New password').fill('A-new-password-1');
  await page.getByLabel('Confirm password').fill('A-new-password-1');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectToCoverNothing(page, 'Password reset successful');
  await expect(page).toHaveURL(/\/login$/u);
  await submitLogin(page, 'Email', person.email, 'A-new-password-1');
  await expect(page.getByRole('heading', { name: 'Welcome back, Chausiku' })).toBeVisible();
});

test('S44 S22 S517 Logout ends the session in every tab; a session ended elsewhere leads to the login, from an open or a new page, and then back to that page', async ({
  page,
  context,
  meet,
  world,
}) => {
  const person = await meet('Furaha', 'Cheptoo');
  await signIn(page, person);
  const other = await context.newPage();
  await other.goto('/dashboard/wallet');
  await expect(other.getByRole('heading', { name: 'My Wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(other).toHaveURL(/\/login/u);
  await other.close();
  await page.goto('/dashboard/wallet');
  await expect(page).toHaveURL(/\/login\?from=/u);

  for (const isOpen of [true, false]) {
    await submitLogin(page, 'Email', person.email);
    await expect(page).toHaveURL('/dashboard/wallet');
    if (!isOpen) await page.goto('about:blank');
    await endSessions(world, person);
    if (!isOpen) await page.goto('/dashboard/wallet');
    await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fwallet/u);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  }
});

async function endSessions({ api }: World, { email }: Person): Promise<void> {
  const { accessToken: bearer } = await api.call(login, { body: { email, password: DEMO_PASSWORD } });
  await api.call(signOutEverywhere, { body: {} }, { bearer });
}
