import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { signup } from '@zawadi/contract';
import { signIn, submitLogin } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import { expectToCoverNothing } from '../helpers/toasts.ts';
import { visit, type Walk } from './look.ts';

/** Walks all public pages: logins, sign-up, password reset, legal texts. */
export async function walkPublicPages({ page, world, look }: Walk): Promise<void> {
  for (const path of [
    'login',
    'register',
    'forgot-password',
    'freeze',
    'terms',
    'privacy',
    'support',
  ] as const) {
    await visit(page, `/${path}`);
    await look(page, path);
  }
  await visit(page, '/reset-password?email=amina%40example.test');
  await look(page, 'reset-password');
  for (const area of ['merchant', 'admin']) {
    await visit(page, `/${area}/login`);
    await look(page, `${area}-login`);
  }
  await visit(page, '/login?notice=verify-email');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter your email')).toBeVisible();
  await look(page, 'login-problems');
  await submitLogin(page, 'Email', 'nobody@example.test', 'not-the-password');
  await expect(page.getByText('Login failed', { exact: false })).toBeVisible();
  await look(page, 'login-failed');
  await visit(page, '/register');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Please agree to the terms and conditions')).toBeVisible();
  await look(page, 'register-problems');
  const person = newPerson('Zainabu', 'Chege');
  await world.api.call(signup, { body: { ...person, password: DEMO_PASSWORD } });
  const [link = ''] = await world.sandbox.mail(person.email, /https?:\S+verify-email#token=[\w.~-]+/u);
  await page.goto(link);
  const confirm = page.getByRole('button', { name: 'Confirm my address' });
  await confirm.click();
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await look(page, 'verify-email-password');
  await confirm.click();
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  await look(page, 'verify-email');
  await page.goto('/login');
  await page.goto(link);
  await confirm.click();
  await expect(page.getByText('already used')).toBeVisible();
  await look(page, 'verify-email-used');
  await signIn(page, person);
  await expect(page.getByText('Please verify your phone number.')).toBeVisible();
  await expectToCoverNothing(page, 'Login successful!');
  await look(page, 'dashboard-unverified');
  await page.getByRole('link', { name: 'Verify now' }).click();
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await look(page, 'profile-unverified');
}
