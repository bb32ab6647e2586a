import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import type { Person } from '@zawadi/story/people';
import { hire } from './helpers/administrators.ts';
import { failNext, LINE_COMPLAINTS, loseNext } from './helpers/line.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { expectFiveSeconds, expectToCoverNothing, stopClock, toastOf } from './helpers/toasts.ts';

test.use({ expectedComplaints: LINE_COMPLAINTS });

test('S29 a new account is dialog and toast, and its login opens after 2.5 seconds or at once on Continue', async ({
  page,
}) => {
  await page.clock.install();
  for (const isPressed of [false, true]) {
    await page.goto('/register');
    await fillRegistration(page, newPerson('Njoki', 'Waweru'));
    await stopClock(page);
    await page.getByRole('button', { name: 'Create Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account Created!' });
    await expect(dialog).toBeVisible();
    await expect(toastOf(page, 'Account created successfully!')).toBeVisible();
    if (isPressed) {
      await dialog.getByRole('button', { name: 'Continue to Dashboard' }).click();
    } else {
      await page.clock.runFor(2_400);
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL('/register');
      await page.clock.runFor(200);
    }
    await expect(page).toHaveURL('/login?notice=verify-email');
    await page.clock.resume();
  }
});

test('S492 a registration that fails says so, keeps what was typed, and works when tried again', async ({
  page,
}) => {
  const person = newPerson('Otieno', 'Were');
  const create = page.getByRole('button', { name: 'Create Account' });
  await page.goto('/register');
  await fillRegistration(page, person);
  await failNext(page, '/api/auth/v1/signup');
  await create.click();
  await expect(toastOf(page, 'Failed to create account. Please try again.')).toBeVisible();
  await loseNext(page, '/api/auth/v1/signup');
  await create.click();
  await expect(toastOf(page, 'Network error. Please try again.')).toContainText(
    'Please check your details and try again.',
  );
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await create.click();
  await expect(page.getByRole('dialog', { name: 'Account Created!' })).toBeVisible();
});

test('S446 a forgotten password asks for an email, and says what the proxy in between does not', async ({
  page,
  meet,
}) => {
  const person = await meet('Pauline', 'Cherop');
  const email = page.getByLabel('Email');
  const send = page.getByRole('button', { name: 'Send Reset Code' });
  await page.goto('/forgot-password');
  await expect(email).toHaveAttribute('type', 'email');
  await send.click();
  await expect(email).toBeFocused();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await email.fill('pauline');
  await send.click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  await email.fill(person.email);
  await failNext(page, '/api/auth/v1/password/generate-otp');
  await send.click();
  await expect(toastOf(page, 'Failed to send reset code. Please try again.')).toBeVisible();
  await loseNext(page, '/api/auth/v1/password/generate-otp');
  await send.click();
  await expect(toastOf(page, 'Network error. Please try again.')).toBeVisible();
  await expect(page).toHaveURL('/forgot-password');
});

test('S30 a reset says where it stands for five seconds, and returns to the login it came from', async ({
  page,
  world,
}) => {
  const email = await hire(world, 'support');
  await page.clock.install();
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/admin/login');
  await page.getByLabel('Email').fill(email);
  await stopClock(page);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(toastOf(page, 'Reset code sent to your email')).toContainText(
    'Check the inbox and enter the code',
  );
  await expectToCoverNothing(page, 'Reset code sent to your email');
  await expectFiveSeconds(page, 'Reset code sent to your email');

  const [otp = ''] = await world.sandbox.mail(email, /\b\d{6}\b/u);
  await page.getByLabel('Verification code').fill(otp);
  await page.getByLabel('New password').fill('A-new-password-1');
  await page.getByLabel('Confirm password').fill('A-new-password-1');
  await failNext(page, '/api/account-security/v1/administrators/password/reset');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectFiveSeconds(page, 'Failed to reset password. Please try again.');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL('/admin/login');
  await expect(toastOf(page, 'Password reset successful')).toContainText(
    'You can now log in with your new password',
  );
  await expectFiveSeconds(page, 'Password reset successful');
});

test('S490 a refused login is said for five seconds, and in other words when no server answered', async ({
  page,
  meet,
}) => {
  const person = await meet('Rukia', 'Salim');
  await page.clock.install();
  await page.goto('/login');
  await stopClock(page);
  await submitLogin(page, 'Email', person.email, 'not-the-password');
  await expectFiveSeconds(page, 'If you forgot your password, please reset it.');
  await failNext(page, '/api/auth/v1/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toastOf(page, 'Login failed. Please check your credentials and try again.')).toContainText(
    'If you forgot your password, please reset it.',
  );
});

async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Phone number').fill(person.phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
  await page.getByLabel(/I agree to the/u).check();
}
